"""A stream in a process of its own. Arguments: film (``-`` for standard output), format, frame count."""

from __future__ import annotations

import sys
from fractions import Fraction

from rigbyscene.errors import RigbySceneError
from rigbyscene.film.export import export_film
from rigbyscene.film.settings import FilmSettings
from rigbyscene.film.source import WholeFrames


class Counting(WholeFrames):
    def draw(self, index: int) -> None:
        self.pixels[...] = (index % 256, 40, 200, 255)


film, kind, frame_count = sys.argv[1:]
try:
    export_film(Counting((64, 48), int(frame_count), Fraction(25)), film, FilmSettings(format=kind))
except RigbySceneError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)
