"""The same preparation on Ray Data: as many files at once as there are processors, on one machine or a cluster."""

import os
import pickle
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Final

from fundamento.errors import IngestError, MissingExtraError
from fundamento.ingest.loading import Failure
from fundamento.ingest.preparing import Engine, Prepared, Source, fragment
from fundamento.ingest.splitting import TARGET
from fundamento.ingest.terms import Terms

_BATCH: Final = 16  # files a task
_WINDOW: Final = 4_096  # files a data set: what is handed over is only paths


def ray_engine(*, cpus: int | None = None, target: int = TARGET) -> Engine:
    """Return an engine that reads and cuts files on Ray Data (extra `ray`).

    It joins the Ray that this process is connected to, or starts one on loopback, of `cpus` processors (all, unless it
    is given), which ends with the process. Every node must see the files under the same paths. `target` is that of the
    library, in code points. Raises `MissingExtraError`.
    """
    try:
        # Ray tells its makers about each start unless it is told not to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import ray.data  # noqa: PLC0415 - loads on first use
    except ImportError:
        raise MissingExtraError("ray", extra="ray", purpose="The engine 'ray'") from None
    return Engine(partial(_prepare, ray, cpus, target), _WINDOW)


def _prepare(
    ray: ModuleType, cpus: int | None, target: int, sources: Sequence[Source], terms: Terms
) -> Iterator[Prepared | Failure]:
    if not sources:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own settings, which nobody here made
        if not ray.is_initialized():
            ray.init(num_cpus=cpus, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        context = ray.data.DataContext.get_current().copy()
        context.execution_options.preserve_order = True
        context.enable_progress_bars = False  # there is one of ours, over all windows
        with ray.data.DataContext.current(context):
            rows = ray.data.from_items(
                [{"source": pickle.dumps(source)} for source in sources], override_num_blocks=-(-len(sources) // _BATCH)
            )
            work = partial(_work, terms=terms, target=target)
            outcomes = rows.map_batches(work, batch_size=_BATCH, batch_format="numpy").iter_rows()
    yield from _received(outcomes, len(sources))


def _work(batch: Mapping[str, Sequence[bytes]], *, terms: Terms, target: int) -> Mapping[str, Sequence[bytes]]:
    outcomes = fragment([pickle.loads(source) for source in batch["source"]], terms=terms, target=target)  # noqa: S301 - written a moment ago, by _prepare
    return {"source": [pickle.dumps(outcome) for outcome in outcomes]}


def _received(rows: Iterable[Mapping[str, bytes]], expected: int) -> Iterator[Prepared | Failure]:
    received = 0
    try:
        for row in rows:
            outcome: Prepared | Failure = pickle.loads(row["source"])  # noqa: S301 - written by _work
            received += 1
            yield outcome
    except Exception as error:
        if isinstance(error, IngestError):
            raise
        raise IngestError(
            f"Ray stopped after {received} of {expected} files ({type(error).__name__}).",
            hint="What was taken in stays; run it again to go on.",
        ) from error
