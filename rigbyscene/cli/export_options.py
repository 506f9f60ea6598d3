"""The options of `export` that no other command has, each with its one help text."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

Output = Annotated[
    str | None,
    Argument(
        metavar="OUT",
        help="The film; its ending tells the kind: .mp4 .webm .mov .mkv .gif .apng .webp, out_####.png or a folder/ of"
        " PNGs, - for a stream. With {shot} in the name: one film a shot.",
    ),
]
Shots = Annotated[
    list[str] | None,
    Option("--shot", metavar="NAME", help="A shot of the film; several in the order given.", show_default="all"),
]
Background = Annotated[
    str | None,
    Option(
        "--background",
        metavar="COLOR",
        help="A name such as teal, or digits such as #ff8000.",
        show_default="black; transparent where alpha is kept",
    ),
]

Format = Annotated[
    str | None,
    Option(
        "--format",
        metavar="NAME",
        help="h264, h265, vp9, av1, prores, prores4444, ffv1, gif, apng, webp, png, rgba, y4m.",
        show_default="by the ending",
    ),
]
QualityPreset = Annotated[
    str | None,
    Option(
        "--quality",
        metavar="draft|web|master",
        help="What it is for: sets quality, effort and samples.",
        show_default="web",
    ),
]
Crf = Annotated[
    float | None, Option("--crf", metavar="N", help="Quality of the encoder: for H.264 0 (lossless) to 51.")
]
Preset = Annotated[
    str | None,
    Option("--preset", metavar="NAME", help="Encoder effort: for H.264 ultrafast to placebo; slower is smaller."),
]
Supersample = Annotated[
    int | None,
    Option(
        "--supersample",
        metavar="N",
        help="Average N x N samples a pixel: smoother edges, N x N the time.",
        show_default="1; master 2",
    ),
]
AlphaKind = Annotated[
    str,
    Option(
        "--alpha",
        metavar="none|straight|side-by-side",
        help="Keep transparency, in the film or as a second picture beside the first.",
    ),
]
Title = Annotated[str | None, Option("--title", metavar="TEXT", help="The film's name in players.")]
NoChapters = Annotated[bool, Option("--no-chapters", help="Leave out the chapters, one a shot.")]

Frames = Annotated[
    str | None,
    Option("--frames", metavar="A-B", help="Only these frames of the film, from 0, B included.", show_default="all"),
]
Range = Annotated[
    str | None,
    Option("--range", metavar="A-B", help="Only this time of the film, such as 1.5s-3s.", show_default="all"),
]
Step = Annotated[int, Option("--step", metavar="N", help="Only every N-th frame: a film N times as fast.")]
Speed = Annotated[float, Option("--speed", metavar="X", help="Play the shots X times as fast: 0.5 is slow motion.")]
Loops = Annotated[int, Option("--loops", metavar="N", help="The whole film N times.")]
Transition = Annotated[
    str, Option("--transition", metavar="KIND", help="Between shots: cut, fade:SECONDS or dissolve:SECONDS.")
]
Letterbox = Annotated[
    str | None, Option("--letterbox", metavar="RATIO", help="Black bars that leave this shape: 2.39, 16:9.")
]
BurnIn = Annotated[bool, Option("--burn-in", help="Write shot, frame and timecode into the picture.")]
Samples = Annotated[int, Option("--samples", metavar="N", help="Motion blur: average N moments a frame.")]
ShutterAngle = Annotated[
    float, Option("--shutter", metavar="DEGREES", help="How much of a frame the moments span; 360 is all of it.")
]

Audio = Annotated[str | None, Option("--audio", metavar="FILE", help="A soundtrack under the sounds of events.")]
AudioOffset = Annotated[
    float, Option("--audio-offset", metavar="SECONDS", help="When the soundtrack begins; below 0: inside it.")
]
AudioGain = Annotated[float, Option("--audio-gain", metavar="DB", help="How much louder the soundtrack is.")]
Mute = Annotated[bool, Option("--mute", help="Leave out the sounds of events.")]
AudioOnly = Annotated[
    str | None, Option("--audio-only", metavar="OUT.wav", help="Write only the sound, and no film: leave out OUT.")
]
Subtitles = Annotated[str | None, Option("--subtitles", metavar="FILE", help="Subtitles, .srt or .ass.")]
SubtitlesMode = Annotated[
    str | None,
    Option(
        "--subtitles-mode",
        metavar="track|burn",
        help="As a track that players switch on, or drawn into the picture.",
        show_default="a track where the film can have one",
    ),
]

Renderer = Annotated[
    str,
    Option("--renderer", metavar="cpu|gl|auto", help="What draws; auto takes a graphics card where there is one."),
]
Workers = Annotated[int, Option("--workers", metavar="N", help="Make the film with N processes.")]
Resume = Annotated[bool, Option("--resume", help="Keep what is made when interrupted, and go on from what was kept.")]
Dask = Annotated[
    str | None, Option("--dask", metavar="ADDRESS", help="Make the film on a dask cluster, such as tcp://render1:8786.")
]
Progress = Annotated[
    str, Option("--progress", metavar="KIND", help="auto, bar, plain, json (a line of JSON a report), or none.")
]
