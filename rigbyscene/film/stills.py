"""Single pictures: PNG files with straight alpha or none, written as carefully as films."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.threads import available_cores
from rigbyscene.errors import UsageError
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.output import PartFile, checked_destination, disk_error
from rigbyscene.film.png import png_bytes

STILL_ENDINGS = (".png",)


def write_still(
    picture: NDArray[np.uint8],
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    inputs: Iterable[Path] = (),
) -> Path:
    """Write `picture` as a PNG to `path` and return its absolute path.

    `picture` is uint8, top row first: (h, w, 4) RGBA with straight alpha, or (h, w, 3) RGB without. The bytes are kept
    as they are; they mean sRGB, as in every other picture here. The file appears whole or not at all, and replaces
    another only with `overwrite`; `inputs` are never replaced. Raises `UsageError` for what cannot be asked for (see
    `check_still`), `RenderError` where the disk refuses.
    """
    final = check_still(path, overwrite=overwrite, inputs=inputs)
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] not in (3, 4) or not picture.size:
        raise ValueError(f"a picture of {picture.dtype} {picture.shape}, not uint8 (h, w, 3 or 4)")
    content = png_bytes(picture, threads=available_cores())
    with interrupts_raise(), PartFile(final, overwrite=overwrite) as part:
        try:
            part.path.write_bytes(content)
        except OSError as error:
            raise disk_error(final, error) from None
        part.publish()
    return final


def check_still(path: str | os.PathLike[str], *, overwrite: bool = False, inputs: Iterable[Path] = ()) -> Path:
    """The absolute path for a still, before anything is drawn; raises `UsageError` where it cannot be written."""
    ending = Path(path).suffix.lower()
    if ending not in STILL_ENDINGS:
        found = f"the ending {ending!r} is no kind of still" if ending else "has no ending that tells the kind of still"
        remedy = f"end the name in {' or '.join(STILL_ENDINGS)}"
        raise UsageError.single("unknown-format", os.fspath(path), "", found, remedy)
    return checked_destination(path, overwrite=overwrite, inputs=inputs)
