"""From attachments to pictures: atlases, loose pictures, and what happens where one is missing."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from rigbyscene.errors import BadFileError, Diagnostic, Severity
from rigbyscene.formats.assets import MemoryAssets
from rigbyscene.formats.load import Art, check_file, load_skeleton_files
from tests.formats.format_helpers import case, expected


def _png(width: int, height: int, color: tuple[int, int, int, int] = (200, 100, 50, 128)) -> bytes:
    held = io.BytesIO()
    Image.new("RGBA", (width, height), color).save(held, "PNG")
    return held.getvalue()


def _case(number: str, *pages: str) -> MemoryAssets:
    """The files of a reported fault with pages painted for it."""
    files = {p.name: p.read_bytes() for p in case(number, "expect.json").parent.iterdir()}
    return MemoryAssets(files | {page: _png(8, 8) for page in pages})


def _rig(attachments: dict[str, Any], images: Any = "./images/", **extra: bytes) -> MemoryAssets:
    skeleton = {
        "skeleton": {"spine": "4.2.0", "images": images},
        "bones": [{"name": "root"}],
        "slots": [{"name": "s", "bone": "root"}],
        "skins": [{"name": "default", "attachments": {"s": attachments}}],
    }
    files = {"rigs/hero.json": json.dumps(skeleton).encode()}
    return MemoryAssets(files | {name.replace("__", "/"): data for name, data in extra.items()})


BOX = {"width": 8, "height": 8}
POLYGON = {"vertexCount": 3, "vertices": [0, 0, 4, 0, 0, 4]}


def _refused(path: str, assets: MemoryAssets) -> tuple[Diagnostic, ...]:
    with pytest.raises(BadFileError) as caught:
        load_skeleton_files(path, assets=assets)
    return caught.value.diagnostics


def test_the_reported_missing_region_is_named_with_everything_that_leads_to_it() -> None:
    (problem,) = _refused("x.json", _case("13", "x.png"))
    wanted = expected("13")
    text = problem.found
    assert all(f'"{name}"' in text for name in wanted["error_must_name"])
    assert '"default"' in text
    assert "x.atlas" in text
    assert wanted["must_not_complain_about"] not in text
    assert problem.place == "skins[0].attachments.b.gone"


def test_a_lenient_load_warns_and_draws_nothing_there() -> None:
    files = load_skeleton_files("x.json", art="lenient", assets=_case("13", "x.png"))
    assert [(d.code, d.severity) for d in files.diagnostics] == [("missing-region", Severity.WARNING)]
    assert files.regions == {(0, 0, "here"): (0,), (0, 1, "gone"): (-1,)}


@pytest.mark.parametrize("kind", ["boundingbox", "path", "point", "clipping", "hologram"])
def test_what_is_not_drawn_needs_no_picture_and_no_atlas(kind: str) -> None:
    path = {"vertexCount": 6, "vertices": [0] * 12, "lengths": [1, 2]} if kind == "path" else POLYGON
    files = load_skeleton_files("rigs/hero.json", assets=_rig({"a": {"type": kind} | path}))
    assert files.regions == {}


def test_without_art_no_atlas_is_looked_for() -> None:
    files = load_skeleton_files("rigs/hero.json", art="none", assets=_rig({"a": BOX}))
    assert (files.atlas.pages, files.regions, files.diagnostics) == ((), {}, ())


def test_names_with_blanks_and_colons_find_their_regions() -> None:
    files = load_skeleton_files("n.json", assets=_case("06", "n.png"))
    found = {key: files.atlas.regions[regions[0]].x for (_, _, key), regions in files.regions.items()}
    assert found == expected("06")["x_of"]


def test_every_picture_of_a_sequence_is_looked_up() -> None:
    atlas = "p.png\nsize: 8, 8\n" + "\n".join(f"fx_{i:02}\nbounds: 0, 0, 1, 1" for i in (3, 4, 5))
    entry = BOX | {"path": "fx_", "sequence": {"count": 3, "start": 3, "digits": 2}}
    parts = {"rigs__hero.atlas": atlas.encode(), "rigs__p.png": _png(8, 8)}
    files = load_skeleton_files("rigs/hero.json", assets=_rig({"a": entry}, **parts))
    assert files.regions == {(0, 0, "a"): (0, 1, 2)}
    entry["sequence"] = {"count": 9, "start": 3, "digits": 2}
    (problem,) = _refused("rigs/hero.json", _rig({"a": entry}, **parts))
    assert '"fx_06"' in problem.found
    assert "3 more" in problem.found


def test_linked_meshes_need_pictures_of_their_own() -> None:
    mesh = {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1]}
    parts = {"rigs__hero.atlas": b"p.png\nm\nbounds: 0, 0, 8, 8\n", "rigs__p.png": _png(8, 8)}
    assets = _rig({"m": mesh, "l": {"type": "linkedmesh", "parent": "m", "path": "mm"}}, **parts)
    (problem,) = _refused("rigs/hero.json", assets)
    assert (problem.place, problem.nearest) == ("skins[0].attachments.s.l", "m")


# pages


def test_a_page_without_a_size_has_its_pictures() -> None:
    files = {"rigs__hero.atlas": b"p.png\na\nbounds: 0, 0, 8, 8\n", "rigs__p.png": _png(30, 20)}
    made = load_skeleton_files("rigs/hero.json", assets=_rig({"a": BOX}, **files))
    assert [(p.width, p.height) for p in made.atlas.pages] == [(30, 20)]


def test_the_reported_pages_without_size_give_finite_coordinates() -> None:
    assets = _case("09", "m.png", "z.png")
    skeleton = json.loads(_rig({"r": BOX, "q": BOX}).read("rigs/hero.json"))
    held = {n: assets.read(n) for n in ("m.atlas", "m.png", "z.png")} | {"m.json": json.dumps(skeleton).encode()}
    made = load_skeleton_files("m.json", assets=MemoryAssets(held))
    wanted = expected("09")
    for name in "rq":
        region = made.atlas.regions[made.atlas.find(name)]
        page = made.atlas.pages[region.page]
        assert [page.width, page.height] == wanted["png_size"]
        corners = [region.page_position(u, u) for u in (0, 1)]
        uv = [n / size for x, y in corners for n, size in ((x, page.width), (y, page.height))]
        assert uv == wanted[f"uv_{name}"]


@pytest.mark.parametrize("size", [(32, 32), (128, 128)])
def test_a_page_that_was_resized_keeps_its_declared_size_and_is_told(size: tuple[int, int]) -> None:
    files = {"rigs__hero.atlas": case("10", "p.atlas").read_bytes(), "rigs__p.png": _png(*size)}
    made = load_skeleton_files("rigs/hero.json", assets=_rig({"green": BOX}, **files))
    assert [d.code for d in made.diagnostics] == ["page-size"]
    (page,) = made.atlas.pages
    assert (page.width, page.height, page.scale) == (64, 64, 0.5)
    assert made.load_page(0).shape == (size[1], size[0], 4)
    for name, wanted in expected("10")["uv"].items():
        region = made.atlas.regions[made.atlas.find(name)]
        corners = [region.page_position(0, 0), region.page_position(1, 1)]
        assert [n / 64 for corner in corners for n in corner] == wanted


def test_pages_are_premultiplied_by_what_each_says() -> None:
    atlas = b"a.png\nsize: 1, 1\na\nbounds: 0, 0, 1, 1\n\nb.png\nsize: 1, 1\npma: true\nb\nbounds: 0, 0, 1, 1\n"
    straight, multiplied = _png(1, 1, (200, 100, 50, 128)), _png(1, 1, (100, 50, 25, 128))
    files = {"rigs__hero.atlas": atlas, "rigs__a.png": straight, "rigs__b.png": multiplied}
    made = load_skeleton_files("rigs/hero.json", assets=_rig({"a": BOX, "b": BOX}, **files))
    one, other = made.load_page(0), made.load_page(1)
    assert np.abs(one.astype(int) - other).max() <= 1
    assert one[0, 0].tolist() == [100, 50, 25, 128]


@pytest.mark.parametrize(("picture", "code"), [(None, "missing-file"), (b"no picture", "bad-picture")])
def test_a_page_that_cannot_be_read_is_an_error_or_leniently_draws_nothing(picture: bytes | None, code: str) -> None:
    atlas = b"p.png\nsize: 8, 8\na\nbounds: 0, 0, 8, 8\n\nq.png\nsize: 8, 8\nb\nbounds: 0, 0, 8, 8\n"
    files = {"rigs__hero.atlas": atlas, "rigs__q.png": _png(8, 8)} | ({"rigs__p.png": picture} if picture else {})
    assets = _rig({"a": BOX, "b": BOX}, **files)
    assert [d.code for d in _refused("rigs/hero.json", assets)] == [code]
    made = load_skeleton_files("rigs/hero.json", art="lenient", assets=assets)
    assert [(d.code, d.severity) for d in made.diagnostics] == [(code, Severity.WARNING)]
    assert made.regions == {(0, 0, "a"): (-1,), (0, 0, "b"): (1,)}


def test_an_atlas_is_found_under_the_names_that_engines_give_it() -> None:
    atlas, page = b"p.png\na\nbounds: 0, 0, 8, 8\n", _png(8, 8)
    plain = _rig({"a": BOX})
    held = {"p.png": page, "hero.skel.bytes": plain.read("rigs/hero.json"), "hero.json": plain.read("rigs/hero.json")}
    for path, name in (("hero.json", "hero.atlas"), ("hero.json", "hero.atlas.txt"), ("hero.skel.bytes", "hero.atlas")):
        made = load_skeleton_files(path, assets=MemoryAssets(held | {name: atlas}))
        assert made.regions == {(0, 0, "a"): (0,)}


# loose pictures


@pytest.mark.parametrize("where", ["rigs/images/", "rigs/"])
@pytest.mark.parametrize("ending", [".png", ".jpg", ".jpeg", ".webp"])
def test_without_an_atlas_pictures_come_from_the_images_folder_or_from_beside_the_file(where: str, ending: str) -> None:
    assets = _rig({"a": BOX | {"path": "parts/arm"}, "b": BOX | {"path": "parts/arm"}, "c": BOX})
    pictures = {f"{where}parts/arm{ending}": _png(7, 5), f"{where}c{ending}": _png(3, 2)}
    made = load_skeleton_files(
        "rigs/hero.json", assets=MemoryAssets({"rigs/hero.json": assets.read("rigs/hero.json")} | pictures)
    )
    assert not made.diagnostics
    assert set(made.page_paths) == set(pictures)
    assert made.regions == {(0, 0, "a"): (0,), (0, 0, "b"): (0,), (0, 0, "c"): (1,)}
    arm = made.atlas.regions[0]
    assert (arm.width, arm.height, arm.original_width, arm.original_height) == (7, 5, 7, 5)
    assert (made.atlas.pages[0].width, made.atlas.pages[0].pma) == (7, False)
    assert made.load_page(0).shape == (5, 7, 4)


@pytest.mark.parametrize("folder", [None, "", ".", "../art", "..\\art\\", "../art/"])
def test_the_images_folder_is_relative_to_the_skeleton_in_any_spelling(folder: str | None) -> None:
    where = "art/a.png" if folder and "art" in folder else "rigs/a.png"
    made = load_skeleton_files("rigs/hero.json", assets=_rig({"a": BOX}, images=folder, **{where: _png(2, 2)}))
    assert made.page_paths == (where,)


def test_a_loose_picture_that_is_missing_is_answered_with_the_nearest() -> None:
    assets = _rig(
        {"a": BOX, "b": BOX | {"path": "parts/hed"}},
        **{"rigs__images__a.png": _png(2, 2), "rigs__images__parts__head.png": _png(2, 2)},
    )
    (problem,) = _refused("rigs/hero.json", assets)
    assert (problem.place, problem.nearest) == ("skins[0].attachments.s.b", "head")


def test_without_any_art_there_is_one_error_not_one_for_each_attachment() -> None:
    assets = _rig({f"a{i}": BOX for i in range(20)}, **{"rigs__her.atlas": b"p.png\n"})
    (problem,) = _refused("rigs/hero.json", assets)
    assert (problem.code, problem.nearest) == ("missing-atlas", "her.atlas")
    made = load_skeleton_files("rigs/hero.json", art="lenient", assets=assets)
    assert set(made.regions.values()) == {(-1,)}


# what is told without raising


def test_checking_tells_what_loading_would_raise(tmp_path: Path) -> None:
    for name, data in (("x.json", case("13", "x.json")), ("x.atlas", case("13", "x.atlas"))):
        (tmp_path / name).write_bytes(data.read_bytes())
    told = check_file(tmp_path / "x.json")
    assert {d.code for d in told} == {"missing-file", "missing-region"}
    with pytest.raises(BadFileError) as caught:
        load_skeleton_files(tmp_path / "x.json")
    assert set(caught.value.diagnostics) == set(told)
    arts: tuple[Art, ...] = ("lenient", "none")
    assert [len(check_file(tmp_path / "x.json", art=art)) for art in arts] == [2, 0]
    assert [d.code for d in check_file(tmp_path / "gone.scene.json")] == ["missing-file"]
