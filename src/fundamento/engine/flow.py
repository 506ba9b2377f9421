"""Ask, read, check, decide, repair: one generator with no I/O in it.

It yields what it needs done (`Ask`, `LookUp`, `Consult`, `Emit`) and is sent what came of it; a driver runs it, sync
or async.
A stream is the same flow, which asks for `More` of an output that is coming in and has its claims shown (`Show`).
The same inputs and the same verdicts in every mode: only what is done about them differs.
"""

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from fundamento.answers import Abstention, Draft, Flaw
from fundamento.candidacy import Foresight, assess_apart, foresee_request
from fundamento.checks import CHECKS
from fundamento.checks.assessment import assess, cited_ids
from fundamento.checks.context import Context
from fundamento.checks.referral import refer
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.contract.outputs import write_output
from fundamento.contract.wire import wire_schema
from fundamento.conversation import Asking, compose_question, compose_repair
from fundamento.errors import ModelError
from fundamento.events import Event
from fundamento.failures import name_failure
from fundamento.findings import Action, CheckId, Fault
from fundamento.fragments import Fragment, FragmentRecord
from fundamento.inquiry import Asker, Attempt, Inquiry, Recall, Trail, decide_on
from fundamento.judging import JudgeReply, JudgeRequest
from fundamento.models import Message, ModelReply, ModelRequest, Stop
from fundamento.policy.decision import decide, is_strict
from fundamento.reporting import report_answer, report_faults, report_findings
from fundamento.result import Result
from fundamento.settlement import Settlement, conclude, settle
from fundamento.showing import Stage
from fundamento.streams import Shown, is_verified


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


def answer_flow(inquiry: Inquiry, asker: Asker, streaming: Streaming | None = None) -> Flow:
    """Answer a question from its fragments: ask, check, and repair within the bundle's bounds.

    With `streaming`, claims are shown while they come in, and nothing is repaired once one was shown. With no fragment
    there is nothing to answer from: it abstains without a call. Raises the `ModelError` of a first call that brought no
    output; one of a repair leaves the output before it in place.
    """
    trail = Trail(inquiry.clock())
    aliases = Aliases.of((yield from _offer(inquiry, trail)))
    context = _context(inquiry, aliases)
    stage = None if streaming is None else _stage(inquiry, trail, aliases, whole=streaming == "whole")
    if not aliases.fragments:
        trail.attempts.append((yield from _examine(Draft(Abstention()), inquiry, context, trail)))
        return (yield from _finish(inquiry, trail, None, stage))
    strict = trail.strict = is_strict(inquiry.ruling)
    wire = wire_schema(len(aliases), dialect=asker.dialect, strict=strict, quotes=inquiry.quotes)
    messages = compose_question(
        Asking(inquiry.question, aliases, asker.prompt, asker.nonce, quotes=inquiry.quotes, history=asker.history)
    )
    seconds: float | None = None
    while True:
        request = ModelRequest(messages, wire, inquiry.question, aliases.fragments, inquiry.lang, seconds)
        reply: Reply = (yield Ask(request)) if stage is None else (yield from _hear(request, inquiry, context, stage))
        if isinstance(reply.outcome, ModelError):
            trail.faults.append(Fault("model", name_failure(reply.outcome)))
            if not trail.attempts or trail.streamed:
                yield Emit(report_faults(inquiry, trail.faults))
                raise reply.outcome
            break
        draft = _read(reply.outcome, aliases)
        attempt = yield from _examine(draft if stage is None else stage.compare(draft), inquiry, context, trail)
        trail.attempts.append(
            replace(
                attempt,
                seconds=reply.seconds,
                usage=reply.outcome.usage,
                stop=reply.outcome.stop,
                model=reply.outcome.model,
            )
        )
        seconds = _seconds_for_repair(inquiry, trail)
        if seconds is None:
            break
        complaint = compose_repair(
            attempt.decision.findings, prompt=asker.repair_prompt, aliases=aliases, nonce=asker.nonce
        )
        messages = (*messages, *_own_words(reply.outcome, draft), complaint)
    return (yield from _finish(inquiry, trail, asker, stage))


def check_flow(inquiry: Inquiry, output: Output, read: Callable[[Aliases], Draft] | None = None) -> Flow:
    """Check an output that somebody else generated, with real fragment IDs in it; no model is asked.

    `read` makes a draft of an output that is not the JSON of the contract, and never raises.
    """
    aliases = Aliases.identity(inquiry.fragments)
    trail = Trail(inquiry.clock())
    draft = _decoded(output, aliases) if read is None else read(aliases)
    trail.attempts.append((yield from _examine(draft, inquiry, _context(inquiry, aliases), trail)))
    return (yield from _finish(inquiry, trail, None))


def _offer(inquiry: Inquiry, trail: Trail) -> Generator[Need, Any, Sequence[Fragment]]:
    """Return the fragments that go to the model: under enforce, none that the reader may not read.

    What a model has read it can repeat, whatever it cites. In warn nothing may change, so there everything goes. Where
    a fragment does not say who may read it, the store is asked, once for all of them; without its word, nobody may.
    """
    known = Aliases.identity(inquiry.fragments).by_id
    if inquiry.reader is None or not inquiry.ruling.enforces(CheckId.UNREADABLE_FRAGMENT):
        return list(known.values())
    unsaid = tuple(each.id for each in known.values() if each.readers is None)
    found: Mapping[str, FragmentRecord] | Fault = (yield LookUp(unsaid)) if inquiry.has_store and unsaid else {}
    if isinstance(found, Fault):
        trail.faults.append(replace(found, check=CheckId.UNREADABLE_FRAGMENT))
        found = {}
    principals = inquiry.reader.principals
    offered: list[Fragment] = []
    for fragment in known.values():
        readers = (
            fragment.readers if fragment.readers is not None or fragment.id not in found else found[fragment.id].readers
        )
        waived = inquiry.ruling.waives(CheckId.UNREADABLE_FRAGMENT, (fragment,))
        if waived or not principals.isdisjoint(readers or ()):
            offered.append(fragment)
    trail.hidden = len(known) - len(offered)
    return offered


def _context(inquiry: Inquiry, aliases: Aliases) -> Context:
    return Context(
        fragments=aliases.by_id,
        as_of=inquiry.as_of,
        question=inquiry.question,
        reader=inquiry.reader,
        quotes_required=inquiry.quotes,
        thresholds=inquiry.ruling.bundle.thresholds,
        vectors=inquiry.vectors,
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


def _stage(inquiry: Inquiry, trail: Trail, aliases: Aliases, *, whole: bool) -> Stage:
    """Return where a stream shows what it may: all of it at the end, where a fault blocks it already."""
    trail.recall = Recall()
    return Stage(aliases, trail, whole=whole or decide((), tuple(trail.faults), inquiry.ruling).blocks)


def _hear(request: ModelRequest, inquiry: Inquiry, context: Context, stage: Stage) -> Generator[Need, Any, Reply]:
    """Ask the model, and check and show each claim as soon as it has come in.

    The candidate looks at the whole of it, at the end.
    """
    stage.restart()
    piece: str | Reply = yield Ask(request, streamed=True)
    while isinstance(piece, str):
        for draft in stage.read(piece):
            attempt = yield from _examine(draft, replace(inquiry, candidate=None), context, stage.trail)
            for event in stage.judge(attempt):
                if stage.trail.first_claim is None and is_verified(event) and inquiry.ruling.enabled:
                    stage.trail.first_claim = inquiry.clock() - stage.trail.started
                yield Show(event)
        piece = yield More()
    return piece


def _examine(draft: Draft, inquiry: Inquiry, context: Context, trail: Trail) -> Generator[Need, Any, Attempt]:
    """Check a draft, with one batched look-up of what it cites and one hearing of its claims before the judge.

    In a stream, of what was neither looked up nor heard before.
    """
    enabled, apart = inquiry.ruling.enabled, inquiry.apart
    recall = trail.recall or Recall()
    if inquiry.has_store and (_need_records(enabled) or _need_records(apart)):
        ids = tuple(one for one in cited_ids(draft, context) if one not in recall.asked)
        if ids and recall.fault is None:
            recall.keep(ids, (yield LookUp(ids)))
        context = context if recall.fault else replace(context, records=dict(recall.records))
    if inquiry.judge is not None and CheckId.NOT_ENTAILED in enabled | apart:
        context = yield from _consult(draft, inquiry, context, trail, recall)
    # What only the candidate needs may fail without a trace in what the active bundle sees.
    assessment = assess(draft, context, enabled, store_fault=recall.fault if _need_records(enabled) else None)
    attempt = Attempt(assessment, context, decide_on(assessment, context, inquiry.ruling))
    return replace(attempt, apart=assess_apart(inquiry, attempt, recall.fault)) if apart else attempt


def _consult(
    draft: Draft, inquiry: Inquiry, context: Context, trail: Trail, recall: Recall
) -> Generator[Need, Any, Context]:
    """Return the context with what the judge says; it stays there, so that what pruning leaves is not heard again."""
    enabled, apart = inquiry.ruling.enabled, inquiry.apart
    pairs = refer(draft, context, enabled) if CheckId.NOT_ENTAILED in enabled else ()
    if CheckId.NOT_ENTAILED in apart:
        # More checks may keep a claim from the candidate's hearing; what the active bundle hears stays the same.
        pairs = tuple(dict.fromkeys((*pairs, *refer(draft, context, enabled | apart))))
    fresh = tuple(pair for pair in pairs if pair not in recall.judgements)
    if fresh:
        reply: JudgeReply = yield Consult(JudgeRequest(fresh, inquiry.lang, trail.judge))
        recall.judgements.update(zip(fresh, reply.judgements, strict=True))
        trail.judged += len(fresh)
        trail.judge += reply.cost
    return replace(context, judgements={pair: recall.judgements[pair] for pair in pairs})


def _need_records(checks: Collection[CheckId]) -> bool:
    return any(CHECKS[check].needs_records for check in checks)


def _seconds_for_repair(inquiry: Inquiry, trail: Trail) -> float | None:
    """Return the seconds that a repair may take, or None where none may be made.

    The next call is taken to cost as many tokens as the last one, so that a budget is kept and not only noticed.
    """
    last, repairs, budget = trail.last, trail.attempts[1:], inquiry.ruling.bundle.repairs
    if trail.streamed or not last.decision.findings or last.stop in _FINAL_STOPS or len(repairs) >= budget.attempts:
        return None
    tokens = sum(attempt.usage.total for attempt in repairs) + last.usage.total
    seconds = budget.seconds - sum(attempt.seconds for attempt in repairs)
    return seconds if tokens <= budget.tokens and seconds > 0 else None


def _own_words(reply: ModelReply, draft: Draft) -> tuple[Message, ...]:
    if reply.messages:
        return tuple(reply.messages)
    return ({"role": "assistant", "content": draft.raw or write_output(reply.output) or "{}"},)


def _finish(inquiry: Inquiry, trail: Trail, asker: Asker | None, stage: Stage | None = None) -> Flow:
    """Settle, report, show what a stream has left, and conclude.

    The lines of findings go out first: a sink that fails there turns an enforced answer into an unverified one before
    the canonical line is made.
    """
    settlement = settle(inquiry, trail)
    foresight: Foresight | None = None
    if inquiry.has_sinks:  # what nobody is told is not made
        foreseen = foresee_request(inquiry, trail)
        foresight = foreseen if isinstance(foreseen, Foresight) else None
        # A candidate that could not say what it would do is told to the sinks, and to nobody else.
        unforeseen = (foreseen,) if isinstance(foreseen, Fault) else ()
        faults: list[Fault] = yield Emit(
            (
                *report_findings(inquiry, trail, settlement, foresight),
                *report_faults(inquiry, settlement.faults, settlement.action),
                *report_faults(inquiry, unforeseen, Action.ALLOWED),
            )
        )
        settlement = yield from _withhold_unrecorded(inquiry, settlement, faults)
    if stage is not None and trail.first_claim is None and stage.will_verify(settlement) and inquiry.ruling.enabled:
        trail.first_claim = inquiry.clock() - trail.started
    if inquiry.has_sinks:
        faults = yield Emit((report_answer(inquiry, trail, settlement, asker, foresight),))
        settlement = yield from _withhold_unrecorded(inquiry, settlement, faults)
    if settlement.action is Action.WITHHELD and not trail.streamed:
        trail.first_claim = None
    for event in () if stage is None else stage.finish(settlement):
        yield Show(event)
    return conclude(inquiry, trail, settlement)


def _withhold_unrecorded(
    inquiry: Inquiry, settlement: Settlement, faults: list[Fault]
) -> Generator[Need, Any, Settlement]:
    """Fail closed where an enforced answer could not be recorded, and tell the sinks that still work."""
    fresh = [fault for fault in faults if fault not in settlement.faults]
    if not fresh:
        return settlement
    settlement = settlement.with_faults(fresh, decide((), tuple(fresh), inquiry.ruling))
    yield Emit(report_faults(inquiry, fresh, settlement.action))
    return settlement
