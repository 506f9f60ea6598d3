"""Which key does what: one table, from which the window acts and the help is written.

A key is a lower-case character as typed, whatever the keyboard's layout, or the name of a key without one: ``left``,
``f12``; ``shift+`` before arrows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rigbyscene.play.choices import OVERLAYS

OVERLAY_KEYS: Mapping[str, str] = {
    "bones": "b",
    "names": "n",
    "meshes": "m",
    "clipping": "c",
    "bounds": "x",
    "frame": "k",
    "depth": "d",
    "safe": "g",
    "timing": "t",
}


@dataclass(frozen=True, slots=True)
class Binding:
    """`keys` do `action`; `shown` and `text` are the help's words for that."""

    keys: tuple[str, ...]
    action: str
    shown: str
    text: str


PLAYBACK = (
    Binding((" ",), "play", "Space", "play or pause"),
    Binding((",",), "previous frame", ",", "one frame back"),
    Binding((".",), "next frame", ".", "one frame on"),
    Binding(("left",), "back", "Left", "one second back"),
    Binding(("right",), "on", "Right", "one second on"),
    Binding(("shift+left",), "far back", "Shift+Left", "five seconds back"),
    Binding(("shift+right",), "far on", "Shift+Right", "five seconds on"),
    Binding(("home",), "start", "Home", "start of the shot"),
    Binding(("end",), "end", "End", "end of the shot"),
    Binding(("[",), "slower", "[", "slower"),
    Binding(("]",), "faster", "]", "faster"),
    Binding(("backspace",), "normal speed", "Backspace", "normal speed"),
    Binding(("l",), "loop", "L", "loop the shot, all, nothing"),
    Binding(("up", "pageup"), "previous shot", "Up", "previous shot"),
    Binding(("down", "pagedown"), "next shot", "Down", "next shot"),
    Binding(("s",), "shot", "S", "list of shots"),
    *(Binding((str(n),), f"shot {n}", "" if n > 1 else "1 – 9", "shot 1 to 9") for n in range(1, 10)),
)

LOOKING = (
    Binding(("z",), "fit", "Z", "fit: contain, cover, fill"),
    Binding(("+", "="), "closer", "+", "closer (or the wheel)"),
    Binding(("-", "_"), "farther", "-", "farther"),
    Binding(("0",), "reset view", "0", "whole picture"),
    Binding(("f", "f11"), "full screen", "F", "full screen"),
    Binding(("tab",), "bar", "Tab", "bar: lanes, slim, none"),
    Binding(("e",), "log", "E", "event log"),
    Binding(("f12",), "still", "F12", "save a still"),
    Binding(("u",), "sound", "U", "sound on or off"),
    Binding(("r",), "reload", "R", "read the files again"),
    Binding(("h", "?", "f1"), "help", "H", "this help"),
    Binding(("q", "ctrl+q", "ctrl+w"), "close", "Q", "close the window"),
    Binding(("escape",), "escape", "Esc", "close a panel, leave full screen"),
)

LAYERS = (
    Binding(("o",), "layers", "O", "list of overlays"),
    *(Binding((key,), f"overlay {name}", key.upper(), OVERLAYS[name].lower()) for name, key in OVERLAY_KEYS.items()),
)

ACTIONS: Mapping[str, str] = {key: b.action for b in (*PLAYBACK, *LOOKING, *LAYERS) for key in b.keys}
"""From a key to what it does."""
