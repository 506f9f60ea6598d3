"""What kinds of film there are, and what may be asked of them; checked before the first frame.

`FORMATS` is the one table: everything that depends on the kind of file is in its row. More kinds are more rows.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

X264_PRESETS = (
    "ultrafast",
    "superfast",
    "veryfast",
    "faster",
    "fast",
    "medium",
    "slow",
    "slower",
    "veryslow",
    "placebo",
)


class Alpha(enum.Enum):
    """Whether a film can be seen through, and how: not, in the file itself, or as a second picture beside the first."""

    NONE = "none"
    STRAIGHT = "straight"
    SIDE_BY_SIDE = "side-by-side"


class Quality(enum.Enum):
    """What a film is for: to look at while working, to show, to work on."""

    DRAFT = "draft"
    WEB = "web"
    MASTER = "master"


SUPERSAMPLE = {Quality.DRAFT: 1, Quality.WEB: 1, Quality.MASTER: 2}
"""N x N samples a pixel that each quality draws with."""


class Container(enum.Enum):
    """The kinds of file, by ffmpeg's name of what writes them; the last three are written without ffmpeg."""

    MP4 = "mp4"
    MOV = "mov"
    WEBM = "webm"
    MATROSKA = "matroska"
    GIF = "gif"
    APNG = "apng"
    WEBP = "webp"
    PNG = "png"
    RGBA = "rgba"
    Y4M = "y4m"


@dataclass(frozen=True, slots=True)
class Effort:
    """`crf` and `preset` of an encoder; None where it has no such thing."""

    crf: float | None = None
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class Pixels:
    """How pixels travel to the encoder (a name in `layouts.LAYOUTS`), and what ffmpeg calls them in the file."""

    layout: str
    stored: str


@dataclass(frozen=True, slots=True)
class FilmFormat:
    """One kind of film.

    - `key` is what ``--format`` takes, `name` what people read, `endings` those of its files; of several kinds with one
      ending the first in the table is meant.
    - `encoders` are ffmpeg's names of the codec, the first that is there is used; none: no ffmpeg is needed.
    - `opaque` and `alpha` say how pixels are kept without and with alpha; None: it cannot.
    - `crf_range` holds the legal qualities, best first, both included; `presets` the encoder's own words; `efforts`
      what draft, web and master mean (a preset that none of `presets` is: there is nothing to choose).
    - `min_side_px` and `max_side_px` are what the encoder takes; `max_fps` what players can show.
    - `sounds` and `subtitles` are ffmpeg's encoders for those tracks, the usual one first.
    """

    key: str
    name: str
    endings: tuple[str, ...]
    container: Container
    encoders: tuple[str, ...]
    opaque: Pixels | None
    alpha: Pixels | None
    efforts: tuple[Effort, Effort, Effort] = (Effort(), Effort(), Effort())
    presets: tuple[str, ...] = ()
    crf_range: tuple[float, float] | None = None
    min_side_px: int = 1
    max_side_px: int = 32767
    max_fps: int | None = None
    sounds: tuple[str, ...] = ()
    subtitles: tuple[str, ...] = ()
    has_chapters: bool = False
    has_title: bool = False

    def effort(self, quality: Quality) -> Effort:
        return dict(zip(Quality, self.efforts, strict=True))[quality]

    @property
    def encoder(self) -> str:
        """The usual encoder, for messages; empty where none is needed."""
        return self.encoders[0] if self.encoders else ""


_YUV420 = Pixels("yuv420p", "yuv420p")
_DIGITS_13 = tuple(map(str, range(14)))

FORMATS = (
    FilmFormat(
        key="h264",
        name="MP4 with H.264",
        endings=(".mp4", ".m4v"),
        container=Container.MP4,
        encoders=("libx264",),
        opaque=_YUV420,
        alpha=None,
        efforts=(Effort(28.0, "veryfast"), Effort(18.0, "medium"), Effort(10.0, "slow")),
        presets=X264_PRESETS,
        crf_range=(0.0, 51.0),
        max_side_px=16384,
        sounds=("aac",),
        subtitles=("mov_text",),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="h265",
        name="MP4 with H.265",
        endings=(".mp4", ".m4v"),
        container=Container.MP4,
        encoders=("libx265",),
        opaque=_YUV420,
        alpha=None,
        efforts=(Effort(30.0, "veryfast"), Effort(16.0, "medium"), Effort(8.0, "slow")),
        presets=X264_PRESETS,
        crf_range=(0.0, 51.0),
        min_side_px=64,  # below, x265 takes 16 at least and was seen to corrupt its heap at 48x32 and 36x24
        max_side_px=8192,
        sounds=("aac",),
        subtitles=("mov_text",),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="vp9",
        name="WebM with VP9",
        endings=(".webm",),
        container=Container.WEBM,
        encoders=("libvpx-vp9",),
        opaque=_YUV420,
        alpha=Pixels("yuva420p", "yuva420p"),
        efforts=(Effort(40.0, "5"), Effort(20.0, "3"), Effort(8.0, "1")),
        presets=("0", "1", "2", "3", "4", "5"),
        crf_range=(0.0, 63.0),
        max_side_px=16384,
        sounds=("libopus",),
        subtitles=("webvtt",),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="av1",
        name="WebM with AV1",
        endings=(".webm",),
        container=Container.WEBM,
        encoders=("libsvtav1", "libaom-av1"),
        opaque=_YUV420,
        alpha=None,
        efforts=(Effort(45.0, "10"), Effort(12.0, "6"), Effort(4.0, "4")),
        presets=_DIGITS_13,
        crf_range=(0.0, 63.0),
        min_side_px=16,  # SVT-AV1 fails at 2x2
        max_side_px=8192,
        sounds=("libopus",),
        subtitles=("webvtt",),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="prores",
        name="MOV with ProRes 422",
        endings=(".mov",),
        container=Container.MOV,
        encoders=("prores_ks",),
        opaque=Pixels("yuv422p10le", "yuv422p10le"),
        alpha=None,
        efforts=(Effort(None, "lt"), Effort(None, "hq"), Effort(None, "hq")),
        presets=("proxy", "lt", "standard", "hq"),
        sounds=("aac",),
        subtitles=("mov_text",),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="prores4444",
        name="MOV with ProRes 4444",
        endings=(".mov",),
        container=Container.MOV,
        encoders=("prores_ks",),
        opaque=Pixels("yuv444p10le", "yuv444p10le"),
        alpha=Pixels("yuva444p10le", "yuva444p10le"),
        efforts=(Effort(None, "4444"), Effort(None, "4444"), Effort(None, "4444xq")),
        presets=("4444", "4444xq"),
        sounds=("aac",),
        subtitles=("mov_text",),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="ffv1",
        name="MKV with FFV1",
        endings=(".mkv",),
        container=Container.MATROSKA,
        encoders=("ffv1",),
        opaque=Pixels("rgb0", "bgr0"),
        alpha=Pixels("rgba", "bgra"),
        sounds=("libopus", "aac"),
        subtitles=("srt", "ass"),
        has_chapters=True,
        has_title=True,
    ),
    FilmFormat(
        key="gif",
        name="GIF",
        endings=(".gif",),
        container=Container.GIF,
        encoders=("gif",),
        opaque=Pixels("rgb0", "pal8"),
        alpha=Pixels("rgba", "pal8"),
        max_fps=50,
    ),
    FilmFormat(
        key="apng",
        name="animated PNG",
        endings=(".apng",),
        container=Container.APNG,
        encoders=("apng",),
        opaque=Pixels("rgb0", "rgb24"),
        alpha=Pixels("rgba", "rgba"),
    ),
    FilmFormat(
        key="webp",
        name="animated WebP",
        endings=(".webp",),
        container=Container.WEBP,
        encoders=("libwebp_anim",),
        opaque=Pixels("rgb0", "bgra"),
        alpha=Pixels("rgba", "bgra"),
        efforts=(Effort(60.0, "2"), Effort(100.0, "4"), Effort(100.0, "6")),
        presets=("0", "1", "2", "3", "4", "5", "6"),
        crf_range=(100.0, 0.0),
        max_side_px=16383,
    ),
    FilmFormat(
        key="png",
        name="PNG sequence",
        endings=(".png",),
        container=Container.PNG,
        encoders=(),
        opaque=Pixels("rgb0", "rgb24"),
        alpha=Pixels("rgba", "rgba"),
    ),
    FilmFormat(
        key="rgba",
        name="raw RGBA frames",
        endings=(".rgba", ".raw"),
        container=Container.RGBA,
        encoders=(),
        opaque=Pixels("rgb0", "rgba"),
        alpha=Pixels("rgba", "rgba"),
    ),
    FilmFormat(
        key="y4m",
        name="Y4M stream",
        endings=(".y4m",),
        container=Container.Y4M,
        encoders=(),
        opaque=_YUV420,
        alpha=None,
    ),
)
