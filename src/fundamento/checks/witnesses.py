"""Which sentences of the evidence speak of what a claim says: a rule compares with these, and with no other.

What one cited fragment supports by itself, no other one can make a finding of.
"""

from collections.abc import Sequence
from typing import Final

from fundamento.checks.passages import Passage, split_sentences
from fundamento.checks.segments import read_tokens
from fundamento.checks.stem_sets import Stems
from fundamento.text.tokens import NUMBER
from fundamento.text.vocabulary import lru_cache

_COVERED: Final = 0.6
_NEAR: Final = 0.08
_KEPT_UP_TO: Final = 20_000


def read_content(text: str) -> tuple[str, ...]:
    """Return the stems of the words of an evened text that carry content, and its figures, in order."""
    return _kept(text) if len(text) <= _KEPT_UP_TO else _read(text)


def _read(text: str) -> tuple[str, ...]:
    tokens = read_tokens(text)
    return tuple(
        tokens.written[index] if word is None else word.stem
        for index, word in enumerate(tokens.words)
        if (word is not None and word.stem) or tokens.kinds[index] == NUMBER
    )


_kept = lru_cache(maxsize=2048)(_read)


def find_witnesses(claim: str, passages: Sequence[Passage]) -> list[Passage]:
    """Return the sentences that have most of a claim, each as a passage of its own.

    A quote of several sentences is cut into them, and none is returned where none has enough. Where several have as
    much, all of these are returned.
    """
    wanted = tuple(dict.fromkeys(read_content(claim)))
    alone = [passage for passage in passages if len(_sentences(passage)) == 1]
    if not wanted:
        return alone
    rated: list[tuple[float, Passage]] = []
    for passage in passages:
        for sentence in dict.fromkeys(_sentences(passage)):
            known = Stems(read_content(sentence))
            share = sum(map(known.has, wanted)) / len(wanted)
            if share >= _COVERED:
                rated.append((share, Passage(passage.fragment, sentence, whole=passage.whole, sentence=sentence)))
    if not rated:
        # A quote of one sentence is what the claim rests on, whatever its words.
        return alone
    best = max(share for share, _ in rated)
    return [passage for share, passage in rated if share >= best - _NEAR]


def _sentences(passage: Passage) -> Sequence[str]:
    return [
        piece
        for sentence in split_sentences(passage.sentence)
        for piece in (sentence.split("\n") if len(sentence) > 300 else (sentence,))
        if piece.strip()
    ]
