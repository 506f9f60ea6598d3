"""The options that several commands share, each with its one help text."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

SceneFile = Annotated[str, Argument(metavar="SCENE", help="A .scene.json, or a skeleton on its own.")]

Fps = Annotated[str, Option("--fps", metavar="RATE", help="Frames a second: 24, 29.97, 30000/1001 …")]
Overwrite = Annotated[bool, Option("--overwrite", help="Replace the output file if it exists.")]
Quiet = Annotated[bool, Option("--quiet", "-q", help="Say nothing but errors.")]
AsJson = Annotated[bool, Option("--json", help="Print JSON for other programs.")]

Camera = Annotated[
    str | None, Option("--camera", metavar="BONE", help="The stage bone to look through, instead of 'camera'.")
]
Crossfade = Annotated[
    str,
    Option(
        "--crossfade",
        metavar="reference|smooth",
        help="What only an outgoing clip keys holds until the fade ends (reference), or fades out with it (smooth).",
    ),
]
Settle = Annotated[
    float, Option("--settle", metavar="SECONDS", help="How long physics settles before a shot's first frame.")
]
Skin = Annotated[str | None, Option("--skin", metavar="SKIN", help="For a skeleton file: the skin that it wears.")]

Size = Annotated[
    str | None,
    Option("--size", metavar="WxH", help="Size in pixels.", show_default="the frame: 1280x720 with a camera"),
]
Frame = Annotated[
    str | None,
    Option(
        "--frame",
        metavar="WxH",
        help="What the camera sees, in stage units.",
        show_default="1280x720 with a camera, else all that is drawn",
    ),
]
Fit = Annotated[
    str,
    Option("--fit", metavar="contain|cover|fill", help="How a frame of another shape meets the picture."),
]
Supersample = Annotated[
    int, Option("--supersample", metavar="N", help="Average N x N samples a pixel: smoother edges, N x N the time.")
]
Threads = Annotated[
    int | None, Option("--threads", metavar="N", help="Draw on N threads; the picture is the same.", show_default="all")
]
Sounds = Annotated[
    str | None,
    Option("--sounds", metavar="FOLDER", help="Where the events' sounds are.", show_default="where the skeletons say"),
]
