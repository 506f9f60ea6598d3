"""From arguments to an exit code: runs a command and says what went wrong, never with a traceback."""

from __future__ import annotations

import copy
import gc
import os
import platform
import signal
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import rigbyscene
from rigbyscene.cli import messages
from rigbyscene.cli.interrupts import interrupts_heard
from rigbyscene.errors import Diagnostic, RigbySceneError, UsageError

if TYPE_CHECKING:
    from typer import Typer

_NUMBERS = {
    "float_parsing": ("a number", "1.5"),
    "int_parsing": ("a whole number", "4"),
    "int_parsing_size": ("a number that can be used", "4"),
}
"""What the argument parser calls texts that are no numbers: what they should be, and an example."""
DEBUG_VARIABLE = "RIGBYSCENE_DEBUG"
"""Set, and not to ``0``: tracebacks are shown, as with ``--debug``."""

EXIT_DONE = 0
EXIT_FINDINGS = 1
"""A check or comparison found something, or the input cannot be used."""
EXIT_USAGE = 2
EXIT_FAILED = 3
"""Rendering or encoding failed although the input was good."""
EXIT_INTERNAL = 70
"""A fault of this program; EX_SOFTWARE of sysexits.h."""
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
"""Whoever read the output stopped reading; what a shell reports for SIGPIPE."""


@dataclass(slots=True)
class Session:
    """What holds for every command; the options before the command's name may change it."""

    debug: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. `arguments` None: those of this process."""
    messages.make_streams_safe()
    if arguments is None:
        # a scene is many objects that stay, few of them in circles: looking for those takes a tenth of a still
        gc.set_threshold(200_000, 20, 100)
    session = Session(debug=os.environ.get(DEBUG_VARIABLE, "0") not in ("", "0"))
    try:
        with interrupts_heard():
            code = _run(arguments, session)
        if arguments is None:
            # nothing is left to be cut short: what arrives now must not turn a finished command into a killed one
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            gc.freeze()  # the system takes it all back; the interpreter would look at it for 0.2 s first
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except messages.OutputClosed:
        return EXIT_BROKEN_PIPE
    if code == EXIT_INTERRUPTED:
        if arguments is None:
            # the impatient press again while threads are collected: no second, ugly ending
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        messages.tell("interrupted")
    return code


def _run(arguments: Sequence[str] | None, session: Session) -> int:
    import typer

    from rigbyscene.cli.app import app

    command = typer.main.get_command(_with_only_the_named(app, sys.argv[1:] if arguments is None else arguments))
    name = None if arguments is None else "rigbyscene"
    given = None if arguments is None else list(arguments)
    try:
        code = command.main(given, prog_name=name, standalone_mode=False, obj=session)
        messages.flush()
    except typer.TyperException as mistake:
        messages.print_diagnostics([_as_diagnostic(mistake)])
        return EXIT_USAGE
    except RigbySceneError as refusal:
        messages.print_diagnostics(refusal.diagnostics)
        if session.debug:
            traceback.print_exc()
        return refusal.exit_code
    except MemoryError:
        messages.tell("error: there is not enough memory; give a smaller --size or --supersample, or fewer --threads")
        return EXIT_FAILED
    except messages.OutputClosed:
        raise
    except Exception as fault:
        return _own_fault(fault, session)
    return code if isinstance(code, int) else EXIT_DONE


def _with_only_the_named(app: Typer, arguments: Sequence[str]) -> Typer:
    """`app` with no other command than the one that `arguments` begin with: to describe them all takes 20 ms."""
    named = [c for c in app.registered_commands if c.callback is not None and c.callback.__name__ in arguments[:1]]
    if not named:
        return app
    alone = copy.copy(app)
    alone.registered_commands, alone.registered_groups = named, []
    return alone


def _as_diagnostic(mistake: Exception) -> Diagnostic:
    """What the argument parser says, in the words of all other messages."""
    number = _number_mistake(mistake)
    if number is not None:
        return number
    context = getattr(mistake, "ctx", None)
    command = context.command_path if context is not None else "rigbyscene"
    found = " ".join(getattr(mistake, "format_message", mistake.__str__)().split()).rstrip(".")
    remedy = f"see {command} --help"
    if getattr(mistake, "option_name", None) in ("--debug", "--version"):
        remedy = f"put it before the command: rigbyscene {getattr(mistake, 'option_name', '')} ..."
    refused = UsageError.single("bad-arguments", command, "", found, remedy)
    return refused.diagnostics[0]


def _number_mistake(mistake: Exception) -> Diagnostic | None:
    """What was given for a number and is none, as typed: the parser's own words do not show it."""
    errors = getattr(mistake.__cause__, "errors", None)
    names: list[str] = getattr(getattr(mistake, "param", None), "opts", [])
    for error in errors() if callable(errors) and names else ():
        wanted = _NUMBERS.get(error.get("type"))
        if wanted is not None:
            what, example = wanted
            found = f"{messages.printable(repr(error.get('input')))} is not {what}"
            return UsageError.single("bad-number", names[-1], "", found, f"give one such as {example}").diagnostics[0]
    return None


def _own_fault(fault: Exception, session: Session) -> int:
    if session.debug:
        traceback.print_exc()
    what = " ".join(f"{type(fault).__name__}: {fault}".split())
    here = f"rigbyscene {rigbyscene.__version__}, Python {platform.python_version()}, {platform.system()}"
    more = "" if session.debug else f" with what {DEBUG_VARIABLE}=1 adds"
    messages.tell(f"internal error: {what} ({here}); this is a fault of rigbyscene: please report this line{more}")
    return EXIT_INTERNAL
