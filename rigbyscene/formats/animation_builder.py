"""Collects the timelines and the duration of one animation while the readers of its groups go through the file."""

from __future__ import annotations

from collections.abc import Collection

from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.keys import FloatArray, Keys, last_time, read_keys
from rigbyscene.formats.skeleton_context import Context
from rigbyscene.model.animation import CurveTimeline, Timeline
from rigbyscene.model.enums import Format, Property


class AnimationBuilder:
    """Every key that goes by counts for the duration, those of skipped timelines too."""

    def __init__(self, context: Context):
        self.context = context
        self.source = context.source
        self.old = context.format is Format.V38
        self.newer = context.format is Format.V43
        self.timelines: list[Timeline] = []
        self.duration = 0.0

    def add(self, timeline: Timeline | None) -> None:
        if timeline is not None:
            self.timelines.append(timeline)

    def keys(self, value: object, path: str) -> Keys | None:
        keys = read_keys(value, path, self.source)
        if keys is not None:
            self.duration = max(self.duration, float(keys.times[-1]))
        return keys

    def curve(self, prop: Property, target: int, keys: Keys, values: FloatArray) -> None:
        self.add(CurveTimeline(prop, target, keys.times, values, keys.curves(values, old=self.old)))

    def skip(self, value: object) -> None:
        """Count the keys of a timeline, or of an object of timelines, that is not read."""
        for inner in value.values() if isinstance(value, dict) else [value]:
            self.duration = max(self.duration, last_time(inner))

    def unknown(self, group: str, timeline: str, value: object, path: str) -> None:
        """A timeline of a kind this package does not know."""
        self.skip(value)
        self.source.unknown(f"{group} timeline", timeline, path)

    def missing(self, value: object, path: str, kind: str, name: str, known: Collection[str]) -> None:
        """Timelines whose target is not in the file: a warning, not an error, since exports leave such keys behind."""
        self.skip(value)
        found = f"keys for {kind} {quoted(name)}, which does not exist"
        near = self.source.report.nearest(name, known)
        self.source.warning(
            f"unknown-{kind.replace(' ', '-')}", path, found, "they are skipped; rename or remove them", near
        )
