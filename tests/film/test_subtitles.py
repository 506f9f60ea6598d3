"""Subtitles: read or refused with reasons, in the right frames and in no other, on top of whatever is drawn."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rigbyscene.errors import BadFileError, RenderError
from rigbyscene.film.captions import SubtitleKind, Subtitles, film_captions
from rigbyscene.film.edit import Edit, assemble
from rigbyscene.film.ffmpeg import find_ffmpeg
from rigbyscene.film.overlay import Overlaid
from rigbyscene.film.subtitles import read_subtitles
from rigbyscene.film.subtitles_overlay import CaptionOverlay
from rigbyscene.film.subtitles_pictures import check_captions
from rigbyscene.scene.scene import Shot
from tests.film.conftest import PaintedFrames

SIZE = (160, 90)
SRT = "1\n00:00:00,500 --> 00:00:01,000\nHello <i>you</i>\n\n2\n00:00:01,000 --> 00:00:01,500\nMore\nof it\n"
ASS_HEAD = """[Script Info]
ScriptType: v4.00+
PlayResX: 160
PlayResY: 90

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Outline, Shadow, Alignment, MarginV
Style: Default,Arial,20,&H000000FF,&H00FFFFFF,0,0,8,5

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


def ass(*dialogues: str) -> str:
    return ASS_HEAD + "".join(f"Dialogue: 0,{d}\n" for d in dialogues)


def written(folder: Path, text: str | bytes, name: str = "words.srt") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def read(folder: Path, text: str | bytes, name: str = "words.srt") -> Subtitles:
    return read_subtitles(written(folder, text, name))[0]


def cut(seconds: float = 2.0, fps: Fraction = Fraction(30)) -> Edit:
    return assemble([Shot("a", 0, seconds)], fps)


def changed(subtitles: Subtitles, edit: Edit, frames: range | list[int]) -> list[bool]:
    """In which film frames the captions cover anything of a blue picture; the returned bands are held to that."""
    source = PaintedFrames(SIZE, edit.frame_count, lambda _, out: out.__setitem__(..., (40, 80, 160, 255)), edit.fps)
    under = np.full((*SIZE[::-1], 4), (40, 80, 160, 255), np.uint8)
    film = Overlaid(source, [CaptionOverlay(subtitles, SIZE, edit)])
    answer = []
    for index in frames:
        film.show(index)
        answer.append(bool((film.pixels != under).any()))
    return answer


@pytest.mark.parametrize(
    "text",
    [
        SRT,
        SRT.replace("\n", "\r\n"),
        "\ufeff" + SRT,
        SRT.encode("utf-16"),
        SRT.replace("1\n00:00", "\n\n00:00", 1).replace("00:00:00,500", "0:0:0.5"),
        SRT.replace("--> 00:00:01,000", "-->  00:00:01,000  X1:10 X2:20"),
    ],
)
def test_srt_files_as_people_have_them_are_read(text: str | bytes, tmp_path: Path) -> None:
    captions = read(tmp_path, text).captions
    assert [(c.start_ms, c.end_ms) for c in captions] == [(500, 1000), (1000, 1500)]
    assert [c.fields[1] for c in captions] == ["Hello <i>you</i>", "More\nof it"]


def test_ass_files_are_read_with_styles_and_animation_and_written_as_they_were(tmp_path: Path) -> None:
    text = ass("0:00:00.50,0:00:01.00,Default,,0,0,0,,a, b", "0:00:01.00,0:00:02.25,Default,,0,0,0,,{\\fad(90,0)}c")
    text += "Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,not shown\n"
    subtitles = read(tmp_path, text, "words.ass")
    assert subtitles.kind is SubtitleKind.ASS and subtitles.text() == text
    assert [(c.start_ms, c.end_ms, c.is_animated) for c in subtitles.captions] == [
        (500, 1000, False),
        (1000, 2250, True),
    ]


USUAL = "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
FIELDS = (
    USUAL,
    "Layer,Start,End,Style,Actor,MarginL,MarginR,MarginV,Effect,Text",
    "Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    "layer, start, end, style, name, marginl, marginr, marginv, effect, text",
    "Start, End, Text",
    "Start, Style, End, Layer, Text",
    "Effect, Name, Start, End, Style, Text",
)
STYLES = "[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour\nStyle: Loud,Arial,20,&Hffffff\n"
INFO = "[Script Info]\nScriptType: v4.00+\n"
HEADS = (
    INFO + STYLES,
    STYLES,
    INFO,
    "",
    "\n\n" + INFO + STYLES,
    "; made by hand\n!: or not\n" + INFO + STYLES,
    "\ufeff" + INFO.replace("[Script Info]", "[script info]") + STYLES.replace("[V4+ Styles]", " [v4+ styles]"),
    "  " + INFO.replace("Info]", "Info ]  ") + STYLES.replace("Style: Loud", " style : *Loud"),
    STYLES + INFO,
    INFO.replace("+", "") + "[V4 Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n",
)


@st.composite
def by_hand(draw: st.DrawFn) -> str:
    """A script of one caption as people or programs write it: what it lacks, libass does without."""
    fields = draw(st.sampled_from(FIELDS))
    style = draw(st.sampled_from(["Loud", "loud", "*Loud", "Default", "Odd", ""]))
    values = {"layer": "0", "marked": "Marked=0", "start": "0:00:00.20", "end": "0:00:01.00", "style": style}
    values |= {"text": "Hello, you"} | dict.fromkeys(("marginl", "marginr", "marginv"), "0")
    listed = ",".join(values.get(name.strip().lower(), "") for name in fields.split(","))
    events = draw(st.sampled_from(["[Events]", "[events]", " [Events]  "])) + "\n"
    word = draw(st.sampled_from(["Dialogue: ", "Dialogue:", "dialogue: ", "  Dialogue : "]))
    events += f"{draw(st.sampled_from(['Format', 'format', ' Format']))}: {fields}\n{word}{listed}\n"
    late = draw(st.sampled_from(["", INFO, STYLES, "[Fonts]\nfontname: a.ttf\n"]))
    return draw(st.sampled_from(HEADS)) + events + late


@given(text=by_hand())
@example(text=f"[Events]\nFormat: {USUAL}\nDialogue: 0,0:00:00.20,0:00:01.00,Default,,0,0,0,,Hello, you\n")
@settings(max_examples=60)
def test_scripts_that_lack_what_libass_does_without_become_tracks_with_their_text_in_sight(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    source, film = folder / "track.ass", folder / "track.mp4"
    source.write_text(read(folder, text, "hand.ass").text(), encoding="utf-8", newline="\n")
    words = [find_ffmpeg(), "-v", "error", "-y", "-i"]
    subprocess.run([*words, source, "-c:s", "mov_text", film], check=True)
    for kept in (source, film):  # MP4 has lost what its encoder could not make sense of
        back = subprocess.run([*words, kept, "-f", "ass", "pipe:1"], check=True, capture_output=True).stdout.decode()
        (caption,) = [line for line in back.splitlines() if line.startswith("Dialogue:")]
        assert ",0:00:00.20,0:00:01.00," in caption and caption.endswith("Hello, you")
        assert "&HFF&" not in caption and "fs0" not in caption, "transparent, or of no size"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.srt", "1\n00:00:01 --> 00:00:02\nx\n\n2\n00:61:00,0 --> 00:62:00,0\ny\n", ["line 2", "line 6", "line 6"]),
        ("a.srt", "Once upon a time\n", ["line 1"]),
        ("a.srt", "", [""]),
        ("a.srt", b"1\n00:00:01,000 --> 00:00:02,000\ncaf\xe9\n", ["line 3"]),
        ("a.ass", "Dialogue: 0,0:00:00.50,0:00:01.00,Default,,0,0,0,,a\n", ["line 1"]),
        ("a.ass", ass("0:00:00.50,oops,Default,,0,0,0,,a", "0:00:00.50,Default"), ["line 12", "line 13"]),
        ("a.ass", ASS_HEAD.replace("Start, End", "From, To") + "Dialogue: 0,1,2,3\n", ["line 11", "line 12"]),
        ("a.txt", SRT, [""]),
        ("missing.srt", None, [""]),
    ],
)
def test_bad_files_are_refused_with_all_their_lines_and_what_to_do(
    name: str, text: str | bytes | None, told: list[str], tmp_path: Path
) -> None:
    path = str(tmp_path / name) if text is None else written(tmp_path, text, name)
    with pytest.raises(Exception) as refusal:
        read_subtitles(path)
    diagnostics = refusal.value.diagnostics  # type: ignore[attr-defined]
    assert [d.place.removeprefix("--subtitles") for d in diagnostics] == told
    assert all(d.file == path and d.remedy for d in diagnostics)


def test_what_can_be_shown_all_the_same_is_warned_about(tmp_path: Path) -> None:
    text = ass("0:00:00.50,0:00:01.00,Defualt,,0,0,0,,a", "0:00:02.00,0:00:01.00,Default,,0,0,0,,a")
    subtitles, warnings = read_subtitles(written(tmp_path, text, "words.ass"))
    assert [(w.code, w.place) for w in warnings] == [("unknown-style", "line 12"), ("empty-subtitle", "line 13")]
    assert len(subtitles.captions) == 1 and warnings[0].nearest == "Default"


def test_nothing_is_a_subtitle_file_by_thousands_of_messages(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as refusal:
        read(tmp_path, "x --> y\n\n" * 5000)
    assert len(refusal.value.diagnostics) == 5000 and len(str(refusal.value).splitlines()) < 20


WORDS = ("1", "\n", "\r\n", "00:00:01,5", "-->", "99:99:99.999", "Dialogue:", ",", "0:00:01.005", "[Events]", "Format:")
MORE = ("Start, End, Text", "[V4+ Styles]", "Style: x", "{\\t(", "\u2028", "\0", "x", "\ufeff", ":", "->", "[", "\n\n")
pieces = st.sampled_from([*WORDS, *MORE])
ASS = ass("0:00:00.50,0:00:01.00,Default,,0,0,0,,a, b", "0:00:01.00,0:00:02.25,Default,,0,0,0,,{\\fad(90,0)}c")


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good file with some of it replaced by something else, a few times."""
    text = draw(st.sampled_from([SRT, ASS]))
    for _ in range(draw(st.integers(0, 3))):
        first = draw(st.integers(0, len(text)))
        text = text[:first] + draw(pieces) + text[first + draw(st.integers(0, 8)) :]
    return text.encode()


@given(content=damaged() | st.binary(max_size=60), ending=st.sampled_from(["srt", "ass"]))
@settings(max_examples=200)
def test_any_file_is_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, ending: str
) -> None:
    path = written(tmp_path_factory.getbasetemp(), content, f"any.{ending}")
    try:
        subtitles, _ = read_subtitles(path)
    except BadFileError as refusal:
        assert refusal.diagnostics
    else:
        assert subtitles.captions and all(c.start_ms < c.end_ms for c in subtitles.captions)
        again = written(tmp_path_factory.getbasetemp(), subtitles.text(), f"again.{ending}")
        times = [(c.start_ms, c.end_ms) for c in subtitles.captions]
        assert [(c.start_ms, c.end_ms) for c in read_subtitles(again)[0].captions] == times


@pytest.mark.parametrize("fps", ["12", "24000/1001", "30", "43", "60000/1001"])
@pytest.mark.parametrize("name", ["words.srt", "words.ass", "深い 'q' 100% [x]:;,.srt", "-w.srt"])
def test_captions_are_burnt_into_their_frames_and_into_no_others(fps: str, name: str, tmp_path: Path) -> None:
    rate = Fraction(fps)
    text = SRT if name.endswith("srt") else ass("0:00:00.50,0:00:01.50,Default,,0,0,0,,a")
    edit = cut(fps=rate)
    wanted = [500 <= int(i * 1000 / rate) < 1500 for i in range(edit.frame_count)]
    assert changed(read(tmp_path, text, name), edit, range(edit.frame_count)) == wanted


def test_an_animated_caption_looks_different_in_each_frame_and_a_plain_one_the_same(tmp_path: Path) -> None:
    moving, still = "{\\move(10,20,140,20)}o", "o"
    text = ass(f"0:00:00.00,0:00:00.50,Default,,0,0,0,,{moving}", f"0:00:00.50,0:00:01.00,Default,,0,0,0,,{still}")
    edit = cut(1.0)
    film = Overlaid(PaintedFrames(SIZE, 30), [CaptionOverlay(read(tmp_path, text, "w.ass"), SIZE, edit)])
    looks = []
    for index in range(30):
        film.show(index)
        looks.append(film.pixels.tobytes())
    assert len(set(looks[:15])) == 15 and len(set(looks[15:])) == 1
    for index in (29, 3, 14, 15, 0):
        film.show(index)
        assert film.pixels.tobytes() == looks[index]


def test_captions_keep_to_their_pictures_in_excerpts_steps_and_loops(tmp_path: Path) -> None:
    """Burnt in and as a track alike: the track's times are those at which the burnt-in ones are seen."""
    subtitles = read(tmp_path, SRT)
    edit = cut().trimmed(range(6, 40)).stepped(2).looped(2)
    shown = changed(subtitles, edit, range(edit.frame_count))
    assert shown == [edit.uncut_frame(i) >= 15 for i in range(edit.frame_count)]
    track = [(c.start_ms, c.end_ms) for c in film_captions(subtitles.captions, edit)]
    assert track == [(150, 400), (400, 567), (717, 967), (967, 1133)]
    retimed = Subtitles("", SubtitleKind.SRT, tuple(film_captions(subtitles.captions, edit))).text()
    assert "4\n00:00:00,967 --> 00:00:01,133\nMore\nof it\n" in retimed


@given(
    starts=st.lists(st.integers(0, 1900), min_size=1, max_size=5),
    frames=st.tuples(st.integers(0, 29), st.integers(30, 60)),
)
@settings(max_examples=40)
def test_a_track_holds_each_caption_as_long_as_an_excerpt_shows_it(starts: list[int], frames: tuple[int, int]) -> None:
    from rigbyscene.film.captions import Caption

    captions = [Caption(s, s + 300, 1, ("", "x")) for s in starts]
    edit = cut().trimmed(range(*frames))
    first, end = (1000 * f / 30 for f in frames)
    wanted = [max(0.0, min(s + 300, end) - max(s, first)) for s in starts]
    found = [c.end_ms - c.start_ms for c in film_captions(captions, edit)]
    assert found == pytest.approx([w for w in wanted if w > 0], abs=1.01)


def test_captions_over_a_film_with_alpha_stay_premultiplied_and_cover_as_they_should(tmp_path: Path) -> None:
    """Opaque red letters without outline: on nothing, white and half grey they leave what libass leaves."""
    subtitles = read(tmp_path, ass("0:00:00.00,0:00:01.00,Default,,0,0,0,,O"), "w.ass")
    shown = []
    for color in ((0, 0, 0, 0), (255, 255, 255, 255), (64, 64, 64, 128)):
        paint: Callable[..., None] = lambda _, out, color=color: out.__setitem__(..., color)  # noqa: E731
        film = Overlaid(PaintedFrames(SIZE, 1, paint), [CaptionOverlay(subtitles, SIZE, cut(0.0))])
        film.show(0)
        shown.append(film.pixels.astype(int))
    clear, white, grey = shown
    covered = clear[:, :, 3]
    assert covered.max() == 255 and 0 < (covered == 255).sum() < 1000 and ((covered > 0) & (covered < 255)).any()
    assert np.abs(clear[:, :, 0] - covered).max() <= 1 and clear[:, :, 1:3].max() <= 1
    assert np.abs(white[:, :, 1] - (255 - covered)).max() <= 1 and (white[:, :, 3] == 255).all()
    assert np.abs(grey[:, :, 3] - (covered + 128 * (255 - covered) / 255)).max() <= 1
    assert (clear[:, :, :3] <= covered[:, :, None]).all()


def test_a_machine_without_fonts_still_shows_captions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the font that comes along, and a word about letters that it lacks."""
    configuration = tmp_path / "fonts.conf"
    configuration.write_text('<?xml version="1.0"?><fontconfig></fontconfig>', encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(configuration))
    subtitles = read(tmp_path, SRT.replace("you", "yöu"))
    own_font, warnings = check_captions(subtitles)
    if not own_font:
        pytest.skip("needs an ffmpeg that looks for fonts through fontconfig")
    assert [w.code for w in warnings] == ["missing-letters"] and "'ö'" in warnings[0].found
    overlay = CaptionOverlay(subtitles, SIZE, cut(), own_font=own_font)
    assert overlay.prepare(20) and not overlay.prepare(21)


def test_letters_that_no_font_has_and_captions_that_show_nothing_are_warned_about(tmp_path: Path) -> None:
    _, warnings = check_captions(read(tmp_path, SRT.replace("Hello", "\U0001e900\U0001e901")))
    assert [w.code for w in warnings] == ["missing-letters"] and "\U0001e900" in warnings[0].found
    _, warnings = check_captions(read(tmp_path, ass("0:00:00.00,0:00:01.00,Default,,0,0,0,,{\\alpha&HFF&}O"), "w.ass"))
    assert [w.code for w in warnings] == ["blank-subtitles"]
    assert check_captions(read(tmp_path, SRT)) == (False, ())


def test_an_ffmpeg_without_libass_is_told_before_anything_is_drawn(
    tmp_path: Path, stand_in: Callable[[str], Path]
) -> None:
    stand_in("sys.stderr.write(\"[AVFilterGraph @ 0x1] No such filter: 'subtitles'\\n\"); sys.exit(1)")
    with pytest.raises(RenderError, match=r"without libass.*--subtitles-mode track"):
        check_captions(read(tmp_path, SRT))
