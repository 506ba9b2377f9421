"""The public class: what a user configures once, and the requests made through it."""

import hashlib
import hmac
import os
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, ParamSpec, TypeAlias, cast, overload

from fundamento.checks.own import OwnCheck, gather
from fundamento.contract.citation_lists import as_contract
from fundamento.engine.answer_ids import draw_answer_id
from fundamento.engine.drivers import Driver
from fundamento.engine.flow import Flow, Output, Streaming, answer_flow, check_flow
from fundamento.engine.judge_calls import JudgeRunner
from fundamento.engine.request import Prompting, Request
from fundamento.engine.request_validation import check_history, check_request, spell_attributes
from fundamento.errors import ConfigurationError, InputError
from fundamento.events import Origin, PolicyEvent, Sink
from fundamento.findings import Mode
from fundamento.fragments import Fragment, Reader, RecordSource
from fundamento.models import Message, Model
from fundamento.policy.rulebook import Policy, Rulebook
from fundamento.policy.ruling import KILL_SWITCH
from fundamento.policy.scopes import Attributes
from fundamento.prompts import Prompt, load_prompt
from fundamento.result import Result
from fundamento.settings import Settings
from fundamento.streams import StreamEvent
from fundamento.telemetry.traces import current_trace
from fundamento.text.language import LANGUAGES, find_sure_language, language_among

if TYPE_CHECKING:
    from fundamento.decorators import Chosen, Guard

P = ParamSpec("P")
Format: TypeAlias = Literal["json", "prose", "citations", "anthropic", "cohere", "gemini", "langchain", "openai"]
_PROMPT: Final = "answer"


class Grounder:
    """Middleware for the generation step: the model may only emit claims with the fragments that support them.

    `model` is an instructor client, a LangChain chat model, any callable `(messages, schema) -> text`, or a `Model`;
    None for `check` alone. `policy` is the name of a bundle that ships (`observe` is the default and blocks nothing),
    the path of a YAML file (read again when it changes), a mapping, a `Bundle` or a `PolicySource`. `candidate` is
    another one that only reports, in the same events, what it would have done; it goes before one that the policy
    names. `store` answers for the records of what is cited; without one, fragments vouch for themselves. `judge` is
    asked whether the evidence proves each claim: a `Judge` such as `NliJudge`, or what `model` takes, for an
    `LlmJudge`; without one, nobody is. `sinks`, one or several, get the events; by default one structlog sink.
    `checks` are your own, beside those that ship; the policy gives them modes by their IDs. `lang` is `es` or `en`; by
    default it is that of the question, or of the sources where that is unclear. Safe to share by threads and tasks.
    """

    def __init__(  # noqa: PLR0913 - each is a part that a user puts in by its name
        self,
        model: object = None,
        *,
        policy: Policy = "observe",
        candidate: Policy | None = None,
        store: RecordSource | None = None,
        judge: object = None,
        sinks: Sink | Iterable[Sink] | None = None,
        checks: Iterable[OwnCheck] = (),
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
            judge_runner=None if judge is None else JudgeRunner(_as_judge(judge), seconds=self._settings.judge_seconds),
            languages=self._settings.languages,
        )
        self._lang: Final = lang
        self._prompts: Final = {} if model is None else self._load_prompts()
        self._own: Final = gather(checks)
        self._rulebook: Final = Rulebook(
            policy, candidate=candidate, modes=self._settings.modes, notify=self._tell, own=frozenset(self._own)
        )

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
        `scope` describes the request to the policy: `tenant`, `route`, `conversation`, and whatever your scopes,
        exemptions and percentages ask for; `lang`, `model` and `entry` are there by themselves. `as_of` is the day that
        validity is judged by, today unless given. Raises `ModelError` when the model could not be called,
        `ConfigurationError` and `InputError`; never because of what a check says.
        """
        request = self._make_request("answer", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return self._driver.run(answer_flow(request, self._prompting(request, history)))

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
        request = self._make_request("answer", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return await self._driver.arun(answer_flow(request, self._prompting(request, history)))

    def stream(
        self,
        question: str,
        fragments: Sequence[Fragment],
        *,
        reader: Reader | None = None,
        history: Sequence[Message] = (),
        scope: Mapping[str, str] | None = None,
        as_of: date | None = None,
    ) -> Generator[StreamEvent, None, None]:
        """Answer a question and yield each claim as soon as it is finished and checked; the last item is the `Result`.

        In warn every claim is yielded, with its verdict. Under enforce a claim that blocks is a `StreamedNotice`; the
        rest of the answer goes on, so that once a claim was shown, rejected ones are pruned, whatever `on_reject` says,
        and nothing is repaired any more. What fails as a whole (an output that breaks off) ends `withheld` all the
        same: what is on screen is then to be replaced by `Result.text()`. Gaps, conflicts and abstentions come last.
        `Settings.hold_streams` has all of it wait for the end. Closing the generator ends the model's stream. Raises
        what `answer` raises: at once for the arguments, else when the generator is read.
        """
        request = self._make_request("answer", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return self._driver.stream(answer_flow(request, self._prompting(request, history), self._streaming()))

    def astream(
        self,
        question: str,
        fragments: Sequence[Fragment],
        *,
        reader: Reader | None = None,
        history: Sequence[Message] = (),
        scope: Mapping[str, str] | None = None,
        as_of: date | None = None,
    ) -> AsyncGenerator[StreamEvent, None]:
        """Do what `stream` does without blocking the event loop; to leave early, use `contextlib.aclosing`."""
        request = self._make_request("answer", question, fragments, reader=reader, scope=scope, as_of=as_of)
        return self._driver.astream(answer_flow(request, self._prompting(request, history), self._streaming()))

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
        else its place, and no quotes are expected. `citations` is a list of objects with text, source and quote.
        `anthropic`, `cohere`, `gemini`, `langchain` and `openai` are what these answer with citations of their own:
        object, a mapping or JSON text; else prose. The rest is `malformed-output`. Raises `InputError` for arguments.
        """
        spoken = output if format == "prose" else None
        request = self._make_request(
            "check", question, fragments, reader=reader, scope=scope, as_of=as_of, spoken=spoken
        )
        return self._driver.run(self._audit(request, output, format))

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
        spoken = output if format == "prose" else None
        request = self._make_request(
            "check", question, fragments, reader=reader, scope=scope, as_of=as_of, spoken=spoken
        )
        return await self._driver.arun(self._audit(request, output, format))

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
        from fundamento.decorators import Arguments, guard  # noqa: PLC0415 - for those who decorate

        arguments = Arguments(fragments, question, reader, format)
        decorate = partial(
            guard,
            arguments=arguments,
            check=lambda output, given, options: self.check(output, given, **options),
            acheck=lambda output, given, options: self.acheck(output, given, **options),
        )
        return decorate if function is None else decorate(function)

    def enforces(self, question: str = "", *, scope: Mapping[str, str] | None = None) -> bool:
        """Say whether any check blocks where an answer to this question is checked; nothing is checked or counted."""
        return self._make_request("check", question, (), reader=None, scope=scope, as_of=None).ruling.enforces(None)

    def _audit(self, request: Request, output: object, form: Format) -> Flow:
        if form == "citations":
            return self._audit(request, as_contract(output), "json")
        if form == "json" or (form == "prose" and not isinstance(output, str)):
            from fundamento.adapters.stops import find_cut  # noqa: PLC0415 - adapters load on first use

            return check_flow(request, cast("Output", output), flaws=find_cut(output))
        if form == "prose":
            from fundamento.prose.reading import read_prose  # noqa: PLC0415 - the segmenter loads on first use

            read, text, quotes = partial(read_prose, cast("str", output)), cast("str", output), False
        else:
            from fundamento.adapters.citations import FORMATS, read_cited, read_given  # noqa: PLC0415 - as above

            if form not in FORMATS:
                known = ", ".join(repr(name) for name in ("json", "prose", "citations", *FORMATS))
                raise InputError(f"There is no format {form!r}.", hint=f"There are: {known}.")
            cited = read_given(output, form)
            read, text, quotes = partial(read_cited, cited), cited.text, FORMATS[form].quotes and cited.text != output
        settled = self._lang or find_sure_language(request.question)
        lang = settled or find_sure_language(text) or request.lang
        return check_flow(replace(request, quotes=request.quotes and quotes, lang=lang), text, read)

    def _make_request(  # noqa: PLR0913 - what is asked with, and the text that shows the language where the question is empty
        self,
        entry: str,
        question: str,
        fragments: Sequence[Fragment],
        *,
        reader: Reader | None,
        scope: Mapping[str, str] | None,
        as_of: date | None,
        spoken: object = None,
    ) -> Request:
        where = check_request(question, fragments, reader=reader, scope=scope, as_of=as_of)
        retrieved = tuple(fragments)
        stated = find_sure_language(question) or (find_sure_language(spoken) if isinstance(spoken, str) else None)
        lang = self._lang or stated or language_among(each.text for each in retrieved)
        ruling, candidate = self._rulebook.rule(self._attributes(entry, lang, where))
        trace_id, span_id = current_trace()
        return Request(
            origin=Origin(
                answer_id=draw_answer_id(),
                entry=entry,
                bundle=ruling.bundle.name,
                bundle_version=ruling.bundle.version,
                fingerprint=ruling.bundle.fingerprint,
                mode_source=ruling.source,
                tenant=self._pseudonym(where.get("tenant")),
                route=where.get("route"),
                trace_id=trace_id,
                span_id=span_id,
                candidate_bundle=candidate.bundle.name if candidate else None,
                candidate_version=candidate.bundle.version if candidate else None,
                candidate_fingerprint=candidate.bundle.fingerprint if candidate else None,
            ),
            question=question,
            fragments=retrieved,
            ruling=ruling,
            as_of=as_of or datetime.now(UTC).date(),
            clock=time.perf_counter,
            lang=lang,
            quotes=self._settings.quotes,
            reader=reader,
            has_store=self._driver.store is not None,
            has_sinks=bool(self._driver.sinks),
            judge=None
            if self._driver.judge_runner is None
            else (self._driver.judge_runner.name, self._driver.judge_runner.version),
            candidate=candidate,
            own=self._own,
        )

    def _attributes(self, entry: str, lang: str, scope: Mapping[str, object]) -> Attributes:
        """Return what the policy may ask of a request; what a user says of it goes before what is known anyway."""
        known = {"entry": entry, "lang": lang}
        if entry == "answer" and self._driver.model is not None:
            known["model"] = self._driver.model.name
        return {**known, **spell_attributes(scope)} if scope else known

    def _load_prompts(self) -> dict[str, tuple[Prompt, Prompt]]:
        """Return the prompts for an answer and for a repair, by language. Raises `PromptError` where one is missing."""
        version, folder = self._settings.prompt_version, self._settings.prompts
        named = getattr(self._driver.model, "prompt", _PROMPT)  # a model that is sent no schema has rules of its own
        version = version if named == _PROMPT else 1
        return {
            lang: (
                load_prompt(named, version=version, lang=lang, folder=folder),
                load_prompt("repair", lang=lang, folder=folder),
            )
            for lang in ([self._lang] if self._lang else LANGUAGES)
        }

    def _prompting(self, request: Request, history: Sequence[Message]) -> Prompting:
        model = self._driver.require_model()
        prompt, repair_prompt = self._prompts[request.lang]
        return Prompting(
            model=model.name,
            dialect=model.dialect,
            prompt=prompt,
            repair_prompt=repair_prompt,
            nonce=secrets.token_hex(4),
            history=check_history(history),
        )

    def _streaming(self) -> Streaming:
        return "whole" if self._settings.hold_streams else "claims"

    def _tell(self, event: PolicyEvent) -> None:
        self._driver.emit((event,))

    def _pseudonym(self, tenant: str | None) -> str | None:
        key = self._settings.tenant_key
        if tenant is None or key is None:
            return None
        return hmac.new(key, tenant.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:16]


def _as_model(model: object) -> Model:
    from fundamento.adapters.selection import as_model  # noqa: PLC0415 - adapters load on first use

    return as_model(model)


def _as_judge(judge: object) -> object:
    if callable(getattr(judge, "judge", None)):
        return judge
    from fundamento.judges.llm import LlmJudge  # noqa: PLC0415 - judges load on first use

    return LlmJudge(judge)


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
