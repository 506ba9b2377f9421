"""The public class: what a user configures once, and the requests made through it."""

import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, ParamSpec, TypeAlias, cast, overload

from fundamento.arguments import check_history, check_request
from fundamento.drivers import Driver
from fundamento.errors import ConfigurationError, InputError
from fundamento.events import Origin, PolicyEvent, Sink
from fundamento.findings import Mode
from fundamento.flow import Flow, Output, answer_flow, check_flow
from fundamento.fragments import Fragment, Reader, RecordSource
from fundamento.inquiry import Asker, Inquiry
from fundamento.language import LANGUAGES, Lang, detect_language
from fundamento.models import Message, Model
from fundamento.policy.bundle import SHIPPED, Bundle
from fundamento.policy.ruling import KILL_SWITCH, PolicySource, Rulings
from fundamento.policy.source import FixedPolicy, PolicyFile
from fundamento.prompts import load_prompt
from fundamento.result import Result

if TYPE_CHECKING:
    from fundamento.guarding import Chosen, Guard

P = ParamSpec("P")
Format: TypeAlias = Literal["json", "prose", "anthropic", "cohere", "gemini", "langchain", "openai"]


_PROMPT: Final = "answer"


@dataclass(frozen=True, slots=True)
class Settings:
    """What seldom changes. `quotes` False: claims carry no quotes, and the quote checks do not ask for them.

    `prompts` is a folder with your own prompt files in place of those that ship, `prompt_version` the version of the
    answer prompt. `tenant_key` keys the pseudonym by which a tenant goes into events; without it, tenants do not.
    `store_seconds` is how long a look-up in the store may take, which then runs in a thread of its own; past that it
    counts as a store that failed. None: as long as it takes, and in the caller's thread where nothing is awaited.
    """

    quotes: bool = True
    prompts: Path | None = None
    prompt_version: int = 1
    tenant_key: bytes | None = None
    store_seconds: float | None = 5.0

    def __post_init__(self) -> None:
        seconds = self.store_seconds
        if seconds is not None and not 0 < seconds < inf:
            raise ConfigurationError(
                f"Settings.store_seconds is {seconds!r}.", hint="Give seconds above 0, or None for no limit."
            )


class Grounder:
    """Middleware for the generation step: the model may only emit claims with the fragments that support them.

    `model` is an instructor client, any callable `(messages, schema) -> text`, or a `Model`; None for `check` alone.
    `policy` is the name of a bundle that ships (`observe` is the default and blocks nothing), the path of a YAML file
    (read again when it changes), a mapping, a `Bundle` or a `PolicySource`. `store` answers for the records of what is
    cited; without one, fragments vouch for themselves. `sinks`, one or several, get the events; by default one
    structlog sink. `lang` is `es` or `en`; by default it is that of the question. Safe to share between threads and
    tasks.
    """

    def __init__(
        self,
        model: object = None,
        *,
        policy: str | Path | Mapping[str, Any] | Bundle | PolicySource = "observe",
        store: RecordSource | None = None,
        sinks: Sink | Iterable[Sink] | None = None,
        lang: str | None = None,
        settings: Settings | None = None,
    ) -> None:
        if lang is not None and lang not in LANGUAGES:
            raise ConfigurationError(f"There are no prompts in {lang!r}.", hint=f"Languages: {', '.join(LANGUAGES)}.")
        _refuse_unknown_switch()
        self._settings: Final = settings or Settings()
        self._driver: Final = Driver(
            model=None if model is None else _as_model(model),
            store=store,
            sinks=_as_sinks(sinks),
            store_seconds=self._settings.store_seconds,
        )
        self._lang: Final = lang
        self._policy: Final = self._source(policy)
        self._last_bundle = self._policy.current()
        self._rulings: Final = Rulings()

    def answer(
        self,
        question: str,
        fragments: Sequence[Fragment],
        *,
        reader: Reader | None = None,
        history: Sequence[Message] = (),
        scope: Mapping[str, str] | None = None,
        as_of: date | None = None,
    ) -> Result:
        """Answer a question from the fragments that were retrieved for it.

        `reader` turns access control on. `history` are earlier chat messages, a system prompt of yours included.
        `scope` describes the request to the policy (`tenant`, `route`). `as_of` is the day that validity is judged
        by, today unless given. Raises `ModelError` when the model could not be called, `ConfigurationError` and
        `InputError`; never because of what a check says.
        """
        inquiry = self._inquire("answer", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return self._driver.run(answer_flow(inquiry, self._asker(inquiry, history)))

    async def aanswer(
        self,
        question: str,
        fragments: Sequence[Fragment],
        *,
        reader: Reader | None = None,
        history: Sequence[Message] = (),
        scope: Mapping[str, str] | None = None,
        as_of: date | None = None,
    ) -> Result:
        """Do what `answer` does without blocking the event loop."""
        inquiry = self._inquire("answer", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return await self._driver.arun(answer_flow(inquiry, self._asker(inquiry, history)))

    def check(  # noqa: PLR0913 - the words of answer() keep their names and places here, and the format is one more
        self,
        output: object,
        fragments: Sequence[Fragment],
        *,
        format: Format = "json",  # noqa: A002 - what users of every such call look for, and nothing here formats
        question: str = "",
        reader: Reader | None = None,
        scope: Mapping[str, str] | None = None,
        as_of: date | None = None,
    ) -> Result:
        """Check an answer that somebody else generated, with real fragment IDs in it; no model is asked.

        `output` is the JSON of the contract, as text or parsed. With the format `prose` it is text as an assistant
        writes it, with markers such as `[1]` or `[ID]`: each sentence is a claim, a number means a fragment's ID or
        else its place in `fragments`, and no quotes are expected. `anthropic`, `cohere`, `gemini`, `langchain` and
        `openai` are what these answer with citations of their own: the client's object, a mapping or JSON text.
        Raises `InputError`.
        """
        inquiry = self._inquire("check", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return self._driver.run(self._audit(inquiry, output, format))

    async def acheck(  # noqa: PLR0913 - as above
        self,
        output: object,
        fragments: Sequence[Fragment],
        *,
        format: Format = "json",  # noqa: A002 - as above
        question: str = "",
        reader: Reader | None = None,
        scope: Mapping[str, str] | None = None,
        as_of: date | None = None,
    ) -> Result:
        """Do what `check` does without blocking the event loop."""
        inquiry = self._inquire("check", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return await self._driver.arun(self._audit(inquiry, output, format))

    @overload
    def guard(  # type: ignore[overload-overlap]  # what can be awaited is an object too: the first that fits is meant
        self, function: Callable[P, Awaitable[object]], /
    ) -> Callable[P, Awaitable[Result]]: ...
    @overload
    def guard(self, function: Callable[P, object], /) -> Callable[P, Result]: ...
    @overload
    def guard(
        self,
        function: None = None,
        /,
        *,
        format: Format | None = None,
        fragments: "Chosen" = "fragments",
        question: "Chosen" = "question",
        reader: "Chosen" = "reader",
    ) -> "Guard": ...
    def guard(
        self,
        function: Any = None,
        /,
        *,
        format: Format | None = None,  # noqa: A002 - as in check
        fragments: "Chosen" = "fragments",
        question: "Chosen" = "question",
        reader: "Chosen" = "reader",
    ) -> Any:
        """Check what a function returns, and return the `Result` in its place; a decorator, with or without options.

        The function, synchronous or not, returns a dict, JSON text, prose, or an answer with a provider's own
        citations; `format` says which where that is not clear. `fragments`, `question` and `reader` name parameters of
        it, or are functions of the same arguments. What it raises passes unchanged. Raises `ConfigurationError` for a
        function without such parameters.
        """
        from fundamento.guarding import Arguments, guard  # noqa: PLC0415 - for those who decorate

        arguments = Arguments(fragments, question, reader, format)
        decorate = partial(
            guard,
            arguments=arguments,
            check=lambda output, given, options: self.check(output, given, **options),
            acheck=lambda output, given, options: self.acheck(output, given, **options),
        )
        return decorate if function is None else decorate(function)

    def _audit(self, inquiry: Inquiry, output: object, form: Format) -> Flow:
        if form == "json":
            return check_flow(inquiry, cast("Output", output))
        if form == "prose":
            if not isinstance(output, str):
                raise InputError(
                    f"An output in prose is a string, not {type(output).__name__}.", hint="Give the answer's text."
                )
            from fundamento.prose.reading import read_prose  # noqa: PLC0415 - the segmenter loads on first use

            read, text, quotes = partial(read_prose, output), output, False
        else:
            from fundamento.adapters.citations import FORMATS, parse_cited, read_cited  # noqa: PLC0415 - as above

            if form not in FORMATS:
                known = ", ".join(repr(name) for name in ("json", "prose", *FORMATS))
                raise InputError(f"There is no format {form!r}.", hint=f"There are: {known}.")
            cited = parse_cited(output, form)
            read, text, quotes = partial(read_cited, cited), cited.text, FORMATS[form].quotes
        lang = inquiry.lang if self._lang or inquiry.question else detect_language(text)
        return check_flow(replace(inquiry, quotes=inquiry.quotes and quotes, lang=lang), text, read)

    def _inquire(
        self,
        entry: str,
        question: str,
        fragments: Sequence[Fragment],
        *,
        reader: Reader | None,
        scope: Mapping[str, str] | None,
        as_of: date | None,
    ) -> Inquiry:
        where = check_request(question, fragments, reader=reader, scope=scope, as_of=as_of)
        retrieved = tuple(fragments)
        ruling = self._rulings.under(self._bundle())
        return Inquiry(
            origin=Origin(
                answer_id=secrets.token_hex(16),
                entry=entry,
                bundle=ruling.bundle.name,
                bundle_version=ruling.bundle.version,
                fingerprint=ruling.bundle.fingerprint,
                mode_source=ruling.source,
                tenant=self._pseudonym(where.get("tenant")),
                route=where.get("route"),
            ),
            question=question,
            fragments=retrieved,
            ruling=ruling,
            as_of=as_of or datetime.now(UTC).date(),
            clock=time.perf_counter,
            lang=self._lang or detect_language(question, default=_language_of(retrieved)),
            quotes=self._settings.quotes,
            reader=reader,
            has_store=self._driver.store is not None,
        )

    def _asker(self, inquiry: Inquiry, history: Sequence[Message]) -> Asker:
        model = self._driver.require_model()
        version, folder = self._settings.prompt_version, self._settings.prompts
        named = getattr(model, "prompt", _PROMPT)  # a model that is sent no schema has rules of its own
        return Asker(
            model=model.name,
            dialect=model.dialect,
            prompt=load_prompt(named, version=version if named == _PROMPT else 1, lang=inquiry.lang, folder=folder),
            repair_prompt=load_prompt("repair", lang=inquiry.lang, folder=folder),
            nonce=secrets.token_hex(4),
            history=check_history(history),
        )

    def _source(self, policy: str | Path | Mapping[str, Any] | Bundle | PolicySource) -> PolicySource:
        from fundamento.policy.loading import load_bundle  # noqa: PLC0415 - Pydantic and YAML load on first use

        if isinstance(policy, Bundle):
            return FixedPolicy(policy)
        if isinstance(policy, Mapping):
            return FixedPolicy(load_bundle(policy))
        if isinstance(policy, str | Path):
            bundle = load_bundle(policy)
            return FixedPolicy(bundle) if str(policy) in SHIPPED else PolicyFile(policy, self._tell)
        return policy

    def _bundle(self) -> Bundle:
        try:
            self._last_bundle = self._policy.current()
        except Exception as error:  # noqa: BLE001 - whatever a policy source trips over, the last good bundle stays
            kept = self._last_bundle
            self._tell(PolicyEvent("kept", kept.name, kept.version, kept.fingerprint, type(error).__name__))
        return self._last_bundle

    def _tell(self, event: PolicyEvent) -> None:
        self._driver.emit((event,))

    def _pseudonym(self, tenant: str | None) -> str | None:
        key = self._settings.tenant_key
        if tenant is None or key is None:
            return None
        return hmac.new(key, tenant.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:16]


def _language_of(fragments: Sequence[object]) -> Lang:
    """Return the language of what was retrieved, for a question that does not tell its own."""
    text = getattr(fragments[0], "text", "") if fragments else ""
    return detect_language(text[:200]) if isinstance(text, str) else "es"


def _as_model(model: object) -> Model:
    from fundamento.adapters.selection import as_model  # noqa: PLC0415 - adapters load on first use

    return as_model(model)


def _as_sinks(sinks: Sink | Iterable[Sink] | None) -> tuple[Sink, ...]:
    if sinks is None:
        from fundamento.telemetry.sink import StructlogSink  # noqa: PLC0415 - structlog loads on first use

        return (StructlogSink(),)
    # What can be called is a sink, even if it is a list as well.
    return (sinks,) if callable(sinks) else tuple(sinks)


def _refuse_unknown_switch() -> None:
    value = os.environ.get(KILL_SWITCH, "").strip().lower()
    if value not in {"", Mode.OFF.value, Mode.WARN.value}:
        raise ConfigurationError(
            f"{KILL_SWITCH} is {value!r}.", hint="It takes 'off' or 'warn'; unset it to follow the policy."
        )
