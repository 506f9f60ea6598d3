"""How films are encoded: texts as typed judged against the table of formats, before anything is read."""

from __future__ import annotations

from dataclasses import replace

from rigbyscene.cli.parsing import Mistakes, one_of
from rigbyscene.cli.requests import Coding
from rigbyscene.film.formats import Alpha, Quality
from rigbyscene.film.settings import FilmSettings, film_format


def checked_coding(coding: Coding, mistakes: Mistakes) -> FilmSettings:
    """The settings that `coding` asks for; faults go to `mistakes`, each told once, and defaults stand in for them."""
    quality = Quality.WEB
    if coding.quality is not None:
        quality = Quality(mistakes.value("web", one_of, coding.quality, [q.value for q in Quality], "--quality"))
    alpha = Alpha(mistakes.value("none", one_of, coding.alpha, [a.value for a in Alpha], "--alpha"))
    settings = FilmSettings(format=coding.format, quality=quality)
    if coding.output is None:
        return settings
    output = coding.output
    # each choice by itself against the kind of film: all that are wrong are told, not only the first
    for choice in (
        replace(settings, alpha=alpha),
        replace(settings, crf=coding.crf),
        replace(settings, preset=coding.preset),
    ):
        mistakes.check(film_format, output, choice)
    return replace(settings, alpha=alpha, crf=coding.crf, preset=coding.preset)
