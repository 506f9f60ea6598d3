"""Other skins and attachments while playing: what a scene with them in its files shows, at every moment."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigbyscene import Scene, ScenePlayer, UsageError, load_scene
from rigbyscene.draw.drawlist import DrawList
from rigbyscene.scene.player import Player
from tests.conftest import REPOSITORY
from tests.play.little import HERO, little_scene

SCENE = little_scene()
MOMENTS = [("meet", 0.0), ("meet", 0.37), ("meet", 0.95), ("part", 0.2)]


def same(a: DrawList, b: DrawList, pictures: bool = True) -> bool:
    """Whether two lists draw the same. Without `pictures` their numbers are left out: another file, another number."""
    columns = slice(0 if pictures else 1, None)
    arrays = ("xy", "texels", "triangles", "colors")
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in arrays) and np.array_equal(
        a.commands[:, columns], b.commands[:, columns]
    )


def shows_like(player: ScenePlayer, scene: Scene) -> bool:
    """Whether `player` shows what `scene` shows, as triangles and as pictures, at several moments."""
    for shot, t in MOMENTS:
        player.seek(t, shot)
        if not same(player.draw_list(), scene.draw_list(scene.sample(shot, t)), pictures=False):
            return False
        if not np.array_equal(player.render((64, 48)), scene.render(shot, t, size=(64, 48))):
            return False
    return True


@pytest.mark.parametrize("skin", ["rainy", "fox", "default", None])
def test_a_skin_put_on_shows_what_a_scene_with_that_skin_shows(skin: str | None) -> None:
    """Skins here bring bones, physics and paths of their own."""
    player = ScenePlayer(SCENE)
    player.seek(0.9, "meet")
    before = player.draw_list().copy()
    player.wear("hero", "rainy" if skin != "rainy" else "fox")
    player.draw_list()
    player.wear("hero", skin)
    assert shows_like(player, little_scene(skin))
    player.wear("hero", None)
    player.seek(0.9, "meet")
    assert same(player.draw_list(), before)


def with_lamp(replaced: Any) -> dict[str, Any]:
    """The hero's skeleton with another attachment for the lamp, in every skin."""
    hero = deepcopy(HERO)
    for skin in hero["skins"]:
        held = skin["attachments"].setdefault("held", {})
        held.pop("lamp", None)
    if replaced is not None:
        hero["skins"][0]["attachments"]["held"]["lamp"] = replaced
    return hero


def replacement(name: str) -> Any:
    return HERO["skins"][0]["attachments"]["held"][name]


@pytest.mark.parametrize(("instead", "skin", "wanted"), [
    ("torch", None, replacement("torch")),
    (None, None, None),
    ("lamp", "rainy", HERO["skins"][1]["attachments"]["held"]["lamp"]),
])  # fmt: skip
def test_an_attachment_replaced_shows_what_a_scene_with_it_shows(
    instead: str | None, skin: str | None, wanted: Any
) -> None:
    player = ScenePlayer(SCENE)
    for actor in ("hero", "twin"):
        player.replace_attachment(actor, "held", "lamp", instead, skin=skin)
    assert shows_like(player, little_scene(None, with_lamp(wanted)))
    for actor in ("hero", "twin"):
        player.reset_attachments(actor, "held")
    assert shows_like(player, SCENE)


def test_a_replaced_path_moves_the_bones_that_follow_it() -> None:
    player = ScenePlayer(SCENE)
    assert player.actor_bone_transform("hero", "bead").ty == pytest.approx(0.0)  # 20 above feet at -20
    player.replace_attachment("hero", "string", "string", "high")
    assert player.actor_bone_transform("hero", "bead").ty == pytest.approx(10.0)
    player.wear("hero", "fox")
    assert player.actor_bone_transform("hero", "bead").ty == pytest.approx(10.0)
    player.reset_attachments("hero")
    assert player.actor_bone_transform("hero", "bead").ty == pytest.approx(-15.0)


LOOKS: list[Callable[[Player], None]] = [
    lambda player: player.wear("hero", "fox"),
    lambda player: player.wear("hero", "rainy"),
    lambda player: player.wear("hero", None),
    lambda player: player.replace_attachment("hero", "held", "lamp", "torch"),
    lambda player: player.replace_attachment("hero", "held", "lamp", None),
    lambda player: player.replace_attachment("hero", "string", "string", "high"),
    lambda player: player.replace_attachment("stage", "grass", "grass", None),
    lambda player: player.reset_attachments("hero"),
]
MOVES = st.lists(
    st.one_of(st.sampled_from(LOOKS), st.tuples(st.sampled_from(["meet", "part"]), st.floats(0.0, 1.0))), max_size=12
)


@given(moves=MOVES, shot=st.sampled_from(["meet", "part"]), t=st.floats(0.0, 1.0))
@settings(max_examples=60)
def test_a_moment_depends_on_shot_time_and_looks_and_not_on_the_way_there(
    moves: list[Any], shot: str, t: float
) -> None:
    """Seeks between the changes, physics states kept on the way: nothing of them is left in the picture."""
    player, fresh = ScenePlayer(SCENE), ScenePlayer(SCENE)
    for move in moves:
        if callable(move):
            move(player)
        else:
            player.seek(move[1], move[0])
            player.draw_list()
    for actor in ("hero", "stage"):
        look = player.look(actor)
        fresh.wear(actor, look.skin)
        for swap in look.swaps:
            fresh.replace_attachment(actor, swap.slot, swap.shown, swap.instead, skin=swap.skin)
    for p in (player, fresh):
        p.seek(t, shot)
    assert same(player.draw_list(), fresh.draw_list())


def test_looks_of_one_player_are_its_own() -> None:
    plain, dressed = ScenePlayer(SCENE), ScenePlayer(SCENE)
    dressed.wear("hero", "fox")
    for player in (plain, dressed):
        player.seek(0.9, "meet")
    assert not same(plain.draw_list(), dressed.draw_list())
    assert same(plain.draw_list(), SCENE.draw_list(SCENE.sample("meet", 0.9)))


def test_an_attachment_of_the_demo_is_swapped_in_every_shot() -> None:
    """Wick's lamp holds the fox's fire from the first scene on."""
    scene = load_scene(REPOSITORY / "examples" / "foxfire" / "foxfire.scene.json")
    player = ScenePlayer(scene)
    player.seek(3.0, "dusk")
    before = player.render((160, 90)).astype(int)
    player.replace_attachment("wick", "flame", "flame", "foxfire")
    after = player.render((160, 90)).astype(int)
    assert 0 < (before != after).any(-1).mean() < 0.05
    slot = player.sample().actors[0].pose.rig.skeleton.slot_index("flame")
    shown = player.sample().actors[0].pose.arrays.shown[slot]
    assert player.sample().actors[0].pose.rig.places[shown][2] == "foxfire"


@pytest.mark.parametrize(("ask", "message"), [
    (lambda p: p.wear("heroo", "fox"), "no actor 'heroo'.*did you mean 'hero'"),
    (lambda p: p.wear("hero", "foxx"), "actor 'hero': there is no skin 'foxx'.*did you mean 'fox'"),
    (lambda p: p.replace_attachment("hero", "hold", "lamp", None), "no slot 'hold'.*did you mean 'held'"),
    (lambda p: p.replace_attachment("hero", "held", "lmap", None), "no attachment 'lmap'.*did you mean 'lamp'"),
    (lambda p: p.replace_attachment("hero", "held", "lamp", "body"), "slot 'held' has: lamp, torch$"),
    (lambda p: p.replace_attachment("hero", "held", "lamp", "torch", skin="rainy"), "no attachment 'torch'"),
    (lambda p: p.replace_attachment("hero", "held", "lamp", "lamp", skin="x"), "no skin 'x'"),
    (lambda p: p.reset_attachments("nobody"), "no actor 'nobody'"),
    (lambda p: p.reset_attachments("hero", "hold"), "no slot 'hold'.*did you mean 'held'"),
    (lambda p: p.look("nobody"), "no actor 'nobody'"),
    (lambda p: p.actor_bone_transform("hero", "hnad"), "no bone 'hnad'.*did you mean 'hand'"),
])  # fmt: skip
def test_names_that_are_not_there_are_refused_with_the_nearest(ask: Callable[[Player], None], message: str) -> None:
    player = Player(SCENE)
    player.wear("hero", "rainy")
    before = player.save()
    with pytest.raises(UsageError, match=message):
        ask(player)
    assert player.save() == before


NAMELESS: dict[str, tuple[Callable[[Player, Any], object], bool]] = {
    "look's actor": (lambda p, name: p.look(name), False),
    "wear's actor": (lambda p, name: p.wear(name, "fox"), False),
    "wear's skin": (lambda p, name: p.wear("hero", name), True),
    "replace's actor": (lambda p, name: p.replace_attachment(name, "held", "lamp", "torch"), False),
    "replace's slot": (lambda p, name: p.replace_attachment("hero", name, "lamp", "torch"), False),
    "replace's shown": (lambda p, name: p.replace_attachment("hero", "held", name, "torch"), False),
    "replace's instead": (lambda p, name: p.replace_attachment("hero", "held", "lamp", name), True),
    "replace's skin": (lambda p, name: p.replace_attachment("hero", "held", "lamp", "torch", skin=name), True),
    "reset's actor": (lambda p, name: p.reset_attachments(name), False),
    "reset's slot": (lambda p, name: p.reset_attachments("hero", name), True),
    "transform's actor": (lambda p, name: p.actor_bone_transform(name, "hand"), False),
    "transform's bone": (lambda p, name: p.actor_bone_transform("hero", name), False),
}
"""By argument: the call, and whether None means something there."""


@pytest.mark.parametrize("name", [None, 0, 1.5, b"hero", ["hero"], {}, 10**5000], ids=lambda name: str(type(name)))
@pytest.mark.parametrize("argument", NAMELESS)
def test_what_is_no_text_is_refused_where_a_name_belongs(argument: str, name: Any) -> None:
    call, takes_none = NAMELESS[argument]
    player = Player(SCENE)
    before = player.save()
    if name is None and takes_none:
        call(player, name)
        return
    place = argument.split()[-1]
    with pytest.raises(UsageError, match=rf"little.scene.json: {place}: .* is not a name; give the name as a text"):
        call(player, name)
    assert player.save() == before


def test_a_skeleton_alone_is_told_to_be_its_stage() -> None:
    player = ScenePlayer(load_scene(REPOSITORY / "examples" / "foxfire" / "wick.json"))
    with pytest.raises(UsageError, match=r"there is no actor 'wick'; a skeleton's only actor is 'stage'"):
        player.look("wick")
