"""Transform constraints of binary skeletons: the mixes of 4.2, and the property mappings of 4.3."""

from __future__ import annotations

from rigbyscene.formats.skel_context import SkelContext
from rigbyscene.model.constraints import TransformConstraint, TransformMapping
from rigbyscene.model.enums import TransformProperty

Six = tuple[float, float, float, float, float, float]

_OFFSETS = ("rotation", "x", "y", "scaleX", "scaleY", "shearY")
_MIXES = ("mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY")


def _announced(context: SkelContext, flags: int, names: tuple[str, ...]) -> Six:
    """The floats whose bits are set in `flags`, lowest first; 0 for the others."""
    a, b, c, d, e, f = (context.reader.number(n) if flags & 1 << i else 0.0 for i, n in enumerate(names))
    return a, b, c, d, e, f


def _bones(context: SkelContext) -> tuple[int, ...]:
    at = context.reader.pos
    bones = context.bone_list()
    if not bones:
        context.reader.fail("bad-constraint", "the constraint has no bones", at=at)
    return bones


def read_transform_42(context: SkelContext, name: str, order: int) -> TransformConstraint:
    r = context.reader
    bones, source = _bones(context), context.bone("the target")
    flags = r.flags(0xFF, "the flags")
    first_offsets = [r.number(n) if flags & 8 << i else 0.0 for i, n in enumerate(_OFFSETS[:5])]
    more = r.flags(0x7F, "the flags of the mixes")
    rotation, x, y, scale_x, scale_y = first_offsets
    shear_y = r.number("shearY") if more & 1 else 0.0
    return TransformConstraint(
        name,
        bones,
        source,
        order,
        bool(flags & 1),
        offsets=(rotation, x, y, scale_x, scale_y, shear_y),
        mixes=_announced(context, more >> 1, _MIXES),
        local=bool(flags & 2),
        relative=bool(flags & 4),
    )


def read_transform_43(context: SkelContext, name: str, order: int) -> TransformConstraint:
    r = context.reader
    bones, source = _bones(context), context.bone("the source")
    flags = r.flags(0xFF, "the flags")
    mappings: list[TransformMapping] = []
    for _ in range(flags >> 5):
        mappings += _mappings(context)
    offsets = _announced(context, r.flags(0x3F, "the flags of the offsets"), _OFFSETS)
    written = _announced(context, r.flags(0x3F, "the flags of the mixes"), _MIXES)
    used = {m.target for m in mappings}
    a, b, c, d, e, f = (mix if TransformProperty(i) in used else 0.0 for i, mix in enumerate(written))
    return TransformConstraint(
        name,
        bones,
        source,
        order,
        bool(flags & 1),
        offsets=offsets,
        mixes=(a, b, c, d, e, f),
        local_source=bool(flags & 2),
        local_target=bool(flags & 4),
        additive=bool(flags & 8),
        clamp=bool(flags & 16),
        mappings=tuple(mappings),
    )


def _property(context: SkelContext, what: str) -> TransformProperty:
    return TransformProperty(context.reader.choice(6, what))


def _mappings(context: SkelContext) -> list[TransformMapping]:
    r = context.reader
    source = _property(context, "the property read")
    source_offset = r.number("offset")
    return [
        TransformMapping(
            source,
            source_offset,
            _property(context, "the property written"),
            r.number("offset"),
            r.number("max"),
            r.number("scale"),
        )
        for _ in range(r.count("properties written", 13))
    ]
