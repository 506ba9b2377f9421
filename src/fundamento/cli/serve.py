"""Serve checks and answers over HTTP."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fundamento.cli.ask import require_store
from fundamento.cli.generators import open_generator, open_judge
from fundamento.cli.logbook import make_sink
from fundamento.cli.status import Status
from fundamento.errors import ConfigurationError, MissingExtraError
from fundamento.events import Sink
from fundamento.grounder import Grounder
from fundamento.library import Library, open_library
from fundamento.policy.ruling import KILL_SWITCH
from fundamento.settings import Settings
from fundamento.telemetry.metrics import MetricsSink

_LIBRARIES: Final = ("starlette", "uvicorn")


@dataclass(frozen=True, slots=True)
class Names:
    """What answers and what decides, by name; `candidate` and `judge` None: there is none."""

    policy: str
    model: str
    candidate: str | None = None
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What is served: `store` None, and every question brings its fragments. `mode` is what the kill switch is put to.

    `lang` None: each question has its own.
    """

    names: Names
    store: Path | None = None
    lang: str | None = None
    mode: str | None = None
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Address:
    """Where it listens, and the file with the token; None: the environment has it, or there is none."""

    host: str
    port: int
    token_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits, as `service.limits.Limits` has them."""

    body_bytes: int
    body_seconds: float
    seconds: float
    concurrency: int


def serve(setting: Setting, address: Address, bounds: Bounds) -> Status:
    """Serve until the process is told to end. Events go to standard output, a JSON line each.

    Raises `MissingExtraError`, `PolicyError`, `InputError`, `ConfigurationError` and `StoreError`.
    """
    _require_libraries()
    from fundamento.service import server  # noqa: PLC0415 - its libraries are of an extra
    from fundamento.service.application import Parts, make_app  # noqa: PLC0415 - as above
    from fundamento.service.limits import Limits  # noqa: PLC0415 - as above
    from fundamento.service.tokens import load_token, refuse_open_door  # noqa: PLC0415 - as above

    token = load_token(address.token_file)
    refuse_open_door(address.host, token)
    limits = Limits(bounds.body_bytes, bounds.body_seconds, bounds.seconds, bounds.concurrency)
    with _parts(setting) as (grounder, store, metrics):
        app = make_app(Parts(grounder, store, metrics), token=token, limits=limits)
        server.serve(app, host=address.host, port=address.port, token=token, limits=limits)
    return Status.HELD


@contextmanager
def _parts(setting: Setting) -> Iterator[tuple[Grounder, Library | None, MetricsSink | None]]:
    if sys.stdout is None:
        raise ConfigurationError("Standard output is closed.", hint="Events go there; leave it open.")
    metrics = _metrics()
    sinks: list[Sink] = [make_sink(sys.stdout.buffer)]
    if metrics is not None:
        sinks.append(metrics)
    if setting.mode is not None:
        os.environ[KILL_SWITCH] = setting.mode
    names = setting.names
    with ExitStack() as stack:
        library = None
        if setting.store is not None:
            require_store(setting.store)
            library = stack.enter_context(open_library(setting.store))
        grounder = Grounder(
            stack.enter_context(open_generator(names.model)),
            policy=names.policy,
            candidate=names.candidate,
            store=library,
            judge=stack.enter_context(open_judge(names.judge)),
            sinks=sinks,
            lang=setting.lang,
            settings=setting.settings,
        )
        yield grounder, library, metrics


def _metrics() -> MetricsSink | None:
    try:
        return MetricsSink()
    except MissingExtraError:
        return None


def _require_libraries() -> None:
    for library in _LIBRARIES:
        try:
            importlib.import_module(library)
        except ModuleNotFoundError as error:
            if error.name != library:
                raise
            raise MissingExtraError(library, extra="service", purpose="The service") from None
