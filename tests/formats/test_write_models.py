"""Random skeletons that use all of the model come back from every kind of file as they were."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rigbyscene.errors import Report
from rigbyscene.formats.versions import brought_to
from rigbyscene.model.enums import Format
from rigbyscene.model.skeleton import Skeleton
from tests.formats.model_strategies import skeletons
from tests.formats.skel_helpers import as_json, as_skel, loaded
from tests.formats.skeleton_compare import differences

VERSIONS = pytest.mark.parametrize("version", [Format.V42, Format.V43])
MANY = settings(
    max_examples=40,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink so large a thing takes minutes
)


@VERSIONS
@MANY
@given(data=st.data())
def test_json_gives_back_the_same_model(version: Format, data: st.DataObject) -> None:
    skeleton = data.draw(skeletons(version))
    assert differences(skeleton, loaded(as_json(skeleton), "x.json")) == []


@VERSIONS
@MANY
@given(data=st.data())
def test_binary_gives_back_the_same_model(version: Format, data: st.DataObject) -> None:
    skeleton = data.draw(skeletons(version))
    assert differences(skeleton, loaded(as_skel(skeleton))) == []


@VERSIONS
@MANY
@given(data=st.data())
def test_binary_to_json_and_back_is_the_same_file(version: Format, data: st.DataObject) -> None:
    binary = as_skel(data.draw(skeletons(version)))
    json = as_json(loaded(binary), single=True)
    assert as_skel(loaded(json, "x.json")) == binary


def by_turns(skeleton: Skeleton) -> Skeleton:
    """With constraints numbered by their turns, which is all that 4.3 keeps of 4.2's orders and lists."""
    turns = tuple(dataclasses.replace(c, order=i) for i, c in enumerate(skeleton.constraints))
    return dataclasses.replace(skeleton, constraints=turns, listed=())


@MANY
@given(data=st.data())
def test_42_to_43_and_back_is_the_same_model(data: st.DataObject) -> None:
    skeleton = data.draw(skeletons(Format.V42))
    report = Report()
    newer = brought_to(skeleton, Format.V43, "x.json", report)
    assert differences(newer, loaded(as_skel(newer))) == []
    assert differences(by_turns(skeleton), brought_to(newer, Format.V42, "x.json", report)) == []
    assert not report.has_errors


@MANY
@given(data=st.data())
def test_43_to_42_is_refused_with_reasons_or_says_the_same(data: st.DataObject) -> None:
    skeleton = data.draw(skeletons(Format.V43))
    report = Report()
    older = brought_to(skeleton, Format.V42, "x.json", report)
    if report.has_errors:
        assert {d.code for d in report} == {"only-4.3"}
    else:
        back = brought_to(older, Format.V43, "x.json", Report())
        assert [d for d in differences(skeleton, back) if not re.search(UNUSED_IN_42, d)] == []


UNUSED_IN_42 = (
    r"\.(icon_size|icon_rotation|convex)|\[\d+\]\.color: .*None$|\.(local_source|local_target|clamp):|'TRANSFORM_MIX'"
)
"""What only the editor shows, and what a transform constraint does with properties that it does not map."""
