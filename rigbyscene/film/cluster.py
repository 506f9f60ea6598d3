"""Parts made by a dask.distributed cluster (optional extra ``cluster``).

Each part is one task, which the cluster gives to another worker where one dies. Workers must find the scene and its
files under the same paths; they check that these are the same files before they draw. Made parts come back as bytes:
workers need no folder in common with this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rigbyscene.errors import RenderError, RigbySceneError, UsageError
from rigbyscene.film.crew import Task
from rigbyscene.film.parts import Part, finish_part, half_path
from rigbyscene.film.plan import FilmPlan

Remote = Callable[[dict[str, Any]], bytes]
"""Makes one part on a worker, as the task says, and returns its bytes; a function that workers can import."""

_CONNECT_S = 15.0


class Cluster:
    """A `PartMaker` that has parts made by the cluster whose scheduler is at `address`."""

    def __init__(self, address: str, remote: Remote, task: Task):
        self._address = address
        self._remote = remote
        self._task = task

    def make(self, plan: FilmPlan, parts: Sequence[Part], after_frames: Callable[[int], None]) -> None:
        distributed = dask_distributed()
        try:
            client = distributed.Client(self._address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            found = f"no dask scheduler answers there: {' '.join(str(error).split())}"
            remedy = "start one with 'dask scheduler', and give its address, such as tcp://render1:8786"
            raise UsageError.single("no-cluster", "--dask", self._address, found, remedy) from None
        with client, client.as_current():
            self._make(client, distributed, plan, parts, after_frames)

    def _make(
        self, client: Any, distributed: Any, plan: FilmPlan, parts: Sequence[Part], after_frames: Callable[[int], None]
    ) -> None:
        wanted = {client.submit(self._remote, self._task(part), pure=False): part for part in parts}
        try:
            for future in distributed.as_completed(list(wanted)):
                part = wanted.pop(future)
                half_path(part).write_bytes(self._result(future, distributed, plan))
                finish_part(part)
                future.release()
                after_frames(len(part.frames))
        finally:
            client.cancel(list(wanted))

    def _result(self, future: Any, distributed: Any, plan: FilmPlan) -> bytes:
        try:
            made = future.result()
        except RigbySceneError:
            raise
        except distributed.KilledWorker:
            found = "one worker after another died while it made the same part"
            raise RenderError.single(
                "worker-died", str(plan.final), "", found, "look at the workers' logs and memory"
            ) from None
        except Exception as error:  # whatever a foreign machine may raise: missing packages, other versions
            what = " ".join(f"{type(error).__name__}: {error}".split())
            remedy = "install the same rigbyscene on all workers, and let them see the scene's files"
            raise RenderError.single("worker-failed", str(plan.final), "", f"a worker failed: {what}", remedy) from None
        return bytes(made)


def dask_distributed() -> Any:
    """The package `distributed`; UsageError where it is not installed."""
    try:
        import distributed
    except ImportError:
        found = "the package 'distributed' is not installed"
        raise UsageError.single("no-dask", "--dask", "", found, "install rigbyscene with the extra 'cluster'") from None
    return distributed
