"""Where in a file something is, as a stack of section names: for readers and writers of files without JSON paths."""

from __future__ import annotations

from types import TracebackType

from rigbyscene.errors import Report


class Sections:
    """``animation "walk", bone "hip"``: the sections that are open, outermost first.

    >>> sections = Sections()
    >>> with sections.open("animations"), sections.open('bone "hip"'):
    ...     str(sections)
    'animations, bone "hip"'
    >>> str(sections)
    ''
    """

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: list[str] = []

    def __str__(self) -> str:
        return ", ".join(self.names)

    def open(self, name: str) -> OpenSection:
        """A context in which things are in the section `name`."""
        return OpenSection(self.names, name)


class OpenSection:
    """After an exception it stays on the stack, where whoever tells of it finds it."""

    __slots__ = ("_name", "_names")

    def __init__(self, names: list[str], name: str):
        self._names = names
        self._name = name

    def __enter__(self) -> None:
        self._names.append(self._name)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._names.pop()


class Notes:
    """What a writer has to say about the file `file` that it makes: problems, each at the section that is open."""

    def __init__(self, file: str, report: Report):
        self._file = file
        self._report = report
        self._sections = Sections()

    def section(self, name: str) -> OpenSection:
        return self._sections.open(name)

    def error(self, code: str, found: str, remedy: str) -> None:
        self._report.error(code, self._file, str(self._sections), found, remedy)

    def warning(self, code: str, found: str, remedy: str) -> None:
        self._report.warning(code, self._file, str(self._sections), found, remedy)
