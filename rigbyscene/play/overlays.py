"""What can be laid over the picture to look into it: bones, names, meshes, masks, bounds, depths. Arrays, no GL."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rigbyscene.draw.drawlist import (
    FIRST_VERTEX,
    SHAPE,
    SHAPE_QUAD,
    SLOT,
    SOURCE,
    TRIANGLE_COUNT,
    VERTEX_COUNT,
    DrawList,
)
from rigbyscene.play import style
from rigbyscene.play.labels import Places
from rigbyscene.play.shapes import Shapes
from rigbyscene.play.style import Color, Rect
from rigbyscene.pose.layout import KIND, KIND_BOUNDING_BOX, KIND_CLIPPING
from rigbyscene.pose.layout import VERTEX_COUNT as ATTACHMENT_VERTICES
from rigbyscene.pose.pose import Pose
from rigbyscene.scene.affine import Affine
from rigbyscene.scene.bounds import drawn_bounds
from rigbyscene.scene.sample import SceneSample
from rigbyscene.scene.scene import Scene

Points = NDArray[np.float64]

_MESH = style.rgba("6fe3ff", 0.55)
_QUAD = style.rgba("c9a4ff", 0.7)
_CLIPPING = style.rgba("ff6fd0", 0.95)
_BOUNDS = style.rgba("ffd166", 0.9)
_BOXES = style.rgba("7dffa0", 0.9)
_SAFE = style.rgba("ffffff", 0.65)
_DARK = style.rgba("000000", 0.55)


def mapped(points: Points, by: Affine) -> Points:
    """Points float64 (n, 2) through an affine map."""
    a, b, c, d, tx, ty = by
    return points @ np.array([[a, b], [c, d]]) + (tx, ty)


class Overlays:
    """Draws the overlays of one scene. What does not change from frame to frame is worked out once."""

    def __init__(self, scene: Scene):
        self._scene = scene
        rigs = (scene.stage, *(member.rig for member in scene.cast))
        self._lengths = [np.array([b.length for b in rig.skeleton.bones], np.float64) for rig in rigs]
        self._layers, self._layer_of_slot = _depth_layers(scene)

    def draw(
        self,
        shapes: Shapes,
        wanted: set[str],
        sample: SceneSample,
        drawn: DrawList,
        to_pixels: Affine,
        frame: Rect,
        area: Rect,
        taken: Iterable[Rect] = (),
    ) -> None:
        """Draw those of `wanted` that belong to the scene. `to_pixels` maps stage units to pixels of the window.

        `frame` is the camera's frame there, `area` the picture's; no words are put on what is `taken` of it.
        """
        places = Places(shapes, area)
        for rect in taken:
            places.keep(rect)
        if "frame" in wanted:
            _draw_frame(shapes, frame, area)
        if "meshes" in wanted:
            _draw_meshes(shapes, drawn, to_pixels)
        if "depth" in wanted:
            self._draw_depth(shapes, places, sample, drawn, to_pixels)
        if "bounds" in wanted:
            self._draw_bounds(shapes, places, sample, to_pixels)
        if "clipping" in wanted:
            _draw_polygons(shapes, sample, to_pixels, KIND_CLIPPING, _CLIPPING)
        if "bones" in wanted:
            self._draw_bones(shapes, sample, to_pixels)
        if "safe" in wanted:
            _draw_safe(shapes, places, frame)
        if "names" in wanted:
            _draw_names(places, self._lengths, sample, to_pixels, area)
        places.finish()

    def _draw_bones(self, shapes: Shapes, sample: SceneSample, to_pixels: Affine) -> None:
        width = max(1.6 * shapes.scale, 1.0)
        for number, pose, placement in _poses(sample):
            color = style.BONE_COLORS[number % len(style.BONE_COLORS)]
            awake = pose.outfit.arrays.bone_active.astype(bool)
            world = pose.world[awake]
            lengths = self._lengths[number][awake]
            whole = to_pixels.after(placement)
            joints = mapped(world[:, 4:6], whole)
            long = lengths > 0.0
            tips = mapped(world[long, 4:6] + world[long, 0:2] * lengths[long, None], whole)
            shapes.lines(joints[long], tips, _DARK, width + 2)
            shapes.lines(joints[long], tips, color, width)
            shapes.discs(joints, 3.4 * shapes.scale, _DARK)
            shapes.discs(joints, 2.4 * shapes.scale, color)

    def _draw_bounds(self, shapes: Shapes, places: Places, sample: SceneSample, to_pixels: Affine) -> None:
        bounds = self._scene.bounds
        _draw_outline(shapes, mapped(_corners(*bounds), to_pixels), _BOUNDS)
        for actor in sample.actors:
            own = drawn_bounds(actor.pose) if actor.drawn else None
            if own is not None:
                corners = mapped(_corners(*own), to_pixels.after(actor.placement))
                _draw_outline(shapes, corners, style.with_alpha(_BOUNDS, 0.7))
                x, y = corners.min(axis=0).tolist()
                places.label(actor.id, x + 3 * shapes.scale, y - 8 * shapes.scale, _BOUNDS)
        _draw_polygons(shapes, sample, to_pixels, KIND_BOUNDING_BOX, _BOXES)

    def _draw_depth(
        self, shapes: Shapes, places: Places, sample: SceneSample, drawn: DrawList, to_pixels: Affine
    ) -> None:
        """Where each layer of the manifest's depths draws, in a colour of its own, and a list of them from the back."""
        if not self._layers:
            places.legend([("the scene has no depths", style.TEXT)])
            return
        lines: list[tuple[str, Color]] = []
        commands = drawn.commands
        slots = commands[:, SLOT].copy()
        for number, actor in enumerate(sample.actors, start=1):
            slots[commands[:, SOURCE] == number] = actor.slot
        layers = self._layer_of_slot[slots]
        points = mapped(drawn.xy, to_pixels)
        owners = np.repeat(layers, commands[:, VERTEX_COUNT])
        focal = self._scene.manifest.focal
        for place, (name, z) in enumerate(self._layers):
            color = style.BONE_COLORS[place % len(style.BONE_COLORS)]
            own = points[owners == place]
            if len(own):
                low, high = own.min(axis=0), own.max(axis=0)
                inside = Rect(low[0], low[1], high[0] - low[0], high[1] - low[1])
                shapes.frame(inside, style.with_alpha(color, 0.8), max(shapes.scale, 1.0))
            lines.append((f"{name}: depth {z:g}, moves by {focal / (focal + z):.2f}", color))
        places.legend(lines)


def _poses(sample: SceneSample) -> Iterator[tuple[int, Pose, Affine]]:
    """0 and the stage, then number, pose and placement of all actors that show."""
    yield 0, sample.stage, Affine()
    for number, actor in enumerate(sample.actors, start=1):
        if actor.drawn:
            yield number, actor.pose, actor.placement


def _depth_layers(scene: Scene) -> tuple[list[tuple[str, float]], NDArray[np.int64]]:
    """Names and depths, farthest first; and for each of the stage's slots the place of its layer there, or -1."""
    layers = sorted(scene.manifest.depth.items(), key=lambda layer: -layer[1])
    bones = scene.stage.skeleton.bones
    place_of = {name: place for place, (name, _) in enumerate(layers)}
    of_bone: list[int] = []
    for bone in bones:
        inherited = of_bone[bone.parent] if bone.parent >= 0 else -1
        of_bone.append(place_of.get(bone.name, inherited))
    return layers, np.array([of_bone[s.bone] for s in scene.stage.skeleton.slots] or [-1], np.int64)


def _draw_meshes(shapes: Shapes, drawn: DrawList, to_pixels: Affine) -> None:
    """Triangles of meshes, outlines of regions."""
    points = mapped(drawn.xy, to_pixels)
    is_quad = drawn.commands[:, SHAPE] == SHAPE_QUAD
    corners = drawn.commands[is_quad, FIRST_VERTEX][:, None] + np.arange(4)
    starts, ends = points[corners.ravel()], points[np.roll(corners, -1, axis=1).ravel()]
    shapes.lines(starts, ends, _QUAD, 1.0)
    of_mesh = ~np.repeat(is_quad, drawn.commands[:, TRIANGLE_COUNT])
    triangles = drawn.triangles[of_mesh]
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    keys = np.unique(edges[:, 0].astype(np.int64) << 32 | edges[:, 1])
    shapes.lines(points[keys >> 32], points[keys & 0xFFFFFFFF], _MESH, 1.0)


def _draw_polygons(shapes: Shapes, sample: SceneSample, to_pixels: Affine, kind: int, color: Color) -> None:
    """Outlines of the attachments of a kind that show: masks, or bounding boxes."""
    for _, pose, placement in _poses(sample):
        rig, arrays = pose.rig.arrays, pose.arrays
        whole = to_pixels.after(placement)
        for slot, attachment in enumerate(arrays.shown.tolist()):
            if attachment < 0 or not pose.outfit.arrays.slot_active[slot]:
                continue
            entry = rig.attachments[attachment]
            if entry[KIND] == kind:
                first = rig.slot_vertices[slot]
                corners = mapped(arrays.vertices[first : first + entry[ATTACHMENT_VERTICES]], whole)
                _draw_outline(shapes, corners, color)
                shapes.discs(corners, 2.0 * shapes.scale, color)


def _draw_outline(shapes: Shapes, corners: Points, color: Color) -> None:
    after = np.roll(corners, -1, axis=0)
    shapes.lines(corners, after, _DARK, 3.0 * shapes.scale)
    shapes.lines(corners, after, color, 1.4 * shapes.scale)


def _corners(x: float, y: float, width: float, height: float) -> Points:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float64)


def _draw_names(places: Places, lengths: Sequence[Points], sample: SceneSample, to_pixels: Affine, area: Rect) -> None:
    """Names of the bones whose joints are in `area`: the longest bones choose their places first."""
    names: list[tuple[float, str, tuple[float, float], Color]] = []
    for number, pose, placement in _poses(sample):
        color = style.BONE_COLORS[number % len(style.BONE_COLORS)]
        whole = to_pixels.after(placement)
        joints = mapped(pose.world[:, 4:6], whole)
        inside = (joints >= (area.x, area.y)).all(axis=1) & (joints < (area.right, area.bottom)).all(axis=1)
        shown = np.flatnonzero(inside & pose.outfit.arrays.bone_active.astype(bool))
        size = math.sqrt(abs(whole.a * whole.d - whole.b * whole.c))
        for bone, joint in zip(shown.tolist(), joints[shown].tolist(), strict=True):
            names.append((lengths[number][bone] * size, pose.rig.skeleton.bones[bone].name, joint, color))
    if names:
        names.sort(key=lambda name: -name[0])
        _, texts, at, colors = zip(*names, strict=True)
        places.names(texts, np.array(at, np.float64), colors)


def _draw_frame(shapes: Shapes, frame: Rect, area: Rect) -> None:
    """Darken what the camera does not see and draw a line around what it does."""
    left, top = max(frame.x, area.x), max(frame.y, area.y)
    right, bottom = min(frame.right, area.right), min(frame.bottom, area.bottom)
    if right > left and bottom > top:
        for shade in (
            Rect(area.x, area.y, area.width, top - area.y),
            Rect(area.x, bottom, area.width, area.bottom - bottom),
            Rect(area.x, top, left - area.x, bottom - top),
            Rect(right, top, area.right - right, bottom - top),
        ):
            if shade.width > 0 and shade.height > 0:
                shapes.box(shade, style.SHADE)
    shapes.frame(frame, style.ACCENT, max(1.5 * shapes.scale, 1.0))
    x, y, arm = frame.x + frame.width / 2, frame.middle, 8 * shapes.scale
    shapes.line(x - arm, y, x + arm, y, style.ACCENT)
    shapes.line(x, y - arm, x, y + arm, style.ACCENT)


def _draw_safe(shapes: Shapes, places: Places, frame: Rect) -> None:
    """93 % for action and 90 % for titles (EBU R 95), and the middle."""
    for share, text, place in ((0.93, "action", 0.06), (0.90, "titles", 0.16)):
        width, height = frame.width * share, frame.height * share
        rect = Rect(frame.x + (frame.width - width) / 2, frame.y + (frame.height - height) / 2, width, height)
        shapes.frame(rect, _SAFE, max(shapes.scale, 1.0))
        edges = (rect.y, rect.bottom)
        places.label_on_lines(f"{text} {share:.0%}", frame.x + place * frame.width, edges, rect.right, _SAFE)
    x, y, arm = frame.x + frame.width / 2, frame.middle, 10 * shapes.scale
    shapes.line(x - arm, y, x + arm, y, _SAFE)
    shapes.line(x, y - arm, x, y + arm, _SAFE)
