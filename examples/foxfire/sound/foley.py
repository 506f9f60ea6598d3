"""The film's sounds. Their names are those of the files that the skeletons' events play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from studio.synth import Sound

GLASS = ((1.0, 1.0, 0.30), (2.0, 0.35, 0.20), (2.76, 0.25, 0.11), (5.4, 0.12, 0.05))
"""A small bell: its upper partials are no multiples, and are gone first."""

E5 = 659.26
LANTERN_NOTES = (440.0, 493.88, 554.37, 659.26, 739.99, 880.0)
"""A major without its fourth and seventh: in any order they sound well."""


def step() -> Sound:
    """A tin foot on stone: a soft knock, and a tick of metal."""
    sound = Sound(0.13, 22050)
    sound.thump(0.0, 260, 120, 0.022, 1.0)
    sound.ring(0.0, 2150, ((1.0, 0.22, 0.012), (1.63, 0.12, 0.008)), 1.0)
    sound.breath([(0, 0.30), (0.02, 0.0)], [(0, 1800), (0.13, 900)], 1.2, 1)
    return sound


def lamp() -> Sound:
    """Gas catches, and the glass of the lamp sings: two notes, a fourth apart."""
    sound = Sound(1.2, 16000)
    sound.breath([(0, 0), (0.05, 0.5), (0.14, 0.18), (0.6, 0)], [(0, 300), (0.06, 1100), (0.5, 420)], 1.4, 2)
    sound.ring(0.03, E5, GLASS, 0.7)
    sound.ring(0.13, E5 * 4 / 3, GLASS, 0.9)
    return sound


def wind() -> Sound:
    """A gust that comes, howls round the corner and goes."""
    sound = Sound(2.6, 8000)
    swell = [(0, 0), (0.25, 0.5), (0.6, 1.0), (0.95, 0.75), (1.3, 0.9), (2.6, 0)]
    sound.breath(swell, [(0, 240), (0.6, 620), (0.95, 430), (1.3, 560), (2.6, 180)], 5.0, 3)
    sound.breath([(t, 0.6 * v) for t, v in swell], [(0, 150), (0.6, 260), (2.6, 120)], 1.5, 4)
    return sound


def out() -> Sound:
    """A flame that is blown out: it flutters, and there is a puff of smoke."""
    sound = Sound(0.45, 16000)
    flutter = [(0.018 * i, (0.9 if i % 2 else 0.25) * (1 - i / 12)) for i in range(12)]
    sound.breath([*flutter, (0.22, 0.35), (0.45, 0)], [(0, 1300), (0.2, 500), (0.45, 200)], 1.3, 5)
    sound.thump(0.2, 150, 70, 0.06, 0.2)
    return sound


def foxfire() -> Sound:
    """Foxfire: a rush upwards, and glints of glass in it."""
    sound = Sound(1.6, 16000)
    sound.breath([(0, 0), (0.12, 0.9), (0.3, 0.5), (1.6, 0)], [(0, 260), (0.3, 1500), (1.6, 500)], 2.2, 6)
    random = np.random.default_rng(7)
    for i in range(14):
        start, note = 0.05 + 0.085 * i + float(random.uniform(0, 0.04)), int(random.integers(len(LANTERN_NOTES)))
        sound.ring(start, 4 * LANTERN_NOTES[note], ((1.0, 1.0, 0.07), (1.5, 0.4, 0.04)), 0.22 * (1 - i / 18))
    return sound


def catch() -> Sound:
    """The spark lands on the wick: a small bell, and it burns."""
    sound = Sound(0.7, 16000)
    sound.ring(0.0, 4 * E5, ((1.0, 1.0, 0.10), (1.51, 0.5, 0.06)), 0.5)
    sound.ring(0.06, 4 * E5 * 4 / 3, ((1.0, 1.0, 0.16), (1.51, 0.4, 0.08)), 0.5)
    sound.breath([(0, 0), (0.08, 0.5), (0.2, 0.2), (0.7, 0)], [(0, 500), (0.1, 1500), (0.7, 500)], 1.5, 8)
    return sound


def cricket() -> Sound:
    """Three chirps."""
    sound = Sound(0.35, 16000)
    for chirp in range(3):
        for pulse in range(3):
            after = (sound.times - 0.01 - 0.115 * chirp - 0.028 * pulse) / 0.022
            swell = np.where((after > 0) & (after < 1), np.sin(np.pi * after) ** 2, 0.0)
            sound.samples += (0.6 + 0.2 * pulse) * swell * np.sin(2 * np.pi * 4350 * sound.times)
    return sound


def lantern(number: int) -> Sound:
    """The paper lantern `number` of the garland: each is a note higher."""
    sound = Sound(0.55, 11025)
    partials = [(multiple, strength, 0.5 * fade) for multiple, strength, fade in GLASS[:3]]
    sound.ring(0.0, 2 * LANTERN_NOTES[number], partials, 1.0)
    return sound


SOUNDS: dict[str, Callable[[], Sound]] = {f.__name__: f for f in (step, lamp, wind, out, foxfire, catch, cricket)}


def write_sounds(folder: Path) -> None:
    """Write all of them into `folder`."""
    folder.mkdir(exist_ok=True)
    for name, make in SOUNDS.items():
        make().write(folder / f"{name}.wav")
    for number in range(len(LANTERN_NOTES)):
        lantern(number).write(folder / f"lantern{number + 1}.wav")
