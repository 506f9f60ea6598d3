"""How the picture lies in the window: fitted to it, enlarged about a point, pushed aside. All of it is pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rigbyscene.scene.affine import Affine
from rigbyscene.scene.camera import Fit, PictureMap, picture_map

FITS = (Fit.CONTAIN, Fit.COVER, Fit.FILL)
ZOOM_STEP = 1.1
MOST_ZOOM = 64.0
LEAST_ZOOM = 1 / 16


@dataclass(frozen=True, slots=True)
class View:
    """How the user looks at the scene. `shift` is how far it is pushed, in widths and heights of the picture's area."""

    fit: Fit = Fit.CONTAIN
    zoom: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def is_plain(self) -> bool:
        """Neither enlarged nor pushed: the picture is what `rigbyscene still` makes."""
        return self.zoom == 1.0 and self.shift == (0.0, 0.0)


def zoomed(view: View, factor: float, at: tuple[float, float], size: tuple[int, int]) -> View:
    """`view` enlarged by `factor`, the point `at` (pixels of an area of `size`, y down) staying where it is.

    >>> zoomed(View(), 2.0, (0.0, 0.0), (640, 360))
    View(fit=<Fit.CONTAIN: 'contain'>, zoom=2.0, shift=(0.5, 0.5))
    """
    zoom = min(max(view.zoom * factor, LEAST_ZOOM), MOST_ZOOM)
    if abs(zoom - 1.0) < 1e-6:
        zoom = 1.0
    factor = zoom / view.zoom
    shift = tuple(
        (point / side - 0.5) * (1.0 - factor) + way * factor
        for point, side, way in zip(at, size, view.shift, strict=True)
    )
    return replace(view, zoom=zoom, shift=_kept_near((shift[0], shift[1]), zoom))


def pushed(view: View, by: tuple[float, float], size: tuple[int, int]) -> View:
    """`view` pushed by so many pixels of an area of `size`."""
    shift = (view.shift[0] + by[0] / size[0], view.shift[1] + by[1] / size[1])
    return replace(view, shift=_kept_near(shift, view.zoom))


def _kept_near(shift: tuple[float, float], zoom: float) -> tuple[float, float]:
    """The picture cannot be pushed out of sight."""
    most = 0.5 + zoom / 2 - 0.05
    x, y = (min(max(way, -most), most) for way in shift)
    return x, y


def seen(
    view: View, to_view: Affine | None, frame: tuple[float, float], size: tuple[int, int], *, beyond: bool = False
) -> tuple[PictureMap, tuple[float, float, float, float]]:
    """How stage units become pixels of an area of `size`, and the camera's frame there (x, y, width, height, y down).

    `to_view` is the sample's `view`. The map's window is the part of the area that shows the frame, or with `beyond`
    all of it, so that the stage is seen outside the frame, too.
    """
    plain = picture_map(to_view, frame, size, view.fit)
    width, height = size
    scale = (width / frame[0], height / frame[1])
    if view.fit is not Fit.FILL:
        scale = (min(scale),) * 2 if view.fit is Fit.CONTAIN else (max(scale),) * 2
    frame_width, frame_height = frame[0] * scale[0] * view.zoom, frame[1] * scale[1] * view.zoom
    x = width * (0.5 + view.shift[0]) - frame_width / 2
    y = height * (0.5 + view.shift[1]) - frame_height / 2
    shown = (x, y, frame_width, frame_height)
    if view.is_plain:
        window = plain.window
    else:
        left, top = max(round(x), 0), max(round(y), 0)
        window = (left, top, min(round(x + frame_width), width), min(round(y + frame_height), height))
    if beyond:
        window = (0, 0, width, height)
    to_pixels = plain.to_pixels
    if to_pixels is not None and not view.is_plain:
        moved = Affine.translation(width * (0.5 + view.shift[0]), height * (0.5 + view.shift[1]))
        about = Affine.scaling(view.zoom, view.zoom).after(Affine.translation(-width / 2, -height / 2))
        to_pixels = moved.after(about).after(to_pixels)
    return PictureMap(plain.view, to_pixels, window), shown
