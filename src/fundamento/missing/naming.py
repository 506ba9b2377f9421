"""What is missing, in the question's own words and in kinds of data: what is shown of an abstention and of a gap."""

from collections.abc import Sequence
from typing import Final

from fundamento.missing.vocabulary import Vocabulary, read_vocabulary
from fundamento.missing.wording import Question, Word, read_question, read_words
from fundamento.text.language import is_function_word
from fundamento.text.vocabulary import WordSet

_BREAKS: Final = frozenset(".,;:!?…()\n")
_LONGEST: Final = 4_000
_MOST: Final = 12  # parts that are named


def name_missing(text: str, question: str) -> str:
    """Return what a text says is missing, in the question's words and kinds of data alone; empty where it names none.

    Words that join them stay where they stand between two of them; denials, verbs that say what is, and everything else
    that the model wrote do not. Parts stand apart by "; ".
    """
    asked, known = read_question(question), read_vocabulary()
    parts: list[str] = []
    run: list[Word] = []
    last = 0
    for word in read_words(text[:_LONGEST]):
        if run and not _BREAKS.isdisjoint(text[last : word.start]):
            parts.append(_write(run, asked, known))
            run = []
        last = word.end
        if _may_stand(word, run, asked, known):
            run.append(word)
        else:
            parts.append(_write(run, asked, known))
            run = []
    parts.append(_write(run, asked, known))
    return "; ".join(list(dict.fromkeys(part for part in parts if part))[:_MOST])


def _may_stand(word: Word, run: Sequence[Word], asked: Question, known: Vocabulary) -> bool:
    if _names(word, asked, known):
        return True
    if word.negates or word.plain in known.affirmations or word.plain in known.turns:
        return False
    if word.plain in known.verbs or word.plain in known.subjects:
        # "Whether there is a discount" asks; "there is a discount" states.
        return any(_asks(each, known) for each in run)
    return _asks(word, known) or is_function_word(word.plain)


def _names(word: Word, asked: Question, known: Vocabulary) -> bool:
    """Say whether a word carries what is asked, or is a kind of data."""
    if word.is_figure:
        return asked.has(word)
    joins = is_function_word(word.plain) or word.plain in known.verbs or word.negates
    return not joins and (word.stem in known.kinds or (asked.has(word) and not _says(word, known)))


def _says(word: Word, known: Vocabulary) -> bool:
    return any(word.stem in group for group in (known.sources, known.data, known.stated, known.lacking))


def _asks(word: Word, known: Vocabulary) -> bool:
    return word.plain in known.interrogatives or word.plain in known.whys


def _write(run: Sequence[Word], asked: Question, known: Vocabulary) -> str:
    """Return a run from its first to its last word that names something, with the article or question word before."""
    places = [place for place, word in enumerate(run) if _names(word, asked, known)]
    if not places:
        return ""
    start = next((place for place, word in enumerate(run) if _asks(word, known)), None)
    if start is None or start > places[0]:
        start = places[0] - (places[0] > 0 and run[places[0] - 1].plain in _ARTICLES)
    first, *others = run[start : places[-1] + 1]
    begins = first.plain if is_function_word(first.plain) or _asks(first, known) else first.written
    return " ".join([begins, *(word.written for word in others)])


_ARTICLES: Final = WordSet("naming.articles")
