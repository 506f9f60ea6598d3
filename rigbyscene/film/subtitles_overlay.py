"""Subtitles burnt into a film's frames, whatever kind of film it is."""

from __future__ import annotations

import bisect
import itertools
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.threads import Band
from rigbyscene.film.captions import Caption, Subtitles
from rigbyscene.film.edit import Edit
from rigbyscene.film.subtitles_pictures import CaptionArtist, CaptionPicture

_BATCH = 32
"""Looks drawn at once: starting ffmpeg takes as long as drawing a dozen."""

_KEPT_BATCHES = 8


class CaptionTimes:
    """When the captions' look changes, in milliseconds of the uncut film.

    `moments` are all times that have a look of their own, ascending: the middle of each stretch in which the same
    captions are shown, and every frame of those with an animated one. They depend on the subtitles and the frame rate
    alone, so every part of a film, drawn by whomever, draws the same looks.
    """

    def __init__(self, captions: Sequence[Caption], fps: Fraction, frame_count: int):
        self._fps = fps
        self._bounds = sorted({ms for c in captions for ms in (c.start_ms, c.end_ms)})
        place = {ms: k for k, ms in enumerate(self._bounds)}
        shown, animated = ([0] * (len(self._bounds) + 1) for _ in range(2))
        for caption in captions:
            for counts in (shown, animated) if caption.is_animated else (shown,):
                counts[place[caption.start_ms]] += 1
                counts[place[caption.end_ms]] -= 1
        self._shown = list(itertools.accumulate(shown))
        self._animated = list(itertools.accumulate(animated))
        found = {self.moment(frame) for frame in range(frame_count)}
        self.moments = sorted(ms for ms in found if ms is not None)

    def moment(self, frame: int) -> int | None:
        """The one of `moments` whose look frame `frame` of the uncut film has; None where no caption is shown."""
        ms = frame * 1000 * self._fps.denominator // self._fps.numerator
        k = bisect.bisect_right(self._bounds, ms) - 1
        if k < 0 or not self._shown[k]:
            return None
        return ms if self._animated[k] else (self._bounds[k] + self._bounds[k + 1]) // 2


class CaptionOverlay:
    """An `Overlay`: the captions that belong to each frame of the film that `edit` describes.

    They keep the time of the uncut film, so they follow its pictures into excerpts, steps and loops. Looks are drawn
    when first needed, some at once, and kept in compressed form.
    """

    def __init__(self, subtitles: Subtitles, size: tuple[int, int], edit: Edit, *, own_font: bool = False):
        """`own_font` as `check_captions` has found."""
        self._artist = CaptionArtist(subtitles, own_font=own_font)
        self._size = size
        self._edit = edit
        self._times = CaptionTimes(subtitles.captions, edit.fps, edit.uncut_frame_count)
        self._batches: dict[int, list[_Packed | None]] = {}
        self._moment: int | None = None
        self._picture: CaptionPicture | None = None

    def prepare(self, index: int) -> Sequence[Band]:
        """See `Overlay.prepare`."""
        moment = self._times.moment(self._edit.uncut_frame(index))
        if moment == self._moment:
            return ()
        before, after = self._picture, None if moment is None else self._look(moment)
        self._moment, self._picture = moment, after
        return [picture.rows for picture in (before, after) if picture is not None]

    def paint(self, pixels: NDArray[np.uint8], first_row: int, end_row: int) -> None:
        """See `Overlay.paint`."""
        picture = self._picture
        if picture is None:
            return
        top, bottom = picture.rows
        first, end = max(first_row, top), min(end_row, bottom)
        if first < end:
            over = picture.pixels[first - top : end - top].astype(np.uint16)
            under = pixels[first:end, picture.left : picture.left + over.shape[1]]
            under[...] = over + (under * (255 - over[:, :, 3:]) + 127) // 255

    def _look(self, moment: int) -> CaptionPicture | None:
        place = bisect.bisect_left(self._times.moments, moment)
        batch, number = divmod(place, _BATCH)
        if batch not in self._batches:
            moments = self._times.moments[batch * _BATCH : (batch + 1) * _BATCH]
            drawn = self._artist.draw(self._size, moments)
            self._batches[batch] = [None if picture is None else _Packed(picture) for picture in drawn]
            if len(self._batches) > _KEPT_BATCHES:
                del self._batches[next(iter(self._batches))]
        packed = self._batches[batch][number]
        return None if packed is None else packed.picture()


@dataclass(frozen=True, slots=True)
class Burning:
    """Subtitles to be burnt in, as a value that can travel to other processes; `own_font` as `check_captions` says."""

    subtitles: Subtitles
    own_font: bool = False

    def overlay(self, size: tuple[int, int], edit: Edit) -> CaptionOverlay:
        """For pictures of `size` of the film that `edit` describes."""
        return CaptionOverlay(self.subtitles, size, edit, own_font=self.own_font)


class _Packed:
    """A picture in few bytes: captions are mostly nothing and one colour."""

    def __init__(self, picture: CaptionPicture):
        self._left, self._top, self._shape = picture.left, picture.top, picture.pixels.shape
        self._data = zlib.compress(picture.pixels.tobytes(), 1)

    def picture(self) -> CaptionPicture:
        pixels = np.frombuffer(zlib.decompress(self._data), np.uint8).reshape(self._shape)
        return CaptionPicture(self._left, self._top, pixels)
