"""What is told of many diagnostics: each kind with its first places, and how many more there are of it."""

from __future__ import annotations

import pickle
import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rigbyscene.errors import BadFileError, Diagnostic, Report, Severity, abridged, nearest_name

CODES = ("wrong-type", "unknown-bone", "no-version")
TOLD_OF_A_KIND = 75
"""Lines at most: fifty that are shown, and one for what is left of each file and of the other files."""


def fault(code: str, severity: Severity, file: int, number: int) -> Diagnostic:
    return Diagnostic(code, severity, f"f{file}.json", f"bones[{number}]", "is wrong", "mend it")


kinds = st.tuples(st.sampled_from(CODES), st.sampled_from(Severity), st.integers(0, 30))
bunches = st.lists(st.tuples(kinds, st.integers(1, 120)), max_size=40)


@given(bunches, st.randoms(use_true_random=False))
def test_what_is_told_is_bounded_in_order_and_counts_up_to_all(
    bunches: list[tuple[tuple[str, Severity, int], int]], random: object
) -> None:
    faults = [fault(*kind, number) for at, (kind, count) in enumerate(bunches) for number in range(at, at + count)]
    random.shuffle(faults)  # type: ignore[attr-defined]
    told = abridged(faults, "see the log")
    assert len(told) <= TOLD_OF_A_KIND * len({(d.severity, d.code) for d in faults})
    shown = [d for d in told if d.remedy == "mend it"]
    rests = [d for d in told if d.remedy == "see the log"]
    remaining = iter(faults)
    assert all(any(d is other for other in remaining) for d in shown), "not in their order"
    of_kind = Counter((d.severity, d.code) for d in shown)
    for rest in rests:
        count = re.match(r"(\d+) more (error|warning)s of this kind", rest.found)
        assert count is not None and int(count[1]) > 1 and count[2] == rest.severity.value and rest.code in rest.found
        of_kind[rest.severity, rest.code] += int(count[1])
    assert of_kind == Counter((d.severity, d.code) for d in faults)
    for kind in of_kind:  # the first of each kind are told, wherever they stand among others
        first = next(d for d in faults if (d.severity, d.code) == kind)
        assert first in shown


def test_few_faults_are_told_in_full() -> None:
    faults = [fault(code, Severity.ERROR, file, n) for code in CODES for file in range(3) for n in range(11)]
    assert abridged(faults, "") == faults


def test_an_exception_has_all_faults_and_a_message_that_can_be_read() -> None:
    report = Report()
    for n in range(5000):
        report.add(fault("unknown-bone", Severity.ERROR, 0, n))
    error = BadFileError(report)
    for copied in (error, pickle.loads(pickle.dumps(error))):
        assert len(copied.diagnostics) == 5000
        lines = str(copied).splitlines()
        assert len(lines) == 11 and "4990 more errors of this kind (unknown-bone), the last at bones[4999]" in lines[-1]
    assert len(str(Diagnostic("x", Severity.ERROR, "a", "", "y" * 10**6, "z"))) < 1100


def test_hints_are_looked_for_as_long_as_that_is_quick() -> None:
    names = [f"bone{n}x" for n in range(3000)]
    report = Report()
    hints = [report.nearest(f"bune{n}x", names) for n in range(500)]
    assert hints[:10] == [nearest_name(f"bune{n}x", names) for n in range(10)]
    assert hints[-1] is None and sum(hint is not None for hint in hints) < 50
