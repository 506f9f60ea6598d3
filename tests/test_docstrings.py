"""Every example in a docstring of the package is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import rigbyscene

MODULES = [m.name for m in pkgutil.walk_packages(rigbyscene.__path__, "rigbyscene.") if not m.name.endswith("__main__")]


@pytest.mark.parametrize("name", ["rigbyscene", *MODULES])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL).failed == 0
