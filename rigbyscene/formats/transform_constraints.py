"""Transform constraints: the mixes of 3.8 and 4.2, and the property mappings of 4.3."""

from __future__ import annotations

from rigbyscene.formats.fields import Fields
from rigbyscene.formats.json_text import quoted
from rigbyscene.formats.skeleton_context import Context
from rigbyscene.model.constraints import TransformConstraint, TransformMapping
from rigbyscene.model.enums import Format, TransformProperty

PROPERTIES = {
    "rotate": TransformProperty.ROTATE,
    "x": TransformProperty.X,
    "y": TransformProperty.Y,
    "scalex": TransformProperty.SCALE_X,
    "scaley": TransformProperty.SCALE_Y,
    "sheary": TransformProperty.SHEAR_Y,
}
_NAMES = ("rotate", "x", "y", "scaleX", "scaleY", "shearY")


def bones_of(fields: Fields, owner: str, context: Context) -> tuple[int, ...] | None:
    """The constrained bones; None, reported, where there are none or a name is wrong."""
    before = len(context.source.report)
    bones = fields.references("bones", context.bone_names, "bone", owner)
    if not bones and len(context.source.report) == before:
        fields.source.error("missing-field", fields.place("bones"), f"{owner} has no bones", "name at least one")
    return bones if len(context.source.report) == before else None


def read_transform(fields: Fields, name: str, order: int, context: Context) -> TransformConstraint | None:
    owner = f"transform constraint {quoted(name)}"
    bones = bones_of(fields, owner, context)
    source = fields.required_reference(fields.first_of("source", "target"), context.bone_names, "bone", owner)
    # a 4.3 file without properties drives nothing; by its keys a file of any version may use either form
    mapped = "properties" in fields.data or (context.format is Format.V43 and "target" not in fields.data)
    mappings = _mappings(fields.section("properties")) if mapped else None
    local = fields.boolean("local", False)
    made = (
        fields.number("rotation", 0.0),
        *(fields.number(key, 0.0) for key in ("x", "y", "scaleX", "scaleY", "shearY")),
    )
    mixes = _transform_mixes(fields, mappings)
    if bones is None or source is None:
        return None
    rotation, x, y, scale_x, scale_y, shear_y = made
    return TransformConstraint(
        name,
        bones,
        source,
        order,
        fields.boolean("skin", False),
        offsets=(rotation, x, y, scale_x, scale_y, shear_y),
        mixes=mixes,
        local=local,
        relative=fields.boolean("relative", False),
        local_source=fields.boolean("localSource", False),
        local_target=fields.boolean("localTarget", False),
        additive=fields.boolean("additive", False),
        clamp=fields.boolean("clamp", False),
        mappings=mappings,
    )


def _transform_mixes(
    fields: Fields, mappings: tuple[TransformMapping, ...] | None
) -> tuple[float, float, float, float, float, float]:
    """Mixes for rotate, x, y, scaleX, scaleY, shearY; 3.8's four are spread over the six.

    mixY and mixScaleY default to the value of their x twin. With mappings, a property that none of them writes has
    mix 0, whatever the file says (constraint sheet, section 3).
    """
    used = set(TransformProperty) if mappings is None else {m.target for m in mappings}

    def mix(written: TransformProperty, default: float, *names: str) -> float:
        return fields.number(fields.first_of(*names), default) if written in used else 0.0

    mix_x = mix(TransformProperty.X, 1.0, "mixX", "translateMix")
    mix_scale_x = mix(TransformProperty.SCALE_X, 1.0, "mixScaleX", "scaleMix")
    return (
        mix(TransformProperty.ROTATE, 1.0, "mixRotate", "rotateMix"),
        mix_x,
        mix(TransformProperty.Y, mix_x, "mixY"),
        mix_scale_x,
        mix(TransformProperty.SCALE_Y, mix_scale_x, "mixScaleY"),
        mix(TransformProperty.SHEAR_Y, 1.0, "mixShearY", "shearMix"),
    )


def _mappings(properties: Fields) -> tuple[TransformMapping, ...]:
    made = []
    for source_name, source_fields in properties.members():
        source = _property(properties, source_name)
        targets = source_fields.section("to")
        for target_name, to in targets.members():
            target = _property(targets, target_name)
            if source is None or target is None:
                continue
            made.append(
                TransformMapping(
                    source,
                    source_fields.number("offset", 0.0),
                    target,
                    to.number("offset", 0.0),
                    to.number("max", 1.0),
                    to.number("scale", 1.0),
                )
            )
    return tuple(made)


def _property(fields: Fields, name: str) -> TransformProperty | None:
    found = PROPERTIES.get(name.lower())
    if found is None:
        unknown, remedy = f"unknown property {quoted(name)}", f"use {', '.join(_NAMES[:-1])} or {_NAMES[-1]}"
        near = fields.source.report.nearest(name, _NAMES)
        fields.source.error("unknown-value", fields.place(name), unknown, remedy, near)
    return found
