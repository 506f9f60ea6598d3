"""The words that appear over what is under the pointer."""

from __future__ import annotations

from rigbyscene.play.bar import clock_text, event_places
from rigbyscene.play.controls import Controls
from rigbyscene.play.keys import LAYERS, LOOKING, PLAYBACK
from rigbyscene.play.layout import Layout
from rigbyscene.play.panels import event_words
from rigbyscene.play.timeline import Lane

_BUTTON_WORDS = {
    "play": ("play or pause", "Space"),
    "speed": ("normal speed; slower and faster are", "[ ]"),
    "shot": ("shots", "S"),
    "layers": ("overlays", "O"),
    "still": ("save a still", "F12"),
}


def button_tip(name: str) -> list[str]:
    """What a button does and the key for it.

    >>> button_tip("next frame"), button_tip("still")
    (['one frame on  (.)'], ['save a still  (F12)'])
    """
    if name in _BUTTON_WORDS:
        words, key = _BUTTON_WORDS[name]
    else:
        words, key = next((b.text, b.shown) for b in (*PLAYBACK, *LOOKING, *LAYERS) if b.action == name)
    return [f"{words}  ({key})"]


def track_tip(layout: Layout, controls: Controls, x: float, y: float) -> list[str] | None:
    """What is at a point of the track: the time, the clip there, the event there. None beside it."""
    track = layout.track
    if not (track.contains(x, y) or (controls.scrubbing and layout.bar.height)):
        return None
    duration = controls.player.shot.duration
    t = layout.time_at(x, duration)
    frame = int(t * controls.fps + 1e-6)
    for row, lane in zip(layout.rows, controls.timeline.lanes[layout.first_row :], strict=False):
        if row.contains(x, y):
            places = event_places(layout, row, lane, duration)
            for event, (at, _) in zip(lane.events, places.tolist(), strict=True):
                if abs(at - x) <= layout.px(6):
                    return [f"{lane.label}: {event_words(event)}", f"event at {clock_text(event.time)}"]
            return _clip_tip(controls, lane, t, frame)
    return [f"{clock_text(t)}  frame {frame}"]


def _clip_tip(controls: Controls, lane: Lane, t: float, frame: int) -> list[str]:
    time = f"{clock_text(t)}  frame {frame}"
    block = lane.block_at(t)
    if block is None:
        return [time, f"{lane.label}: no clip yet"]
    lines = [f"{lane.label}: {block.name}"]
    if block.note:
        lines.append(block.note)
    if lane.number == 0:
        return [*lines, time]
    member = controls.player.scene.cast[lane.number - 1]
    schedule = member.schedules[controls.player.shot.index]
    layers = schedule.layers(t)
    if len(layers) > 1:
        below = schedule.clips[layers[-2].clip].name
        lines.append(f"fading in: {layers[-1].alpha:.0%} over {below}")
    elif layers:
        lines.append(f"shows {layers[-1].animation_time:.3f} s of the animation")
    return [*lines, time]
