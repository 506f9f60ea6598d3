"""The examples in this room's docstrings hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import rigbyscene.formats

_MODULES = sorted(m.name for m in pkgutil.iter_modules(rigbyscene.formats.__path__))


@pytest.mark.parametrize("name", [f"rigbyscene.formats.{m}" for m in _MODULES] + ["rigbyscene.model.atlas"])
def test_the_examples_of_this_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
