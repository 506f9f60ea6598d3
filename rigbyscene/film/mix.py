"""Adding sounds up, block by block: memory is the same for a second and for an hour."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rigbyscene.film.output import disk_error
from rigbyscene.film.wav import CHANNELS, WavWriter

BLOCK_SAMPLES = 1 << 16


class Samples(Protocol):
    """A decoded sound: how long it is, and samples [`first`, `end`) of it, float32 (end - first, 1 or 2)."""

    def __len__(self) -> int: ...

    def read(self, first: int, end: int) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """One sound in the mix. It begins at sample `start` of the film, which may be below 0; `left` and `right` are its
    factors."""

    samples: Samples
    start: int
    left: float
    right: float

    @property
    def end(self) -> int:
        return self.start + len(self.samples)


def mixed_blocks(
    voices: Sequence[Voice], sample_count: int, block_samples: int = BLOCK_SAMPLES
) -> Iterator[NDArray[np.float32]]:
    """The sum of `voices` over the film's samples [0, `sample_count`), float32 (`block_samples` or less, 2) each.

    Nothing is limited: where sounds meet, a block may go beyond -1 and 1. Blocks of any length give the same samples.
    """
    coming = sorted((v for v in voices if v.start < sample_count and v.end > 0), key=lambda v: v.start)
    sounding: list[Voice] = []
    for first in range(0, sample_count, block_samples):
        end = min(first + block_samples, sample_count)
        begun = bisect.bisect_left(coming, end, key=lambda v: v.start)
        sounding = [v for v in sounding if v.end > first] + coming[:begun]
        del coming[:begun]
        block = np.zeros((end - first, CHANNELS), np.float32)
        for voice in sounding:
            a, b = max(voice.start, first), min(voice.end, end)
            factors = np.array((voice.left, voice.right), np.float32)
            block[a - first : b - first] += voice.samples.read(a - voice.start, b - voice.start) * factors
        yield block


def peak_of(voices: Sequence[Voice], sample_count: int) -> float:
    """The largest absolute value of the mix."""
    return max((float(np.abs(block).max()) for block in mixed_blocks(voices, sample_count)), default=0.0)


def write_mix(voices: Sequence[Voice], sample_count: int, path: Path) -> float:
    """Write the mix to `path` as WAV and return its peak before anything was done about it.

    A mix that would clip is turned down as a whole, by its peak: limiting the loud moments alone would change how the
    sounds stand to each other. Raises `RenderError` where the disk refuses.
    """
    peak = peak_of(voices, sample_count)
    factor = np.float32(1.0 / max(peak, 1.0))
    try:
        with WavWriter(path) as wav:
            for block in mixed_blocks(voices, sample_count):
                wav.write(block * factor)
    except OSError as error:
        raise disk_error(path, error) from None
    return peak
