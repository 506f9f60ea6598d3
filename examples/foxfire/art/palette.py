"""One place for colour: a blue-violet evening, two warm characters, one lamp's amber and the fox's cyan fire."""

from __future__ import annotations

from studio.colour import rgb

# Sky, from the zenith down to the last light over the roofs.
ZENITH = rgb("10163a")
HIGH = rgb("1d2a63")
MIDDLE = rgb("3f4590")
LOW = rgb("8a6aa6")
HORIZON = rgb("e39a8f")
AFTERGLOW = rgb("ffc490")
MOON = rgb("fdf3dc")

# Distance: the same violet, paler and warmer the farther away.
HAZE = rgb("8f7fb4")
FAR = rgb("6f6aa8")
MIDDLE_DISTANCE = rgb("4a4a8a")
NEAR = rgb("2f3268")
DEEP = rgb("171a40")
INK = rgb("0c0e28")

# Light.
AMBER = rgb("ffb652")
CANDLE = rgb("ffe3a3")
FOXFIRE = rgb("7dffd6")
FOXFIRE_CORE = rgb("e9fff6")
MOONLIGHT = rgb("b9c6ff")

# The quay.
STONE = rgb("5d5b8c")
STONE_LIGHT = rgb("8f8bbd")
STONE_DARK = rgb("2e2d5a")
COBBLE = rgb("434473")

# Wick, who lights the lamps.
ENAMEL = rgb("efe4cf")
ENAMEL_LIGHT = rgb("fffaf0")
ENAMEL_SHADE = rgb("7c74a6")
BRASS = rgb("cf9a4a")
BRASS_LIGHT = rgb("ffdf96")
BRASS_SHADE = rgb("5e3a4e")
COAT = rgb("2f7f8c")
COAT_LIGHT = rgb("63b9b4")
COAT_SHADE = rgb("173a66")
SCARF = rgb("d9484f")
SCARF_LIGHT = rgb("ff8d78")
SCARF_SHADE = rgb("6b2156")
IRON = rgb("4b4a72")
IRON_LIGHT = rgb("8c8fb8")
IRON_SHADE = rgb("221f45")
GLASS = rgb("1a1836")
EYE = rgb("ffc45a")

# Saffron, the fox.
FUR = rgb("e8813a")
FUR_LIGHT = rgb("ffbd74")
FUR_SHADE = rgb("8a3654")
CREAM = rgb("f8e6cf")
CREAM_LIGHT = rgb("fffaf0")
CREAM_SHADE = rgb("a886ac")
SOCK = rgb("4a2b49")
SOCK_LIGHT = rgb("7f5670")
SOCK_SHADE = rgb("241638")
EYE_DARK = rgb("20122e")
