"""What a declared conflict states in words: it is a claim, and says no more than its fragments and the question."""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.checks.context import Context
from fundamento.checks.disclosures import read_disclosures, telling_words
from fundamento.checks.magnitudes import is_telling
from fundamento.checks.opposites import are_opposite
from fundamento.checks.topics import alike_stems
from fundamento.checks.wording import Vocabulary, Word, even, read_vocabulary, read_words
from fundamento.findings import CheckId, Finding
from fundamento.fragments import Fragment
from fundamento.missing.vocabulary import read_vocabulary as neutral_words
from fundamento.text.language import may_share_language
from fundamento.text.stems import stem_word

_HALF: Final = 0.5
_SEVERAL: Final = 2  # words of a clause that its sources have not


def find_strange_disclosures(draft: Draft, context: Context) -> Sequence[Finding] | None:
    """Find the declared conflicts with a clause that neither their fragments nor the question have the words of.

    Kinds of data, units and what is said of sources are nobody's. One word of a clause may be the answer's own, where
    the clause has at least as many of its sources.
    """
    if not isinstance(draft.answer, GroundedAnswer) or not draft.answer.conflicts:
        return None
    return [
        Finding(CheckId.TERM_UNSUPPORTED, "conflict-states-more", detail={"term": clause})
        for clauses, fragments in read_disclosures(draft, context)
        for clause in clauses
        if _is_strange(clause, fragments, context.question)
    ]


def _is_strange(clause: str, fragments: Sequence[Fragment], question: str) -> bool:
    neutral = neutral_words()
    groups = (neutral.kinds, neutral.sources, neutral.data, neutral.stated, neutral.held)
    words = [word for word in telling_words(clause) if is_telling(word)]
    sources = [even("\n".join((*each.section, each.document or "", each.title or "", each.text))) for each in fragments]
    if not words or not all(may_share_language(clause, source) for source in sources):
        return False
    known = [read_vocabulary(each) for each in (*sources, even(question))]
    said = [read_words(source) for source in sources]
    ours = Vocabulary(words)
    stems = [(word, stem_word(word.text.casefold())) for word in words]
    unsaid = [word for word, stem in stems if not any(stem in group for group in groups)]
    strange = sum(not _is_known(word, known, said, ours) for word in unsaid)
    return strange >= _SEVERAL or strange > _HALF * len(words)


def _is_known(word: Word, known: Sequence[Vocabulary], said: Sequence[Sequence[Word]], ours: Vocabulary) -> bool:
    if any(each.has(word) or not alike_stems(word.stem).isdisjoint(each.stems) for each in known):
        return True
    # What one source forbids, the other one allows.
    return any(are_opposite(word, words, ours) for words in said)
