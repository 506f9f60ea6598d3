"""Picture files to premultiplied pixels, and their sizes without decoding them."""

from __future__ import annotations

import io
import threading
import warnings

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from rigbyscene.errors import BadFileError, Report
from rigbyscene.formats.assets import Assets, read_or_report

MOST_PIXELS = 2**27
"""The largest picture that is decoded: 512 MiB as RGBA, twice 8192 x 8192. Larger ones are taken for damaged."""

Pixels = NDArray[np.uint8]

_filters = threading.Lock()
"""Pages are opened on several threads, and the filters of warnings are one for all."""

_ROWS = 256  # premultiplied at a time, so that a large page needs no second copy of itself in 16 bits


def image_size(data: bytes, file: str, report: Report) -> tuple[int, int] | None:
    """Width and height in pixels from the file's header; None, reported, where it is no picture or absurdly large."""
    image = _open(data, file, report)
    return None if image is None else image.size


def load_page(assets: Assets, path: str, *, pma: bool) -> Pixels:
    """The pixels of the picture at `path`, uint8 (height, width, 4), premultiplied RGBA, top row first.

    `pma`: its colours are multiplied by alpha already; they are only limited to alpha, which a premultiplied colour
    cannot exceed. Else they are multiplied here, rounded to nearest. Any mode that Pillow reads will do; 16-bit grey
    keeps its 8 high bits, rounded. An orientation in EXIF data is not applied: atlases name pixels as they are stored.
    Raises `BadFileError` where the file is missing, broken or absurdly large.
    """
    report = Report()
    data = read_or_report(assets, path, report, what="the picture", named_by=(path, ""))
    pixels = None if data is None else decode(data, path, report, pma=pma)
    if pixels is None:
        raise BadFileError(report)
    return pixels


def decode(data: bytes, file: str, report: Report, *, pma: bool) -> Pixels | None:
    """Like `load_page`, from bytes; None, reported, where they are no picture."""
    image = _open(data, file, report)
    if image is None:
        return None
    try:
        pixels = _premultiplied(image, pma)
    except Exception as problem:  # Pillow's decoders raise OSError, SyntaxError, struct.error, zlib.error and others
        _broken(file, report, problem)
        return None
    return pixels


def _open(data: bytes, file: str, report: Report) -> Image.Image | None:
    try:
        with _filters, warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit here is `MOST_PIXELS`
            image = Image.open(io.BytesIO(data))
    except Image.DecompressionBombError:
        _too_large(file, report, "far more pixels than any page")
        return None
    except Exception as problem:  # as in `decode`; UnidentifiedImageError is an OSError
        _broken(file, report, problem)
        return None
    width, height = image.size
    if width * height > MOST_PIXELS:
        _too_large(file, report, f"{width} x {height} pixels")
        return None
    return image


def _too_large(file: str, report: Report, found: str) -> None:
    report.error("too-large", file, "", f"the picture has {found}", f"keep pages below {MOST_PIXELS} pixels")


def _broken(file: str, report: Report, problem: Exception) -> None:
    reason = "" if isinstance(problem, UnidentifiedImageError) else f" ({problem})"
    report.error("bad-picture", file, "", f"not a picture that can be read{reason}", "export it again as PNG")


def _premultiplied(image: Image.Image, pma: bool) -> Pixels:
    """Premultiplied RGBA, uint8 (h, w, 4), writable. Some rows at a time: beside the result there is only the picture.

    Pillow multiplies as a division rounded to nearest does, for all 65 536 pairs, three times as fast as numpy.
    """
    image.load()
    pixels = np.empty((image.height, image.width, 4), np.uint8)
    is_deep = image.mode.startswith("I") or image.mode == "F"
    for top in range(0, image.height, _ROWS):
        rows = image.crop((0, top, image.width, min(top + _ROWS, image.height)))
        rows.info = image.info
        if is_deep:
            rows = _shallow(rows)
        elif rows.mode == "La":
            rows = rows.convert("LA")
        rows = rows.convert("RGBA")
        pixels[top : top + _ROWS] = np.asarray(rows if pma else rows.convert("RGBa"))
    if pma:
        np.minimum(pixels[:, :, :3], pixels[:, :, 3:], out=pixels[:, :, :3])
    return pixels


def _shallow(image: Image.Image) -> Image.Image:
    """16-bit grey, which Pillow would clip to 255 rather than scale, with its transparent grey if it has one."""
    deep = np.asarray(image).astype(np.int64)
    clear = image.info.get("transparency")
    pixels = np.empty((*deep.shape, 2), np.uint8)
    pixels[:, :, 0] = (np.clip(deep, 0, 65535) * 255 + 32767) // 65535
    pixels[:, :, 1] = np.where(deep == clear, 0, 255) if isinstance(clear, int) else 255
    return Image.fromarray(pixels)
