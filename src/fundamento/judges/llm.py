"""A judge that is a language model: claims and evidence go to it as data, verdicts come back."""

import hashlib
import json
import secrets
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeAlias

from fundamento.adapters.selection import as_model
from fundamento.errors import ConfigurationError, FundamentoError, ModelError
from fundamento.failures import name_failure
from fundamento.judgements import JudgeCost, Judgement, Pair, Unjudged
from fundamento.judges.cache import JudgementCache
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.judges.verdicts import read_verdicts, verdict_schema
from fundamento.models import Message, Model, ModelReply, ModelRequest, Stop
from fundamento.prompts import Prompt, load_prompt
from fundamento.text.invisible import strip_invisible
from fundamento.text.language import LANGUAGES

_Outcome: TypeAlias = ModelReply | ModelError
_Hearing: TypeAlias = Generator[ModelRequest, _Outcome, JudgeReply]

_NO_VERDICT: Final = frozenset({Stop.REFUSAL, Stop.CONTENT_FILTER, Stop.EMPTY})
# Code points a token, on the low side, and what a verdict with its reason comes to.
_CODE_POINTS: Final = 3
_VERDICT_TOKENS: Final = 80
# Beyond this much evidence in one call, models read the middle badly.
_BATCH_TOKENS: Final = 6_000


@dataclass(frozen=True, slots=True)
class JudgeBudget:
    """The bounds on what judging one answer may take, its repairs included; what is left over is unjudged.

    Tokens count both ways. A call is not made if, by an estimate, it would go beyond them.
    """

    calls: int = 6
    tokens: int = 20_000
    seconds: float = 25.0

    def __post_init__(self) -> None:
        if self.calls < 0 or self.tokens < 0 or not isfinite(self.seconds) or self.seconds <= 0:
            raise ConfigurationError(
                "A JudgeBudget has bounds below zero, or no seconds.", hint="JudgeBudget(calls=6, tokens=20_000)."
            )


class LlmJudge:
    """Judges with a language model, `batch` claims a call: a score of 1 for `entailed`, else 0.

    `model` is what `Grounder` takes: an instructor client, a callable `(messages, schema) -> text`, or a `Model`.
    A claim that the model leaves out, and what a call that fails was about, is unjudged. The last `cached` judgements
    are kept in memory and cost nothing again. `prompts` is a folder of your own with `judge/v1.es.md` and
    `judge/v1.en.md`. Safe to share between threads and tasks. Raises `ConfigurationError`, `PromptError`.
    """

    def __init__(
        self,
        model: object,
        *,
        budget: JudgeBudget | None = None,
        batch: int = 8,
        cached: int = 2_048,
        prompts: Path | None = None,
    ) -> None:
        if batch < 1 or cached < 0:
            raise ConfigurationError(
                f"LlmJudge cannot work with batch={batch} and cached={cached}.",
                hint="A batch is 1 or more; cached=0 keeps nothing.",
            )
        self._model: Final[Model] = as_model(model)
        self._budget: Final = budget or JudgeBudget()
        self._batch: Final = batch
        self._cache: Final = JudgementCache(cached)
        self._prompts: Final = {lang: load_prompt("judge", lang=lang, folder=prompts) for lang in LANGUAGES}
        self.name: Final = f"llm/{self._model.name}"
        hashes = "".join(self._prompts[lang].ref.sha256 for lang in LANGUAGES)
        self.version: Final = f"judge-v1-{hashlib.sha256(hashes.encode()).hexdigest()[:12]}"

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        """Judge all pairs, in as many calls as they need and the budget allows."""
        with closing(self._hear(request)) as hearing:
            try:
                asked = next(hearing)
                while True:
                    asked = hearing.send(self._ask(asked))
            except StopIteration as done:
                return _reply(done)

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        """Do the same without blocking the event loop."""
        with closing(self._hear(request)) as hearing:
            try:
                asked = next(hearing)
                while True:
                    asked = hearing.send(await self._aask(asked))
            except StopIteration as done:
                return _reply(done)

    def _ask(self, asked: ModelRequest) -> _Outcome:
        try:
            return self._model.ask(asked)
        except Exception as error:  # noqa: BLE001 - whatever a model raises, there is no verdict
            return _failure(error)

    async def _aask(self, asked: ModelRequest) -> _Outcome:
        try:
            return await self._model.aask(asked)
        except Exception as error:  # noqa: BLE001 - as above
            return _failure(error)

    def _hear(self, request: JudgeRequest) -> _Hearing:
        """Yield one request for each batch of what is not known yet."""
        prompt = self._prompts["en" if request.lang == "en" else "es"]
        keys = {pair: self._key(prompt, pair) for pair in request.pairs}
        found: dict[Pair, Judgement | Unjudged] = {
            pair: known for pair, key in keys.items() if (known := self._cache.get(key)) is not None
        }
        meter = _Meter(self._budget, request.spent, cached=len(found))
        for batch in self._batches([pair for pair in keys if pair not in found]):
            estimate = sum(map(_estimate, batch)) + len(prompt.parts["system"]) // _CODE_POINTS
            seconds = meter.seconds_for(estimate)
            if seconds is None:
                found.update(dict.fromkeys(batch, Unjudged(meter.failure or "BudgetExceeded")))
                continue
            wire = verdict_schema(len(batch), self._model.dialect)
            outcome = yield ModelRequest(_compose(prompt, batch), wire, "", {}, request.lang, seconds)
            meter.count(outcome, estimate)
            for pair, said in zip(batch, _read(outcome, len(batch)), strict=True):
                found[pair] = said
                if isinstance(said, Judgement):
                    self._cache.put(keys[pair], said)
        return JudgeReply([found[pair] for pair in request.pairs], meter.cost)

    def _key(self, prompt: Prompt, pair: Pair) -> str:
        content = json.dumps([prompt.ref.sha256, self._model.name, pair.claim, pair.evidence])
        return hashlib.sha256(content.encode()).hexdigest()

    def _batches(self, pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
        batch: list[Pair] = []
        for pair in pairs:
            tokens = sum(map(_estimate, (*batch, pair)))
            if batch and (len(batch) == self._batch or tokens > _BATCH_TOKENS):
                yield batch
                batch = []
            batch.append(pair)
        if batch:
            yield batch


class _Meter:
    """Counts what one hearing takes, against the budget of its answer."""

    def __init__(self, budget: JudgeBudget, spent: JudgeCost, *, cached: int) -> None:
        self.cost = JudgeCost(cached=cached)
        self.failure: str | None = None
        self._budget = budget
        self._calls = spent.calls
        self._tokens = spent.usage.total
        self._end = time.monotonic() + budget.seconds - spent.seconds

    def seconds_for(self, tokens: int) -> float | None:
        """Return the seconds that a call of so many tokens may take, or None where it may not be made."""
        seconds = self._end - time.monotonic()
        if self.failure is not None or self._calls >= self._budget.calls or seconds <= 0:
            return None
        return seconds if self._tokens + tokens <= self._budget.tokens else None

    def count(self, outcome: _Outcome, estimate: int) -> None:
        """Count a call; after one that failed there is no other: its cause seldom passes in time."""
        self._calls += 1
        if isinstance(outcome, ModelError):
            self.failure = name_failure(outcome)
            self.cost += JudgeCost(calls=1)
            return
        # A provider that counts no tokens must not have a budget without end.
        self._tokens += max(outcome.usage.total, 0) or estimate
        self.cost += JudgeCost(calls=1, usage=outcome.usage)


def _compose(prompt: Prompt, batch: Sequence[Pair]) -> tuple[Message, ...]:
    """Return the messages about a batch, its texts between marks that none of them can hold."""
    texts = [(strip_invisible(pair.claim), strip_invisible("\n\n".join(pair.evidence))) for pair in batch]
    nonce = secrets.token_hex(8)
    while any(nonce in text for pair in texts for text in pair):
        nonce = secrets.token_hex(8)
    ids = [f"C{number}" for number in range(1, len(batch) + 1)]
    pairs = [
        prompt.fill("pair", {"id": each, "nonce": nonce, "claim": claim, "evidence": evidence})
        for each, (claim, evidence) in zip(ids, texts, strict=True)
    ]
    return (
        {"role": "system", "content": prompt.fill("system", {"nonce": nonce})},
        {"role": "user", "content": prompt.fill("user", {"pairs": "\n\n".join(pairs), "ids": ", ".join(ids)})},
    )


def _read(outcome: _Outcome, n: int) -> list[Judgement | Unjudged]:
    if isinstance(outcome, ModelError):
        return [Unjudged(name_failure(outcome))] * n
    if outcome.stop in _NO_VERDICT:
        return [Unjudged("NoVerdict")] * n
    return read_verdicts(outcome.output, n)


def _estimate(pair: Pair) -> int:
    return (len(pair.claim) + sum(map(len, pair.evidence))) // _CODE_POINTS + _VERDICT_TOKENS


def _failure(error: Exception) -> ModelError:
    """Return the error of a call that brought nothing; errors of configuration are raised on."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, FundamentoError):
        raise error
    return ModelError(f"The judge's model failed ({type(error).__name__}).", provider_error=error)


def _reply(done: StopIteration) -> JudgeReply:
    reply: Any = done.value
    if not isinstance(reply, JudgeReply):
        raise TypeError("A hearing ends with a JudgeReply.")
    return reply
