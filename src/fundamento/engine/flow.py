"""Ask, read, check, decide, repair: one generator with no I/O in it.

It yields what it needs done (`Ask`, `LookUp`, `Consult`, `Emit`) and is sent what came of it; a driver runs it, sync
or async.
A stream is the same flow, which asks for `More` of an output that is coming in and has its claims shown (`Show`).
The same inputs and the same verdicts in every mode: only what is done about them differs.
"""

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, cast

from fundamento.answers import Abstention, Draft, Flaw
from fundamento.checks import CHECKS
from fundamento.checks.context import Context
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.contract.outputs import write_output
from fundamento.contract.wire import wire_schema
from fundamento.engine.assessment import assess, cited_ids
from fundamento.engine.messages import Asking, compose_question, compose_repair
from fundamento.engine.presenter import Presenter
from fundamento.engine.referral import claims_to_judge
from fundamento.engine.reporting import report_answer, report_faults, report_findings
from fundamento.engine.request import Attempt, Lookups, Prompting, Request, RunState, decide_on
from fundamento.engine.settlement import Settlement, conclude, settle
from fundamento.engine.shadow import Shadow, assess_candidate_only, decide_as_candidate
from fundamento.errors import ModelError
from fundamento.events import Event
from fundamento.failures import name_failure
from fundamento.findings import Action, CheckId, Fault
from fundamento.fragments import Fragment, FragmentRecord
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.models import Message, ModelReply, ModelRequest, Stop
from fundamento.policy.decision import decide, is_strict
from fundamento.result import Result
from fundamento.streams import Shown, is_verified
from fundamento.text.vocabulary import Languages, using


@dataclass(frozen=True, slots=True)
class Ask:
    """Call the model once; send a `Reply` back. `streamed`: send a piece of its output, or the `Reply` at the end."""

    request: ModelRequest
    streamed: bool = False


@dataclass(frozen=True, slots=True)
class More:
    """Send the next piece of the output that was asked for last, or the `Reply` at the end."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show something to whoever reads the stream."""

    event: Shown


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of an `Ask`: a reply or the error, and the seconds that it took."""

    outcome: ModelReply | ModelError
    seconds: float


@dataclass(frozen=True, slots=True)
class LookUp:
    """Look records up in the store, all at once; send the mapping back, or the `Fault`."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Consult:
    """Put claims with their evidence to the judge, all at once; send its `JudgeReply` back, one judgement a pair."""

    request: JudgeRequest


@dataclass(frozen=True, slots=True)
class Emit:
    """Hand events to every sink; send the faults of the sinks back."""

    events: tuple[Event, ...]


Need: TypeAlias = Ask | More | LookUp | Consult | Emit | Show
Output: TypeAlias = str | Mapping[str, Any]
Flow: TypeAlias = Generator[Need, Any, Result]
Streaming: TypeAlias = Literal["claims", "whole"]

# A repair cannot change these: the model, or its provider, has decided.
_FINAL_STOPS = frozenset({Stop.REFUSAL, Stop.CONTENT_FILTER})
_NO_OUTPUT = frozenset({Stop.REFUSAL, Stop.CONTENT_FILTER, Stop.EMPTY})


def answer_flow(request: Request, prompting: Prompting, streaming: Streaming | None = None) -> Flow:
    """Answer a question from its fragments: ask, check, and repair within the bundle's bounds.

    With `streaming`, claims are shown while they come in, and nothing is repaired once one was shown. With no fragment
    there is nothing to answer from: it abstains without a call. Raises the `ModelError` of a first call that brought no
    output; one of a repair leaves the output before it in place.
    """
    run = RunState(request.clock())
    aliases = Aliases.of((yield from _offer(request, run)))
    context = _context(request, aliases)
    presenter = None if streaming is None else _presenter(request, run, aliases, whole=streaming == "whole")
    if not aliases.fragments:
        run.attempts.append((yield from _examine(Draft(Abstention()), request, context, run)))
        return (yield from _finish(request, run, None, presenter))
    strict = run.strict = is_strict(request.ruling)
    wire = wire_schema(len(aliases), dialect=prompting.dialect, strict=strict, quotes=request.quotes)
    messages = compose_question(
        Asking(
            request.question,
            aliases,
            prompting.prompt,
            prompting.nonce,
            quotes=request.quotes,
            history=prompting.history,
        )
    )
    seconds: float | None = None
    while True:
        model_request = ModelRequest(messages, wire, request.question, aliases.fragments, request.lang, seconds)
        reply: Reply = (
            (yield Ask(model_request))
            if presenter is None
            else (yield from _ask_streaming(model_request, request, context, presenter))
        )
        if isinstance(reply.outcome, ModelError):
            run.faults.append(Fault("model", name_failure(reply.outcome)))
            if not run.attempts or run.streamed:
                yield Emit(report_faults(request, run.faults))
                raise reply.outcome
            break
        draft = _read(reply.outcome, aliases)
        attempt = yield from _examine(draft if presenter is None else presenter.compare(draft), request, context, run)
        run.attempts.append(
            replace(
                attempt,
                seconds=reply.seconds,
                usage=reply.outcome.usage,
                stop=reply.outcome.stop,
                model=reply.outcome.model,
            )
        )
        seconds = _seconds_for_repair(request, run)
        if seconds is None:
            break
        complaint = compose_repair(
            attempt.decision.findings, prompt=prompting.repair_prompt, aliases=aliases, nonce=prompting.nonce
        )
        messages = (*messages, *_own_words(reply.outcome, draft), complaint)
    return (yield from _finish(request, run, prompting, presenter))


def speaking(flow: Flow, languages: Languages | None) -> Flow:
    """Run a flow with the words of some languages; None: those that ship.

    They hold while the flow runs and not while it waits, so that what else its thread does sees nothing of them.
    """
    if languages is None:
        return (yield from flow)
    sent: object = None
    with closing(flow):
        while True:
            with using(languages):
                try:
                    need = flow.send(sent)
                except StopIteration as done:
                    return cast("Result", done.value)
            sent = yield need


def check_flow(
    request: Request, output: Output, read: Callable[[Aliases], Draft] | None = None, flaws: Sequence[Flaw] = ()
) -> Flow:
    """Check an output that somebody else generated, with real fragment IDs in it; no model is asked.

    `read` makes a draft of an output that is not the JSON of the contract, and never raises. `flaws` are what is known
    to be wrong with it besides.
    """
    aliases = Aliases.identity(request.fragments)
    run = RunState(request.clock())
    draft = _decoded(output, aliases) if read is None else read(aliases)
    draft = replace(draft, flaws=(*draft.flaws, *flaws)) if flaws else draft
    run.attempts.append((yield from _examine(draft, request, _context(request, aliases), run)))
    return (yield from _finish(request, run, None))


def _offer(request: Request, run: RunState) -> Generator[Need, Any, Sequence[Fragment]]:
    """Return the fragments that go to the model: under enforce, none that the reader may not read.

    What a model has read it can repeat, whatever it cites. In warn nothing may change, so there everything goes. Where
    a fragment does not say who may read it, the store is asked, once for all of them; without its word, nobody may.
    """
    known = Aliases.identity(request.fragments).by_id
    if request.reader is None or not request.ruling.enforces(CheckId.UNREADABLE_FRAGMENT):
        return list(known.values())
    unsaid = tuple(each.id for each in known.values() if each.readers is None)
    found: Mapping[str, FragmentRecord] | Fault = (yield LookUp(unsaid)) if request.has_store and unsaid else {}
    if isinstance(found, Fault):
        run.faults.append(replace(found, check=CheckId.UNREADABLE_FRAGMENT))
        found = {}
    principals = request.reader.principals
    offered: list[Fragment] = []
    for fragment in known.values():
        readers = (
            fragment.readers if fragment.readers is not None or fragment.id not in found else found[fragment.id].readers
        )
        waived = request.ruling.waives(CheckId.UNREADABLE_FRAGMENT, (fragment,))
        if waived or not principals.isdisjoint(readers or ()):
            offered.append(fragment)
    run.hidden = len(known) - len(offered)
    return offered


def _context(request: Request, aliases: Aliases) -> Context:
    return Context(
        fragments=aliases.by_id,
        as_of=request.as_of,
        question=request.question,
        reader=request.reader,
        quotes_required=request.quotes,
        thresholds=request.ruling.bundle.thresholds,
    )


def _decoded(output: str | Mapping[str, Any], aliases: Aliases) -> Draft:
    """Decode an output; one that cannot be read is kept as text, which warn shows as it came."""
    draft = decode(output, aliases)
    if draft.answer is not None or isinstance(output, str):
        return draft
    return replace(draft, raw=write_output(output))


def _read(reply: ModelReply, aliases: Aliases) -> Draft:
    if reply.stop in _NO_OUTPUT:
        raw = reply.output if isinstance(reply.output, str) else ""
        return Draft(None, (Flaw(reply.stop.value),), raw=raw)
    draft = _decoded(reply.output, aliases)
    if reply.stop is Stop.LENGTH and draft.answer is None:
        return replace(draft, flaws=(Flaw(Stop.LENGTH.value),))
    return draft


def _presenter(request: Request, run: RunState, aliases: Aliases, *, whole: bool) -> Presenter:
    """Return where a stream shows what it may: all of it at the end, where a fault blocks it already."""
    run.lookups = Lookups()
    return Presenter(aliases, run, whole=whole or decide((), tuple(run.faults), request.ruling).blocks)


def _ask_streaming(
    model_request: ModelRequest, request: Request, context: Context, presenter: Presenter
) -> Generator[Need, Any, Reply]:
    """Ask the model, and check and show each claim as soon as it has come in.

    The candidate looks at the whole of it, at the end.
    """
    presenter.restart()
    piece: str | Reply = yield Ask(model_request, streamed=True)
    while isinstance(piece, str):
        for draft in presenter.read(piece):
            attempt = yield from _examine(draft, replace(request, candidate=None), context, presenter.run)
            for event in presenter.judge(attempt):
                if presenter.run.first_claim is None and is_verified(event) and request.ruling.enabled:
                    presenter.run.first_claim = request.clock() - presenter.run.started
                yield Show(event)
        piece = yield More()
    return piece


def _examine(draft: Draft, request: Request, context: Context, run: RunState) -> Generator[Need, Any, Attempt]:
    """Check a draft, with one batched look-up of what it cites and one hearing of its claims before the judge.

    In a stream, of what was neither looked up nor heard before.
    """
    enabled, candidate_only = request.ruling.enabled, request.candidate_only
    lookups = run.lookups or Lookups()
    if request.has_store and (_need_records(enabled) or _need_records(candidate_only)):
        ids = tuple(one for one in cited_ids(draft, context) if one not in lookups.asked)
        if ids and lookups.fault is None:
            lookups.keep(ids, (yield LookUp(ids)))
        context = context if lookups.fault else replace(context, records=dict(lookups.records))
    if request.judge is not None and CheckId.NOT_ENTAILED in enabled | candidate_only:
        context = yield from _consult(draft, request, context, run, lookups)
    # What only the candidate needs may fail without a trace in what the active bundle sees.
    assessment = assess(
        draft, context, enabled, store_fault=lookups.fault if _need_records(enabled) else None, own=request.own
    )
    attempt = Attempt(assessment, context, decide_on(assessment, context, request.ruling))
    return (
        replace(attempt, candidate_only=assess_candidate_only(request, attempt, lookups.fault))
        if candidate_only
        else attempt
    )


def _consult(
    draft: Draft, request: Request, context: Context, run: RunState, lookups: Lookups
) -> Generator[Need, Any, Context]:
    """Return the context with what the judge says; it stays there, so that what pruning leaves is not heard again."""
    enabled, candidate_only = request.ruling.enabled, request.candidate_only
    pairs = claims_to_judge(draft, context, enabled) if CheckId.NOT_ENTAILED in enabled else ()
    if CheckId.NOT_ENTAILED in candidate_only:
        # More checks may keep a claim from the candidate's hearing; what the active bundle hears stays the same.
        pairs = tuple(dict.fromkeys((*pairs, *claims_to_judge(draft, context, enabled | candidate_only))))
    fresh = tuple(pair for pair in pairs if pair not in lookups.judgements)
    if fresh:
        reply: JudgeReply = yield Consult(JudgeRequest(fresh, request.lang, run.judge))
        lookups.judgements.update(zip(fresh, reply.judgements, strict=True))
        run.judged += len(fresh)
        run.judge += reply.cost
    return replace(context, judgements={pair: lookups.judgements[pair] for pair in pairs})


def _need_records(checks: Collection[CheckId]) -> bool:
    return any(check in CHECKS and CHECKS[check].needs_records for check in checks)


def _seconds_for_repair(request: Request, run: RunState) -> float | None:
    """Return the seconds that a repair may take, or None where none may be made.

    The next call is taken to cost as many tokens as the last one, so that a budget is kept and not only noticed.
    """
    last, repairs, budget = run.last, run.attempts[1:], request.ruling.bundle.repairs
    if run.streamed or not last.decision.findings or last.stop in _FINAL_STOPS or len(repairs) >= budget.attempts:
        return None
    tokens = sum(attempt.usage.total for attempt in repairs) + last.usage.total
    seconds = budget.seconds - sum(attempt.seconds for attempt in repairs)
    return seconds if tokens <= budget.tokens and seconds > 0 else None


def _own_words(reply: ModelReply, draft: Draft) -> tuple[Message, ...]:
    if reply.messages:
        return tuple(reply.messages)
    return ({"role": "assistant", "content": draft.raw or write_output(reply.output) or "{}"},)


def _finish(request: Request, run: RunState, prompting: Prompting | None, presenter: Presenter | None = None) -> Flow:
    """Settle, report, show what a stream has left, and conclude.

    The lines of findings go out first: a sink that fails there turns an enforced answer into an unverified one before
    the canonical line is made.
    """
    settlement = settle(request, run)
    shadow: Shadow | None = None
    if request.has_sinks:  # without sinks, no events are made
        decided = decide_as_candidate(request, run)
        shadow = decided if isinstance(decided, Shadow) else None
        # A candidate that could not say what it would do is a fault event, and nothing else.
        undecided = (decided,) if isinstance(decided, Fault) else ()
        faults: list[Fault] = yield Emit(
            (
                *report_findings(request, run, settlement, shadow),
                *report_faults(request, settlement.faults, settlement.action),
                *report_faults(request, undecided, Action.ALLOWED),
            )
        )
        settlement = yield from _withhold_unrecorded(request, settlement, faults)
    if (
        presenter is not None
        and run.first_claim is None
        and presenter.will_verify(settlement)
        and request.ruling.enabled
    ):
        run.first_claim = request.clock() - run.started
    if request.has_sinks:
        faults = yield Emit((report_answer(request, run, settlement, prompting, shadow),))
        settlement = yield from _withhold_unrecorded(request, settlement, faults)
    if settlement.action is Action.WITHHELD and not run.streamed:
        run.first_claim = None
    for event in () if presenter is None else presenter.finish(settlement):
        yield Show(event)
    return conclude(request, run, settlement)


def _withhold_unrecorded(
    request: Request, settlement: Settlement, faults: list[Fault]
) -> Generator[Need, Any, Settlement]:
    """Fail closed where an enforced answer could not be recorded, and report it to the sinks that still work."""
    fresh = [fault for fault in faults if fault not in settlement.faults]
    if not fresh:
        return settlement
    settlement = settlement.with_faults(fresh, decide((), tuple(fresh), request.ruling))
    yield Emit(report_faults(request, fresh, settlement.action))
    return settlement
