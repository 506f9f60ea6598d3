"""Single pictures as PNG files."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rigbyscene.draw.cpu import to_straight
from rigbyscene.errors import RenderError, UsageError
from rigbyscene.film.stills import write_still

OLD = b"an older picture"


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("size", [(101, 67), (1, 1), (3, 2), (1366, 769)])
def test_a_still_holds_every_byte_of_the_picture(size: tuple[int, int], channels: int, tmp_path: Path) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (size[1], size[0], channels), dtype=np.uint8)
    path = write_still(picture, tmp_path / "still.png")
    with Image.open(path) as image:
        assert (image.format, image.size, image.mode) == ("PNG", size, "RGBA" if channels == 4 else "RGB")
        assert not {"gamma", "srgb", "icc_profile"} & set(image.info)  # nothing that makes a viewer change colours
        assert (np.asarray(image) == picture).all()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["-dash.png", "a:b.png", "ünï 视频.png", "100% %d.png", "q'u\"o.png", "UPPER.PNG"])
def test_a_still_is_made_under_exactly_the_name_that_was_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_still(np.zeros((2, 2, 4), np.uint8), name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_stills_keep_to_the_rules_of_output_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, assert_alone: Callable[[Path], None]
) -> None:
    picture = np.full((4, 4, 4), 200, np.uint8)
    still = tmp_path / "still.png"
    still.write_bytes(OLD)
    with pytest.raises(UsageError, match="exists; add --overwrite"):
        write_still(picture, still)
    with pytest.raises(UsageError, match="is made from"):
        write_still(picture, still, overwrite=True, inputs=[still])
    with pytest.raises(UsageError, match="does not exist"):
        write_still(picture, tmp_path / "no" / "still.png")
    with pytest.raises(UsageError, match=r"end the name in \.png"):
        write_still(picture, tmp_path / "still.jpg")

    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(RenderError, match="No space left on device; free some space"):
            write_still(picture, still, overwrite=True)
    assert still.read_bytes() == OLD
    assert_alone(still)
    write_still(picture, still, overwrite=True)
    with Image.open(still) as image:
        assert (np.asarray(image) == picture).all()
    assert_alone(still)


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((2, 2, 4)), np.zeros((2, 2), np.uint8), np.zeros((2, 2, 2), np.uint8), np.zeros((0, 2, 4), np.uint8)],
)
def test_what_is_no_picture_is_a_mistake_of_the_caller(wrong: np.ndarray, tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        write_still(wrong, tmp_path / "still.png")
    assert list(tmp_path.iterdir()) == []


def test_straight_alpha_is_the_rounded_quotient_for_every_colour_and_alpha() -> None:
    alpha, color = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    premultiplied = np.stack([color, color[:, ::-1], np.minimum(color, alpha), alpha], axis=2).astype(np.uint8)
    exact = np.minimum(255, premultiplied[:, :, :3] * 255.0 / np.maximum(alpha, 1)[:, :, None])
    exact[0] = 0  # where nothing is, there is no colour
    straight = to_straight(premultiplied)
    assert np.abs(straight[:, :, :3] - exact).max() <= 0.5
    assert (straight[:, :, 3] == alpha).all()


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_what_was_drawn_premultiplied_comes_back_after_straight_alpha_within_a_level(seed: int) -> None:
    random = np.random.default_rng(seed)
    alpha = random.integers(0, 256, (5, 7, 1))
    premultiplied = np.concatenate([random.integers(0, alpha + 1, (5, 7, 3)), alpha], axis=2).astype(np.uint8)
    straight = to_straight(premultiplied[::-1])[::-1].astype(int)
    again = (straight[:, :, :3] * straight[:, :, 3:] + 127) // 255
    assert np.abs(again - premultiplied[:, :, :3]).max() <= 1
