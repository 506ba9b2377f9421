"""Does a text hold a finite verb?"""

import re
from typing import Final

from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
# Forms that only a main verb takes; a list of common verbs, and endings that nothing else has.
_FINITE: Final = WordPattern(
    r"\b(?:«verbs.finite»|«verbs.finite-se»\s\w{1,20}(?:«verbs.finite-2»|ó)"
    r"|(?!«verbs.finite-garantas»)\w{2,20}«verbs.finite-aron»|\w{3,20}ó)\b",
    _I,
)
_NOUN: Final = WordPattern(r"«verbs.noun-endings»\Z")


def has_verb(text: str) -> bool:
    """Say whether a text seems to hold a finite verb, in Spanish or in English."""
    return _FINITE.search(text) is not None


def is_verb(word: str) -> bool:
    """Say whether a word looks like a finite verb and hardly like a noun: costs, and not cost."""
    if _NOUN.search(word) or _FINITE.fullmatch(word) is None:
        return False
    return _FINITE.fullmatch(f"{word}s") is None
