"""Small sounds made of nothing: partials that ring, noise through a filter that moves, and WAV files of them."""

from __future__ import annotations

import wave
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import pi, sin
from pathlib import Path

import numpy as np

from .arrays import Floats

Curve = Sequence[tuple[float, float]]
"""(time, value) points with straight lines between them."""


@dataclass(slots=True)
class Sound:
    """Mono samples, at first silent, of `seconds` at `rate` a second. Methods add to them."""

    seconds: float
    rate: int
    samples: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.samples = np.zeros(round(self.seconds * self.rate))

    @property
    def times(self) -> Floats:
        return np.arange(len(self.samples)) / self.rate

    def ring(self, start: float, pitch_hz: float, partials: Sequence[tuple[float, float, float]], level: float) -> None:
        """Something struck at `start`: partials of (multiple of the pitch, strength, seconds to a third)."""
        after = self.times - start
        struck = (after >= 0) * np.minimum(after / 0.002, 1.0)
        for multiple, strength, fade in partials:
            wave_ = np.sin(2 * pi * pitch_hz * multiple * after)
            self.samples += level * strength * struck * np.exp(-np.maximum(after, 0.0) / fade) * wave_

    def thump(self, start: float, from_hz: float, to_hz: float, fade: float, level: float) -> None:
        """A soft low blow whose pitch falls."""
        after = np.maximum(self.times - start, 0.0)
        swing = np.cumsum(to_hz + (from_hz - to_hz) * np.exp(-after / (fade / 2))) / self.rate
        self.samples += level * (self.times >= start) * np.exp(-after / fade) * np.sin(2 * pi * (swing - swing[0]))

    def breath(self, loudness: Curve, pitch_hz: Curve, sharpness: float, seed: int) -> None:
        """Noise through a resonant filter: the higher `sharpness` (1 to 8), the more it whistles at `pitch_hz`."""
        noise = np.random.default_rng(seed).uniform(-1.0, 1.0, len(self.samples))
        pitches = np.interp(self.times, *zip(*pitch_hz, strict=True)).tolist()
        low = band = 0.0
        passed = []
        for value, pitch in zip(noise.tolist(), pitches, strict=True):
            step = 2 * sin(pi * min(pitch / self.rate, 0.16))
            low += step * band
            band += step * (value - low - band / sharpness)
            passed.append(band)
        self.samples += np.array(passed) * np.interp(self.times, *zip(*loudness, strict=True))

    def write(self, path: Path, peak: float = 0.8) -> None:
        """16-bit WAV, the loudest sample at `peak`, without a click at its ends."""
        edge = min(len(self.samples) // 8, round(0.02 * self.rate))
        shaped = self.samples.copy()
        shaped[-edge:] *= np.linspace(1.0, 0.0, edge)
        shaped *= peak / np.abs(shaped).max()
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes(np.rint(shaped * 32767).astype("<i2").tobytes())
