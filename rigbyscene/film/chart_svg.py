"""Charts as SVG: text that browsers and drawing programs read, with names in it exactly as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from rigbyscene.film.chart import Area, Box, Chart, Line, Point, Shape, Words

_FONTS = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_of(chart: Chart) -> str:
    """The chart as a whole SVG file."""
    size = f'width="{chart.width}" height="{chart.height}" viewBox="0 0 {chart.width} {chart.height}"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONTS}">',
            f"<title>{_text(chart.title)}</title>",
            f'<rect width="{chart.width}" height="{chart.height}" fill="{chart.background}"/>',
            *(_element(shape) for shape in chart.shapes),
            "</svg>",
            "",
        ]
    )


def _element(shape: Shape) -> str:
    match shape:
        case Box():
            radius = f' rx="{_number(shape.radius)}"' if shape.radius else ""
            place = f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
            size = f'width="{_number(shape.width)}" height="{_number(shape.height)}"'
            return _with_title(
                f'rect {place} {size}{radius} fill="{shape.color}"{_opacity(shape.opacity)}', shape.title
            )
        case Area():
            inside = f'polygon points="{_points(shape.points)}" fill="{shape.color}"{_opacity(shape.opacity)}'
            return _with_title(inside, shape.title)
        case Line():
            dash = f' stroke-dasharray="{_number(shape.dash)}"' if shape.dash else ""
            stroke = f'stroke="{shape.color}" stroke-width="{_number(shape.width)}" stroke-linejoin="round"{dash}'
            inside = f'polyline points="{_points(shape.points)}" fill="none" {stroke}{_opacity(shape.opacity)}'
            return _with_title(inside, shape.title)
        case Words():
            anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
            place = f'x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{shape.size}"'
            # xml:space: names may have several blanks in a row
            return (
                f'<text {place} fill={quoteattr(shape.color)}{anchor} xml:space="preserve">{_text(shape.text)}</text>'
            )


def _with_title(inside: str, title: str) -> str:
    name = inside.partition(" ")[0]
    return f"<{inside}><title>{_text(title)}</title></{name}>" if title else f"<{inside}/>"


def _text(text: str) -> str:
    """`text` for XML; what no XML file may hold becomes the sign for that."""
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _opacity(opacity: float) -> str:
    return f' opacity="{_number(opacity)}"' if opacity != 1.0 else ""


def _number(value: float) -> str:
    """
    >>> _number(3.0), _number(2.126), _number(-0.001)
    ('3', '2.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
