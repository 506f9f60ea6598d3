"""The first run on a machine: kernels are compiled by two processes at once, one for poses and one for pixels.

`python -m rigbyscene.warmup` compiles what draws, and ends; the kernels then lie in the cache for whoever waits for
them. `Helper` starts that beside a process that goes on to load and pose its scene meanwhile, which takes it less time.
"""

from __future__ import annotations

import subprocess
import sys
from types import TracebackType

from rigbyscene.jit import cache_is_cold

DRAWING_ROOMS = ("draw",)


def compile_drawing() -> None:
    """Compile every kernel between a posed skeleton and a picture, by drawing next to nothing."""
    import numpy as np

    from rigbyscene.draw.art import Art
    from rigbyscene.draw.build import DrawListBuilder
    from rigbyscene.draw.cpu import render, to_straight
    from rigbyscene.draw.drawlist import DrawList
    from rigbyscene.draw.parts import parts_of, picture_metrics
    from rigbyscene.model.atlas import Atlas, AtlasPage, AtlasRegion
    from rigbyscene.model.enums import Format
    from rigbyscene.model.skeleton import Bone, Header, Skeleton
    from rigbyscene.pose.pose import Pose
    from rigbyscene.pose.rig import Rig
    from rigbyscene.scene.sample import SceneSample

    atlas = Atlas((AtlasPage("page", 2, 2),), (AtlasRegion("dot", 0, 0, 0, 2, 2, 0, 0, 2, 2),))
    art = Art.of([(atlas, [np.zeros((2, 2, 4), np.uint8)])])
    rig = Rig(Skeleton("", Format.V42, Header(), (Bone("root", -1),)))
    builder = DrawListBuilder([parts_of(rig, {}, 0)], picture_metrics([atlas]))
    builder.build(SceneSample("", 0.0, Pose(rig), (), None, None))
    view = np.array([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    for samples in (1, 2):
        picture = render(DrawList.empty(), art, view, (2, 2), (0, 0, 0, 255), supersample=samples)
    to_straight(picture)


def compile_film() -> None:
    """Compile the kernels between pictures and an encoder, by mixing and converting next to nothing."""
    import numpy as np

    from rigbyscene.film.mixing import Mixer
    from rigbyscene.film.yuv import frame_bytes, planes_of, rgba_to_yuv

    picture = np.zeros((2, 2, 4), np.uint8)
    mixer = Mixer(np.zeros((2, 2, 4), np.uint8), np.uint32(0), 1)
    mixer.begin(2)
    mixer.add(picture, 1)
    mixer.finish(None)
    rgba_to_yuv(picture, planes_of(np.empty(frame_bytes((2, 2)), np.uint8), (2, 2)), (0, 0, 0))


class Helper:
    """A process that compiles the drawing kernels beside this one, where they are not in the cache yet.

    As a context manager it is waited for at the end; `wait` is for earlier. Without it everything works the same and
    only takes longer, so that a helper that cannot be started or fails is no error: this process then compiles alone.
    With `films` this process compiles what films need while it would wait.
    """

    def __init__(self, *, films: bool = False) -> None:
        self._films = films
        self._process: subprocess.Popen[bytes] | None = None
        # in a frozen application sys.executable is that application, not Python
        if getattr(sys, "frozen", False) or not sys.executable or not cache_is_cold(DRAWING_ROOMS):
            return
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "rigbyscene.warmup"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is this process's to answer
            )
        except OSError:
            self._process = None

    def wait(self) -> None:
        """Until the kernels are in the cache (or the helper has given up)."""
        if self._process is not None:
            self._process.wait()
            self._process = None

    def __enter__(self) -> Helper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and self._process is not None:
            self._process.kill()
        elif self._films and self._process is not None:
            compile_film()
        self.wait()


def main() -> None:
    """The command: it takes no arguments, and says with `--help` what it is for."""
    import argparse  # this module is on the way to every picture

    about = "Compile what draws scenes, beside a command that poses them meanwhile, and end. Some seconds, once."
    where = "The kernels are kept in the folder that RIGBYSCENE_CACHE names. Games want rigbyscene.play.warm instead."
    argparse.ArgumentParser("python -m rigbyscene.warmup", description=about, epilog=where).parse_args()
    compile_drawing()


if __name__ == "__main__":
    main()
