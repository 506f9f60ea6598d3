"""The declaration of `export`: what it may be asked, in the order in which its help lists it."""

from __future__ import annotations

from rigbyscene.cli import export_options as own
from rigbyscene.cli import options, requests


def export(
    scene: options.SceneFile,
    output: own.Output = None,
    shot: own.Shots = None,
    fps: options.Fps = "30",
    size: options.Size = None,
    quality: own.QualityPreset = None,
    alpha: own.AlphaKind = "none",
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
    frames: own.Frames = None,
    range_: own.Range = None,
    step: own.Step = 1,
    speed: own.Speed = 1.0,
    loops: own.Loops = 1,
    transition: own.Transition = "cut",
    frame: options.Frame = None,
    fit: options.Fit = "contain",
    background: own.Background = None,
    camera: options.Camera = None,
    crossfade: options.Crossfade = "reference",
    settle: options.Settle = 1.0,
    skin: options.Skin = None,
    supersample: own.Supersample = None,
    samples: own.Samples = 1,
    shutter: own.ShutterAngle = 180.0,
    letterbox: own.Letterbox = None,
    burn_in: own.BurnIn = False,
    subtitles: own.Subtitles = None,
    subtitles_mode: own.SubtitlesMode = None,
    audio: own.Audio = None,
    audio_offset: own.AudioOffset = 0.0,
    audio_gain: own.AudioGain = 0.0,
    mute: own.Mute = False,
    sounds: options.Sounds = None,
    audio_only: own.AudioOnly = None,
    format_: own.Format = None,
    crf: own.Crf = None,
    preset: own.Preset = None,
    title: own.Title = None,
    no_chapters: own.NoChapters = False,
    renderer: own.Renderer = "cpu",
    threads: options.Threads = None,
    workers: own.Workers = 1,
    resume: own.Resume = False,
    dask: own.Dask = None,
    progress: own.Progress = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Make a film of all shots, or of some.

    docs/films.md has a command for each wish.
    """
    from rigbyscene.cli.export import export_scene

    export_scene(
        requests.Export(
            requests.Staging(scene, camera, crossfade, settle, skin),
            requests.Look(size, frame, fit, background, supersample, threads, renderer),
            requests.Cutting(
                shots=tuple(shot or ()),
                fps=fps,
                frames=frames,
                range=range_,
                step=step,
                speed=speed,
                loops=loops,
                transition=transition,
                letterbox=letterbox,
                burn_in=burn_in,
                samples=samples,
                shutter_deg=shutter,
            ),
            requests.Coding(
                output=output,
                format=format_,
                quality=quality,
                crf=crf,
                preset=preset,
                alpha=alpha,
                title=title,
                chapters=not no_chapters,
            ),
            requests.Sound(
                audio=audio,
                audio_offset_s=audio_offset,
                audio_gain_db=audio_gain,
                mute=mute,
                sounds=sounds,
                audio_only=audio_only,
                subtitles=subtitles,
                subtitles_mode=subtitles_mode,
            ),
            requests.Work(
                workers=workers,
                resume=resume,
                dask=dask,
                overwrite=overwrite,
                quiet=quiet,
                as_json=as_json,
                progress=progress,
            ),
        )
    )
