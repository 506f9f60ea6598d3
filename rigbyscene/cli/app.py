"""The commands and their options as declarations; what they do is imported when they are called."""

from __future__ import annotations

from typing import Annotated

import typer
from typer import Argument, Context, Exit, Option, Typer

import rigbyscene
from rigbyscene.cli import options, requests
from rigbyscene.cli.export_command import export

# rich_markup_mode None: styled help would take longer to import than everything else --help needs
_HELP = {"help_option_names": ["-h", "--help"]}
app = Typer(name="rigbyscene", rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=_HELP)
golden = Typer(rich_markup_mode=None, help="Record what scenes do as numbers; compare recordings.")
app.add_typer(golden, name="golden")


@app.callback(invoke_without_command=True)
def root(
    context: Context,
    version: Annotated[bool, Option("--version", help="Print the version and end.")] = False,
    debug: Annotated[bool, Option("--debug", help="Show tracebacks; so does RIGBYSCENE_DEBUG=1.")] = False,
) -> None:
    """Turn Rigby2D scenes (.scene.json) and skeletons (.json, .skel) into films and pictures."""
    context.obj.debug |= debug
    if version:
        typer.echo(f"rigbyscene {rigbyscene.__version__}")
        raise Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise Exit(2)


app.command(epilog="Example: rigbyscene export street.scene.json street.mp4 --shot meet --size 1920x1080")(export)


@app.command(epilog="Example: rigbyscene still street.scene.json meet.png --shot meet --time 1.5")
def still(
    scene: options.SceneFile,
    output: Annotated[str, Argument(metavar="OUT.png", help="The picture to write.")],
    shot: Annotated[str | None, Option("--shot", metavar="NAME", help="The shot.", show_default="the first")] = None,
    time: Annotated[float, Option("--time", metavar="SECONDS", help="The moment of the shot.")] = 0.0,
    size: options.Size = None,
    frame: options.Frame = None,
    fit: options.Fit = "contain",
    background: Annotated[
        str, Option("--background", metavar="COLOR", help="A name such as teal, digits such as #ff8000 or #ff800080.")
    ] = "transparent",
    settle: options.Settle = 1.0,
    crossfade: options.Crossfade = "reference",
    camera: options.Camera = None,
    skin: options.Skin = None,
    supersample: options.Supersample = 1,
    threads: options.Threads = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Make a picture of one moment: PNG with transparency."""
    from rigbyscene.cli.still import write_scene_still

    write_scene_still(
        requests.Still(
            requests.Staging(scene, camera, crossfade, settle, skin),
            requests.Look(size, frame, fit, background, supersample, threads),
            output,
            shot,
            time,
            overwrite,
            quiet,
        )
    )


@app.command()
def info(scene: options.SceneFile, fps: options.Fps = "30", as_json: options.AsJson = False) -> None:
    """Show what is in a scene: shots, actors, clips, files."""
    from rigbyscene.cli.info import show_info

    show_info(scene, fps, as_json=as_json)


@app.command(epilog="Example: rigbyscene bench street.scene.json --size 1920x1080 --seconds 5")
def bench(
    scene: options.SceneFile,
    shot: Annotated[
        list[str] | None,
        Option("--shot", metavar="NAME", help="A shot to time; several in the order given.", show_default="all"),
    ] = None,
    size: options.Size = None,
    frame: options.Frame = None,
    fps: options.Fps = "30",
    seconds: Annotated[float, Option("--seconds", metavar="S", help="How much of the film to time.")] = 3.0,
    background: Annotated[
        str, Option("--background", metavar="COLOR", help="A name such as teal, or digits such as #ff8000.")
    ] = "black",
    camera: options.Camera = None,
    skin: options.Skin = None,
    crf: Annotated[float, Option("--crf", metavar="N", help="Quality, 0 (lossless) to 51.")] = 18.0,
    preset: Annotated[str, Option("--preset", metavar="NAME", help="Encoder effort, ultrafast to placebo.")] = "medium",
    supersample: options.Supersample = 1,
    threads: options.Threads = None,
    as_json: options.AsJson = False,
) -> None:
    """Time the steps of a film: posing, drawing, converting, encoding."""
    from rigbyscene.cli.bench import Bench, bench_scene

    staging = requests.Staging(scene, camera, skin=skin)
    look = requests.Look(size, frame, "contain", background, supersample, threads)
    bench_scene(Bench(staging, look, tuple(shot or ()), fps, seconds, crf, preset, as_json))


@app.command()
def check(
    scenes: Annotated[
        list[str], Argument(metavar="SCENE...", help="Scenes or skeletons to read with all their files.")
    ],
    errors_only: Annotated[bool, Option("--errors-only", help="Pass over warnings.")] = False,
    sounds: options.Sounds = None,
    as_json: options.AsJson = False,
) -> int:
    """List everything that is wrong with files. The exit code is 0 if nothing is, 1 otherwise."""
    from rigbyscene.cli.check import check_files

    return check_files(scenes, sounds, errors_only=errors_only, as_json=as_json)


@app.command(epilog="Example: rigbyscene convert nila.skel nila.json")
def convert(
    source: Annotated[str, Argument(metavar="IN", help="A skeleton, .json or .skel, of any version that can be read.")],
    output: Annotated[str, Argument(metavar="OUT", help="The file to write, .json or .skel.")],
    version: Annotated[
        str | None, Option("--to", metavar="4.2|4.3", help="The format's version.", show_default="that of IN, or 4.2")
    ] = None,
    overwrite: options.Overwrite = False,
) -> None:
    """Bring a skeleton to JSON, binary or another version."""
    from rigbyscene.cli import messages
    from rigbyscene.cli.convert import convert as convert_skeleton

    made = convert_skeleton(source, output, overwrite=overwrite, version=version)
    messages.print_diagnostics(made.warnings)
    messages.say(messages.printable(f"{output}: format {made.version}, {messages.bytes_of(made.size)}"))


@golden.command(epilog="Example: rigbyscene golden record nila.json --animation walk --loop -o walk.json.gz")
def record(
    file: Annotated[str, Argument(metavar="FILE", help="A skeleton or a scene.")],
    output: Annotated[str, Option("--output", "-o", metavar="OUT.json.gz", help="The recording, .json or .json.gz.")],
    animation: Annotated[str | None, Option("--animation", metavar="NAME", help="The animation to record.")] = None,
    shot: Annotated[str | None, Option("--shot", metavar="NAME", help="The shot to record.")] = None,
    skin: options.Skin = None,
    mix_from: Annotated[
        str | None, Option("--from", metavar="NAME", help="Start with this animation, looping, and fade over.")
    ] = None,
    mix: Annotated[
        float | None, Option("--mix", metavar="SECONDS", help="How long the fade takes.", show_default="0.2")
    ] = None,
    mix_at: Annotated[
        float | None, Option("--mix-at", metavar="SECONDS", help="When the fade begins.", show_default="0.2")
    ] = None,
    loop: Annotated[bool, Option("--loop", help="Let the animation loop.")] = False,
    fps: options.Fps = "30",
    offset: Annotated[
        str, Option("--offset", metavar="PART", help="Frame i is at (i + PART) / fps: times between keys.")
    ] = "1/3",
    frames: Annotated[
        str | None,
        Option("--frames", metavar="N|all", help="How many frames.", show_default="all; of an animation 90 at most"),
    ] = None,
    settle: Annotated[
        float | None,
        Option("--settle", metavar="SECONDS", help="How long physics settles before the shot.", show_default="1"),
    ] = None,
    overwrite: options.Overwrite = False,
) -> None:
    """Record every frame of a scene as numbers.

    Bones, vertices, draw order, colours and events: see docs/golden.md.
    """
    from rigbyscene.cli.golden import write_recording

    write_recording(
        requests.Recording(
            file, output, animation, shot, skin, mix_from, mix, mix_at, loop, fps, offset, frames, settle, overwrite
        )
    )


@golden.command()
def compare(
    expected: Annotated[str, Argument(metavar="EXPECTED", help="The recording that counts.")],
    found: Annotated[str, Argument(metavar="FOUND", help="The recording to hold against it.")],
    matrix: Annotated[
        float, Option("--matrix", metavar="N", help="Matrices may differ by N times their size (at least 1).")
    ] = 1e-6,
    vertex: Annotated[float, Option("--vertex", metavar="UNITS", help="Vertices may differ by this.")] = 1e-4,
    number: Annotated[float, Option("--number", metavar="N", help="All other numbers may differ by this.")] = 1e-6,
    limit: Annotated[int, Option("--limit", metavar="N", help="Show at most this many differences.")] = 20,
    as_json: options.AsJson = False,
) -> int:
    """Tell where two recordings differ. The exit code is 0 if they agree, 1 otherwise."""
    from rigbyscene.cli.golden import compare_files

    return compare_files(expected, found, (matrix, vertex, number), limit=limit, as_json=as_json)


@app.command(epilog="Example: rigbyscene play street.scene.json --shot meet --overlay bones")
def play(
    scene: options.SceneFile,
    shot: Annotated[
        str | None, Option("--shot", metavar="NAME", help="The shot to begin with.", show_default="the first")
    ] = None,
    time: Annotated[float, Option("--time", metavar="SECONDS", help="The moment of the shot to begin at.")] = 0.0,
    size: Annotated[
        str | None, Option("--size", metavar="WxH", help="Size of the window.", show_default="1280x720")
    ] = None,
    frame: options.Frame = None,
    fit: options.Fit = "contain",
    background: Annotated[
        str, Option("--background", metavar="COLOR", help="A name such as teal, or digits such as #ff8000.")
    ] = "black",
    fps: options.Fps = "30",
    loop: Annotated[
        str, Option("--loop", metavar="none|shot|all", help="What follows the end: nothing, the shot again, all shots.")
    ] = "shot",
    speed: Annotated[float, Option("--speed", metavar="N", help="How fast it plays.")] = 1.0,
    paused: Annotated[bool, Option("--paused", help="Do not start to play.")] = False,
    overlay: Annotated[
        list[str] | None,
        Option("--overlay", metavar="NAME", help="Lay bones, names, meshes, bounds … over it; may be repeated."),
    ] = None,
    full_screen: Annotated[bool, Option("--full-screen", help="Fill the screen.")] = False,
    settle: options.Settle = 1.0,
    crossfade: options.Crossfade = "reference",
    camera: options.Camera = None,
    skin: options.Skin = None,
    screenshot: Annotated[
        str | None, Option("--screenshot", metavar="OUT.png", help="Write a picture of the window and end.")
    ] = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Show a scene in a window with a timeline.

    Files that are saved are shown at once. H lists the keys.
    """
    from rigbyscene.cli.play import Play, play_scene

    play_scene(
        Play(
            requests.Staging(scene, camera, crossfade, settle, skin),
            requests.Look(size, frame, fit, background),
            shot,
            time,
            fps,
            loop,
            speed,
            paused,
            tuple(overlay or ()),
            full_screen,
            screenshot,
            overwrite,
            quiet,
        )
    )


@app.command(epilog="Example: rigbyscene events street.scene.json --shot meet --json")
def events(
    scene: options.SceneFile,
    shot: Annotated[
        list[str] | None,
        Option("--shot", metavar="NAME", help="A shot to look at; several in the order given.", show_default="all"),
    ] = None,
    fps: options.Fps = "30",
    sounds: options.Sounds = None,
    as_json: options.AsJson = False,
) -> None:
    """List all events of a scene's shots.

    When they fire, what they say, and the sounds that they play.
    """
    from rigbyscene.cli.events import show_events

    show_events(scene, tuple(shot or ()), fps, sounds, as_json=as_json)


@app.command(epilog="Example: rigbyscene sheet street.scene.json street.png --count 8 --columns 4")
def sheet(
    scene: options.SceneFile,
    output: Annotated[str, Argument(metavar="OUT.png", help="The picture to write.")],
    shot: Annotated[
        list[str] | None,
        Option("--shot", metavar="NAME", help="A shot to show; several in the order given.", show_default="all"),
    ] = None,
    count: Annotated[int, Option("--count", metavar="N", help="How many frames of each shot.")] = 6,
    columns: Annotated[
        int | None,
        Option("--columns", metavar="N", help="How many pictures side by side.", show_default="as many as --count"),
    ] = None,
    width: Annotated[int, Option("--width", metavar="PIXELS", help="How wide the sheet is.")] = 1920,
    fps: options.Fps = "30",
    frame: options.Frame = None,
    fit: options.Fit = "contain",
    background: Annotated[
        str, Option("--background", metavar="COLOR", help="A name such as teal, or digits such as #ff8000.")
    ] = "black",
    settle: options.Settle = 1.0,
    crossfade: options.Crossfade = "reference",
    camera: options.Camera = None,
    skin: options.Skin = None,
    supersample: options.Supersample = 2,
    threads: options.Threads = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Make a contact sheet of every shot.

    Some frames of each on one page, with shot, time and number.
    """
    from rigbyscene.cli.sheet import Sheet, write_sheet

    write_sheet(
        Sheet(
            requests.Staging(scene, camera, crossfade, settle, skin),
            requests.Look(None, frame, fit, background, supersample, threads),
            output,
            tuple(shot or ()),
            fps,
            count,
            columns,
            width,
            overwrite,
            quiet,
        )
    )


@app.command(epilog="Example: rigbyscene timeline street.scene.json street.svg")
def timeline(
    scene: options.SceneFile,
    output: Annotated[str, Argument(metavar="OUT.svg|png", help="The chart to write.")],
    shot: Annotated[
        list[str] | None,
        Option("--shot", metavar="NAME", help="A shot to show; several in the order given.", show_default="all"),
    ] = None,
    width: Annotated[int, Option("--width", metavar="PIXELS", help="How wide the chart is.")] = 1600,
    settle: options.Settle = 1.0,
    crossfade: options.Crossfade = "reference",
    camera: options.Camera = None,
    skin: options.Skin = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Draw clips, fades, events and camera as a chart."""
    from rigbyscene.cli.timeline import Timeline, write_timeline

    write_timeline(
        Timeline(
            requests.Staging(scene, camera, crossfade, settle, skin), output, tuple(shot or ()), width, overwrite, quiet
        )
    )
