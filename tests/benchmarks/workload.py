"""The answer that the benchmarks check, and the floor that it is compared with."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from fundamento import Fragment, Grounder, Outcome
from fundamento.fragments import FragmentStore
from fundamento.quotes.matching import find_quote

_WORDS = [
    "plan",
    "archivo",
    "conserva",
    "durante",
    "días",
    "proyecto",
    "hasta",
    "límite",
    "servicio",
    "cliente",
    "técnico",
    "horas",
    "equipo",
    "mes",
    "año",
    "empresa",
    "alta",
    "baja",
    "contrato",
    "tarifa",
    "de",
    "la",
    "el",
    "en",
    "los",
    "por",
    "una",
    "con",
    "se",
]
CLAIMS, QUOTES_A_CLAIM, FRAGMENTS, CHARACTERS, QUOTE_WORDS = 10, 2, 50, 600, 10


class _Support(BaseModel):
    fragment: str
    quote: str


class _Claim(BaseModel):
    support: list[_Support]
    text: str


class _Grounded(BaseModel):
    kind: str
    claims: list[_Claim]
    gaps: list[str]
    conflicts: list[str]


class _Answer(BaseModel):
    answer: _Grounded


@dataclass(frozen=True)
class Workload:
    """One output in JSON, its fragments, and for each claim the fragments' IDs with the quotes."""

    fragments: list[Fragment]
    output: str
    cited: list[list[tuple[str, str]]]
    grounder: Grounder

    def check(self) -> Outcome:
        """Check the answer through the public entry, with every check on; no sink."""
        return self.grounder.check(self.output, self.fragments).outcome

    def find_quotes(self) -> int:
        """Find each quote in its fragment, and nothing else."""
        texts = {fragment.id: fragment.text for fragment in self.fragments}
        return sum(bool(find_quote(quote, texts[fragment])) for claim in self.cited for fragment, quote in claim)

    def floor(self) -> int:
        """Parse the same JSON with pydantic and find each quote with `str.find`: what no checker can do without."""
        texts = {fragment.id: fragment.text for fragment in self.fragments}
        parsed = _Answer.model_validate_json(self.output)
        return sum(texts[s.fragment].find(s.quote) for claim in parsed.answer.claims for s in claim.support)


def make_workload(*, retype: bool = False, policy: str | Mapping[str, Any] = "strict") -> Workload:
    """Make the workload; `retype`: quotes with no-break spaces and capitals that the source has not."""
    return _make_workload(random.Random(7), Grounder(policy=policy, sinks=[]), retype=retype)


def make_workloads(count: int) -> list[Workload]:
    """Make workloads that have no text in common, more than anything that was read is kept in memory for."""
    grounder = Grounder(policy="strict", sinks=[])
    return [_make_workload(random.Random(seed), grounder, seed=seed) for seed in range(100, 100 + count)]


def _make_workload(choose: random.Random, grounder: Grounder, *, retype: bool = False, seed: int = 0) -> Workload:
    fragments = [Fragment(f"manual-{n:02}@1:0-{CHARACTERS}", _text(choose)) for n in range(FRAGMENTS)]
    cited = [[_quote(choose, fragments, retype=retype) for _ in range(QUOTES_A_CLAIM)] for _ in range(CLAIMS)]
    claims = [
        {
            "support": [{"fragment": fragment, "quote": quote} for fragment, quote in supports],
            "text": _claim(seed, place),
        }
        for place, supports in enumerate(cited)
    ]
    answer = {"answer": {"kind": "grounded", "claims": claims, "gaps": [], "conflicts": []}}
    work = Workload(fragments, json.dumps(answer, ensure_ascii=False), cited, grounder)
    if work.check() is not Outcome.ANSWERED:
        raise SystemExit("The workload does not check out: a benchmark of a rejection says nothing.")
    return work


def _claim(seed: int, place: int) -> str:
    """Return a claim: the same ten times over, or where there is a seed, one that no other place and seed has."""
    aside = f" con {_WORDS[seed % 20]} y {_WORDS[seed // 20 % 20]} {_WORDS[place]}" if seed else ""
    return f"El plan conserva los archivos durante el mes y el servicio cuesta lo mismo{aside}."


def _text(choose: random.Random) -> str:
    words: list[str] = []
    while len(" ".join(words)) < CHARACTERS:
        words += [choose.choice(_WORDS) for _ in range(11)]
        words.append(f"{choose.randint(1, 999)}.")
    return " ".join(words)[:CHARACTERS]


def _quote(choose: random.Random, fragments: list[Fragment], *, retype: bool) -> tuple[str, str]:
    fragment = choose.choice(fragments)
    words = fragment.text.split(" ")
    start = choose.randrange(len(words) - QUOTE_WORDS - 1)
    quote = " ".join(words[start : start + QUOTE_WORDS])
    return fragment.id, quote.capitalize().replace(" ", "\u00a0", 3) if retype else quote


def make_stored_workload(store: FragmentStore) -> Workload:
    """Make the same workload over a store, which holds all of its fragments and is asked once a check."""
    work = make_workload()
    store.add(work.fragments)
    return replace(work, grounder=Grounder(policy="strict", store=store, sinks=[]))
