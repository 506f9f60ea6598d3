"""What has no picture draws nothing, whatever its sequences are at: nothing beside its own pictures is ever read."""

from __future__ import annotations

import io
import itertools
import json
from typing import Any

import pytest
from PIL import Image

from rigbyscene import ScenePlayer, load_scene
from rigbyscene.draw.parts import FIRST_PICTURE
from rigbyscene.errors import BadFileError
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.load import Art
from rigbyscene.pose.layout import PICTURE_COUNT

MODES = ("hold", "once", "loop", "pingpong", "onceReverse", "loopReverse", "pingpongReverse")
CORNERS = [0, 0, 8, 0, 8, 8, 0, 8]
MESH = {
    "type": "mesh",
    "uvs": [0, 0, 1, 0, 1, 1, 0, 1],
    "triangles": [0, 1, 2, 0, 2, 3],
    "vertices": CORNERS,
    "hull": 4,
}
LINKED = {"type": "linkedmesh", "source": "mesh"}


def sequence(count: int) -> dict[str, Any]:
    return {"sequence": {"count": count, "setup": count - 1}}


def keys(mode: str, index: int) -> dict[str, Any]:
    return {"sequence": [{"mode": mode, "index": index, "delay": 0.05}]}


def rig(*, index: int = 3) -> dict[str, Any]:
    """Every kind of attachment with a sequence, as the file's last one each: a look past its pictures is one too far.

    Linked meshes take the keys of their source though their own sequences are shorter, or longer, or are none.
    """
    slots = {
        "region": {"region": {"width": 8, "height": 8} | sequence(9)},
        "mesh": {
            "mesh": MESH | sequence(7),
            "short": LINKED | sequence(2),
            "long": LINKED | sequence(40),
            "single": LINKED,
        },
    }
    shots = {}
    for mode, shown in itertools.product(MODES, slots["mesh"]):
        skin = {"region": {"region": keys(mode, index)}, "mesh": {"mesh": keys(mode, index)}}
        shots[f"{mode} {shown}"] = {
            "slots": {"mesh": {"attachment": [{"name": shown}]}},
            "attachments": {"default": skin},
            "bones": {"root": {"rotate": [{}, {"time": 1}]}},
        }
    return {
        "skeleton": {"spine": "4.2.0", "x": 0, "y": 0, "width": 8, "height": 8},
        "bones": [{"name": "root"}],
        "slots": [{"name": name, "bone": "root", "attachment": name} for name in slots],
        "skins": [
            {"name": "default", "attachments": slots},
            {"name": "other", "attachments": {"mesh": {"mesh": MESH}}},
        ],
        "animations": shots,
    }


def files(*pictures: str, index: int = 3) -> MemoryAssets:
    png = io.BytesIO()
    Image.new("RGBA", (8, 8), "red").save(png, "PNG")
    rows = "".join(f"{name}\nbounds: 0, 0, 8, 8\n" for name in pictures)
    atlas = {"a.atlas": f"a.png\nsize: 8, 8\n{rows}".encode(), "a.png": png.getvalue()}
    return MemoryAssets({"a.json": json.dumps(rig(index=index)).encode()} | atlas)


@pytest.mark.parametrize("art", ["none", "lenient"])
def test_what_has_no_picture_draws_nothing_at_any_time(art: Art) -> None:
    scene = load_scene("a.json", assets=files("elsewhere"), art=art)
    for shot in scene.shots:
        for n in range(12):
            sample = scene.sample(shot, n * 0.09)
            assert len(scene.draw_list(sample).commands) == 0
    assert not scene.render(scene.shots[0], 0.3, (8, 8)).any()


def test_of_a_sequence_only_the_pictures_that_are_there_are_drawn() -> None:
    names = ["region2", "mesh1", "short2", "long39", "single"]
    scene = load_scene("a.json", assets=files(*names, index=0), art="lenient")
    drawn = {n: set() for n in range(len(names))}  # type: dict[int, set[str]]
    for shot in scene.shots:
        for n in range(41):
            for command in scene.draw_list(scene.sample(shot, n * 0.05)).commands:
                drawn[int(command[0])].add(shot.name)
    assert set(drawn) == set(range(len(names)))
    assert drawn[2] and {name.split()[1] for name in drawn[2]} == {"short"}
    assert drawn[4] and {name.split()[1] for name in drawn[4]} == {"single"}


@pytest.mark.parametrize("page", [None, b"", b"no picture"])
@pytest.mark.parametrize("decode_ahead", [False, True])
def test_of_pages_only_those_that_can_be_read_are_drawn(page: bytes | None, decode_ahead: bool) -> None:
    two = {
        "skeleton": {"spine": "4.2.0", "x": -8, "y": 0, "width": 16, "height": 8},
        "bones": [{"name": "root"}],
        "slots": [{"name": name, "bone": "root", "attachment": name} for name in ("there", "gone")],
        "skins": [
            {
                "name": "default",
                "attachments": {
                    "there": {"there": {"x": -4, "y": 4, "width": 8, "height": 8}},
                    "gone": {"gone": {"x": 4, "y": 4, "width": 8, "height": 8}},
                },
            }
        ],
        "animations": {"stand": {}},
    }
    red = files().read("a.png")
    atlas = b"a.png\nsize: 8, 8\nthere\nbounds: 0, 0, 8, 8\n\nb.png\ngone\nbounds: 0, 0, 8, 8\n"
    held = {"a.json": json.dumps(two).encode(), "a.atlas": atlas, "a.png": red} | (
        {} if page is None else {"b.png": page}
    )
    scene = load_scene("a.json", assets=MemoryAssets(held), art="lenient", decode_ahead=decode_ahead)
    assert scene.files.diagnostics
    picture = scene.render("stand", 0.0, (16, 8))
    assert (picture[:, :8] == (255, 0, 0, 255)).all() and not picture[:, 8:].any()
    with pytest.raises(BadFileError):
        load_scene("a.json", assets=MemoryAssets(held))


@pytest.mark.parametrize("art", ["none", "lenient"])
def test_every_attachment_has_a_place_for_each_of_its_pictures(art: Art) -> None:
    scene = load_scene("a.json", assets=files(), art=art)
    (parts,) = scene.art.parts
    table = scene.stage.arrays.attachments
    for attachment, number in enumerate(parts.table[:, FIRST_PICTURE]):
        assert number + max(1, table[attachment, PICTURE_COUNT]) <= len(parts.pictures)


def test_other_looks_without_pictures_draw_nothing_either() -> None:
    player = ScenePlayer(load_scene("a.json", assets=files(), art="none"))
    player.wear("stage", "other")
    player.replace_attachment("stage", "mesh", "short", "long")
    for shot in player.shots:
        player.play(shot.name)
        for _ in range(8):
            player.update(0.13)
            assert len(player.draw_list().commands) == 0


def test_a_picture_before_the_first_is_refused() -> None:
    with pytest.raises(BadFileError, match="index"):
        load_scene("a.json", assets=files(index=-5), art="none")
