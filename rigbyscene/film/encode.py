"""From what was asked for to the commands that ffmpeg is run with.

Arguments go to the program as they are: no shell, and absolute paths, so that no name is taken for an option or a
protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rigbyscene.errors import RenderError
from rigbyscene.film.ffmpeg import encoders_of
from rigbyscene.film.formats import Container, FilmFormat, Pixels
from rigbyscene.film.layouts import LAYOUTS, Layout
from rigbyscene.film.settings import FilmSettings, pixels_of, track_timescale
from rigbyscene.film.tracks import NO_TRACKS, Tracks, chapters_address

MP4_LIKE = (Container.MP4, Container.MOV)
MATROSKA_LIKE = (Container.WEBM, Container.MATROSKA)
HEAD = ("-hide_banner", "-nostdin", "-nostats", "-loglevel", "warning", "-y")
_BT709 = ("-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709")
_SRGB = ("-color_range", "pc", "-colorspace", "rgb", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1")


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a film is encoded with the ffmpeg that is there: a row of the table with every choice made.

    `sound` and `subtitles` are the encoders of those tracks, where the film has them. `ffmpeg` and `encoder` are empty
    for kinds of film that need none.
    """

    ffmpeg: str
    row: FilmFormat
    pixels: Pixels
    encoder: str
    crf: float | None
    preset: str | None
    sound: str | None = None
    subtitles: str | None = None

    @property
    def layout(self) -> Layout:
        return LAYOUTS[self.pixels.layout]


def subtitle_encoder(row: FilmFormat, *, is_styled: bool) -> str:
    """ffmpeg's encoder for a subtitle track in a kind of film that has one; `is_styled`: they come as ASS."""
    return "ass" if is_styled and "ass" in row.subtitles else row.subtitles[0]


def chosen_encoding(ffmpeg: str, row: FilmFormat, settings: FilmSettings, tracks: Tracks = NO_TRACKS) -> Encoding:
    """The encoding that checked `settings` mean; raises `RenderError` where `ffmpeg` lacks an encoder for it."""
    effort = row.effort(settings.quality)
    sound = (settings.sound or row.sounds[0]) if tracks.audio is not None else None
    subtitles = None
    if tracks.subtitles is not None:
        subtitles = subtitle_encoder(row, is_styled=tracks.subtitles.suffix.lower() in (".ass", ".ssa"))
    available = encoders_of(ffmpeg) if ffmpeg else frozenset[str]()
    encoder = next((name for name in row.encoders if name in available), "")
    missing = [] if encoder or not row.encoders else [" or ".join(row.encoders)]
    missing += [name for name in (sound, subtitles) if name is not None and name not in available]
    if missing:
        found = f"{ffmpeg!r} cannot encode with {', '.join(missing)}"
        remedy = (
            "use an ffmpeg that can (the one that imageio-ffmpeg brings has all of these), or choose another format"
        )
        raise RenderError.single("no-encoder", "ffmpeg", "", found, remedy)
    return Encoding(
        ffmpeg=ffmpeg,
        row=row,
        pixels=pixels_of(row, settings) or Pixels("rgba", "rgba"),
        encoder=encoder,
        crf=effort.crf if settings.crf is None else settings.crf,
        preset=effort.preset if settings.preset is None else settings.preset,
        sound=sound,
        subtitles=subtitles,
    )


def encode_command(
    encoding: Encoding, size: tuple[int, int], fps: Fraction, frame_count: int, part: Path, tracks: Tracks = NO_TRACKS
) -> list[str]:
    """The command that reads raw frames of `size` (as padded) from stdin and writes the whole film to `part`."""
    inputs, maps = other_inputs(encoding, tracks, frame_count / fps)
    return [
        *[encoding.ffmpeg, *HEAD],
        *frames_input(encoding.layout, size, fps),
        *inputs,
        *["-map", "0:v:0", *maps],
        *video_arguments(encoding),
        *container_arguments(encoding.row.container, fps),
        *["-f", encoding.row.container.value, str(part)],
    ]


def frames_input(layout: Layout, size: tuple[int, int], fps: Fraction) -> list[str]:
    """What tells ffmpeg of the raw frames that come through its stdin.

    They are tagged as the output is, so that no filter converts between the two.
    """
    return [
        *["-f", "rawvideo", "-pixel_format", layout.name, "-video_size", f"{size[0]}x{size[1]}"],
        # -r and not -framerate: with that alone ffmpeg 9 guesses a rounder rate, 120 for 120000/1001
        *["-r", f"{fps.numerator}/{fps.denominator}", *(_BT709 if layout.name.startswith("yuv") else _SRGB)],
        *["-i", "pipe:0"],
    ]


def other_inputs(encoding: Encoding, tracks: Tracks, duration_s: Fraction) -> tuple[list[str], list[str]]:
    """Inputs after the frames, each cut at the film's end, and what is taken from them."""
    inputs: list[str] = []
    maps: list[str] = []
    number = 1
    end_s = f"{float(duration_s):.6f}"
    for kind, path, encoder in (("a", tracks.audio, encoding.sound), ("s", tracks.subtitles, encoding.subtitles)):
        if path is not None and encoder is not None:
            inputs += ["-t", end_s, "-i", str(path.absolute())]
            maps += ["-map", f"{number}:{kind}:0", f"-c:{kind}", encoder, *_TRACK_ARGUMENTS.get(encoder, ())]
            number += 1
    if encoding.subtitles is not None:
        # a line that is still shown when the film ends would make the film longer
        maps += ["-bsf:s", f"setts=duration=min(DURATION\\,{end_s}/TB-PTS)"]
    if tracks.chapters:
        inputs += ["-f", "ffmetadata", "-i", chapters_address(tracks.chapters)]
        maps += ["-map_chapters", str(number)]
    maps += ["-map_metadata:g", "-1"]
    if tracks.title is not None:
        maps += ["-metadata", f"title={tracks.title}"]
    return inputs, maps


_TRACK_ARGUMENTS = {"aac": ("-b:a", "192k"), "libopus": ("-b:a", "160k")}


def video_arguments(encoding: Encoding) -> list[str]:
    """Encoder, its choices, pixel format and colour tags."""
    stored = encoding.pixels.stored
    tags: tuple[str, ...] = _BT709 if stored.startswith("yuv") else _SRGB
    if encoding.layout.grid != (1, 1):
        tags = (*tags, "-chroma_sample_location", "left")
    return ["-c:v", encoding.encoder, *_ENCODERS[encoding.encoder](encoding), "-pix_fmt", stored, *tags]


def _crf(encoding: Encoding) -> str:
    return f"{encoding.crf or 0.0:g}"


def _preset(encoding: Encoding) -> str:
    return encoding.preset or ""


def _x264(encoding: Encoding) -> list[str]:
    return ["-preset", _preset(encoding), "-crf", _crf(encoding)]


def _x265(encoding: Encoding) -> list[str]:
    # hvc1: the name under which Apple's players know it
    return [*_x264(encoding), "-x265-params", "log-level=error", "-tag:v", "hvc1"]


def _vp9(encoding: Encoding) -> list[str]:
    # libvpx refuses hidden reference frames together with alpha
    alpha = ["-auto-alt-ref", "0"] if encoding.layout.has_alpha else []
    effort = ["-deadline", "good", "-cpu-used", _preset(encoding), "-row-mt", "1"]
    return ["-b:v", "0", "-crf", _crf(encoding), *effort, *alpha]


def _svt_av1(encoding: Encoding) -> list[str]:
    return ["-preset", _preset(encoding), "-crf", _crf(encoding)]


def _aom_av1(encoding: Encoding) -> list[str]:
    speed = min(int(_preset(encoding)), 8)  # its scale ends there, SVT-AV1's at 13
    return ["-b:v", "0", "-crf", _crf(encoding), "-cpu-used", str(speed), "-row-mt", "1"]


def _prores(encoding: Encoding) -> list[str]:
    alpha = ["-alpha_bits", "16"] if encoding.layout.has_alpha else []
    return ["-profile:v", _preset(encoding), "-vendor", "apl0", *alpha]


def _ffv1(_encoding: Encoding) -> list[str]:
    return ["-level", "3", "-g", "1", "-slicecrc", "1"]


def _webp(encoding: Encoding) -> list[str]:
    quality = encoding.crf or 0.0
    # at 100 nothing is lost, and what is left to choose is effort, which libwebp calls quality there, too
    how = ["-lossless", "1", "-quality", "75"] if quality >= 100.0 else ["-quality", f"{quality:g}"]
    return [*how, "-compression_level", _preset(encoding)]


_ENCODERS: dict[str, Callable[[Encoding], list[str]]] = {
    "libx264": _x264,
    "libx265": _x265,
    "libvpx-vp9": _vp9,
    "libsvtav1": _svt_av1,
    "libaom-av1": _aom_av1,
    "prores_ks": _prores,
    "ffv1": _ffv1,
    "apng": lambda _: ["-pred", "mixed"],
    "libwebp_anim": _webp,
    "gif": lambda _: [],
}


def container_arguments(container: Container, fps: Fraction) -> list[str]:
    if container in MP4_LIKE:
        timescale = str(track_timescale(fps))
        # both clocks: at the movie's usual 1000 ticks a second the film's length would be rounded to milliseconds
        return ["-video_track_timescale", timescale, "-movie_timescale", timescale, "-movflags", "+faststart"]
    if container in MATROSKA_LIKE:
        return ["-cues_to_front", "1"]
    if container is Container.APNG:
        return ["-plays", "0", "-final_delay", f"{fps.denominator}/{fps.numerator}"]
    if container is Container.WEBP:
        return ["-loop", "0"]
    return []
