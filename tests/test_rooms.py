"""The package is a row of rooms: data goes through them one way, and a room imports only from rooms to its left."""

from __future__ import annotations

import pytest

from tests.source_tree import Source, parse, room_of, sources

LEFT_OF = {
    "errors": (),
    "held_signals": (),
    "inner_kernels": (),
    "kernel_cache": ("kernel_loading",),
    "kernel_folder": (),
    "kernel_loading": (),
    "borrowing": (),
    "jit": ("errors", "held_signals", "inner_kernels", "kernel_cache", "kernel_folder", "kernel_loading"),
    "model": ("errors",),
    "formats": ("errors", "model"),
    "pose": ("errors", "borrowing", "jit", "model", "formats"),
    "scene": ("errors", "jit", "model", "formats", "pose"),
    "draw": ("errors", "jit", "model", "formats", "pose", "scene"),
    "film": ("errors", "jit", "model", "formats", "pose", "scene", "draw"),
    "play": ("errors", "held_signals", "jit", "model", "formats", "pose", "scene", "draw"),
    "warmup": ("jit", "model", "formats", "pose", "scene", "draw", "film"),
    # what `import rigbyscene` offers gathers from all rooms but the command line
    "api": ("errors", "jit", "model", "formats", "pose", "scene", "draw", "film", "play"),
    "rigbyscene": ("errors", "api"),
    "cli": (
        "rigbyscene",
        "errors",
        "jit",
        "model",
        "formats",
        "pose",
        "scene",
        "draw",
        "film",
        "play",
        "warmup",
        "api",
    ),
    "__main__": ("cli",),
}

AT_HOME = {
    "numba": ("jit", "borrowing", "inner_kernels", "kernel_cache", "kernel_loading"),
    "typer": ("cli",),
    "rich": ("cli",),
    "imageio_ffmpeg": ("film",),
    "pyglet": ("draw", "play"),
}
"""Libraries that only these rooms know: what the model is made of must not depend on how a film is encoded."""


def trespasses(source: Source) -> list[str]:
    """Imports of `source` that its room must not make."""
    found = []
    for taken in source.imports:
        library = taken.module.split(".")[0]
        where = f"{source.name}:{taken.line} imports {taken.module}"
        if library == "rigbyscene":
            # `from rigbyscene.film import export` names a module where `name` is one
            module = f"{taken.module}.{taken.name}" if f"{taken.module}.{taken.name}" in sources() else taken.module
            if room_of(module) not in (source.room, *LEFT_OF[source.room]):
                found.append(f"{where}, but {room_of(module)} is not to the left of {source.room}")
        elif source.room not in AT_HOME.get(library, (source.room,)):
            found.append(f"{where}, which belongs to {', '.join(AT_HOME[library])}")
    return found


@pytest.mark.parametrize("name", sources())
def test_a_module_imports_only_from_rooms_to_its_left(name: str) -> None:
    assert trespasses(sources()[name]) == []


def test_every_room_has_its_place_in_the_row() -> None:
    assert {source.room for source in sources().values()} <= set(LEFT_OF)
    for room, left in LEFT_OF.items():
        for other in left:
            assert room not in LEFT_OF[other], f"{room} and {other} are each to the left of the other"


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("rigbyscene.model.skeleton", "from rigbyscene.formats.load import load_scene_files"),
        ("rigbyscene.pose.pose", "def late():\n    from rigbyscene.scene.scene import Scene"),
        ("rigbyscene.draw.cpu", "import rigbyscene.film.export"),
        ("rigbyscene.film.export", "from rigbyscene import play"),
        ("rigbyscene.play.view", "from rigbyscene.film.times import frame_count"),
        ("rigbyscene.scene.scene", "from rigbyscene import load_scene"),
        ("rigbyscene.api", "from rigbyscene.cli.main import main"),
        ("rigbyscene.pose.trig", "import numba"),
        ("rigbyscene.film.mp4", "from rich.progress import Progress"),
        ("rigbyscene.scene.camera", "if TYPE_CHECKING:\n    from pyglet.window import Window"),
    ],
)
def test_a_trespass_of_each_kind_is_seen(module: str, line: str) -> None:
    assert len(trespasses(parse(module, line))) == 1
