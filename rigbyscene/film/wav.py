"""WAV files: the mix is written as one, block by block, and decoded sounds are read from one where they lie."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 48_000
"""Samples a second of every mix: what films carry, and what Opus knows."""

CHANNELS = 2
_BYTES_A_SAMPLE = 3
_FRAME_BYTES = CHANNELS * _BYTES_A_SAMPLE
_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_FULL_SCALE = (1 << 23) - 1
MAX_SAMPLES = ((1 << 32) - _HEADER.size) // _FRAME_BYTES
"""Samples a channel that a WAV file can count: 4 hours and 8 minutes."""

_PEAK_SAMPLES = 1 << 16
_FLOAT, _EXTENSIBLE = 3, 0xFFFE


class WavWriter:
    """A context that writes stereo PCM of 24 bits at 48 kHz to `path`. What the disk says against it passes as OSError.

    24 bits lie 48 dB below what 16 can hold, so that nothing is lost before the film's own codec.
    """

    def __init__(self, path: Path):
        self.sample_count = 0
        self._path = path
        self._file: BinaryIO | None = None

    def __enter__(self) -> WavWriter:
        self._file = self._path.open("wb")
        self._file.write(_header(0))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        file, self._file = self._file, None
        if file is not None:
            with file:
                if kind is None:
                    file.seek(0)
                    file.write(_header(self.sample_count))

    def write(self, block: NDArray[np.float32]) -> None:
        """Append `block`, float32 (samples, 2), left and right from -1 to 1; what lies outside is clipped."""
        if self._file is None:
            raise ValueError("the writer is used outside its context")
        if self.sample_count + len(block) > MAX_SAMPLES:
            raise ValueError(f"more than the {MAX_SAMPLES} samples that a WAV file can count")
        whole = np.rint(np.clip(block, -1.0, 1.0) * np.float64(_FULL_SCALE)).astype("<i4")
        self._file.write(whole.reshape(-1, 1).view(np.uint8)[:, :_BYTES_A_SAMPLE].tobytes())
        self.sample_count += len(block)


def _header(sample_count: int) -> bytes:
    data = sample_count * _FRAME_BYTES
    rate = SAMPLE_RATE * _FRAME_BYTES
    form = (1, CHANNELS, SAMPLE_RATE, rate, _FRAME_BYTES, 8 * _BYTES_A_SAMPLE)
    return _HEADER.pack(b"RIFF", data + _HEADER.size - 8, b"WAVE", b"fmt ", 16, *form, b"data", data)


class WavSamples:
    """The samples of a WAV file of 32-bit floats at 48 kHz, read when they are asked for and not kept.

    Only what `sound.SoundStore` lets ffmpeg write is understood; ValueError for anything else. The data are taken to
    reach the end of the file, whatever the header counts: it cannot count beyond 4 GB.
    """

    def __init__(self, path: Path):
        self._path = path
        with path.open("rb") as file:
            self.channels = _channels(file, path)
            self._start = file.tell()
        self._length = (path.stat().st_size - self._start) // (4 * self.channels)

    def __len__(self) -> int:
        return self._length

    def read(self, first: int, end: int) -> NDArray[np.float32]:
        """Samples [`first`, `end`), float32 (end - first, channels)."""
        count = (end - first) * self.channels
        offset = self._start + 4 * self.channels * first
        return np.fromfile(self._path, np.dtype("<f4"), count, offset=offset).reshape(-1, self.channels)

    def peak(self) -> float:
        """The largest absolute value, 0 of none; NaN where one of them is no finite number."""
        peak = 0.0
        for first in range(0, len(self), _PEAK_SAMPLES):
            block = self.read(first, min(first + _PEAK_SAMPLES, len(self)))
            if not np.isfinite(block).all():
                return math.nan
            peak = max(peak, float(np.abs(block).max()))
        return peak


def _channels(file: BinaryIO, path: Path) -> int:
    """The number of channels; `file` then stands where its samples begin."""
    riff, _, wave = struct.unpack("<4sI4s", file.read(12).ljust(12))
    channels = 0
    while riff == b"RIFF" and wave == b"WAVE" and len(head := file.read(8)) == 8:
        name, length = struct.unpack("<4sI", head)
        if name == b"data" and channels:
            return channels
        body = file.read(length + length % 2)
        if name == b"fmt ":
            kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", body)
            if kind not in (_FLOAT, _EXTENSIBLE) or rate != SAMPLE_RATE or bits != 32:
                raise ValueError(f"{path} holds no 32-bit floats at {SAMPLE_RATE} Hz")
    raise ValueError(f"{path} is no whole WAV file")
