"""What no check can read in a claim: other scripts than the languages', letters in disguise, code, words set apart."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from fundamento.answers import Claim, Draft, Flaw, GroundedAnswer
from fundamento.contract.aliases import Aliases
from fundamento.prose.asides import holds_aside

SCRIPT: Final = "unread-script"
CODE: Final = "unread-code"
ASIDE: Final = "aside"

_WORD: Final = re.compile(r"[^\W_]+")
_CODE: Final = re.compile(r"`{1,3}([^`]{1,2000})`{1,3}")
# Letters drawn in rings, squares and flags are symbols to Unicode, and no word to a tokenizer.
_DRAWN: Final = re.compile(r"[\u2460-\u24ff\U0001f100-\U0001f1e5]+")
_OWN: Final = ("LATIN ", "MICRO ", "MODIFIER LETTER APOSTROPHE", "FEMININE ORDINAL", "MASCULINE ORDINAL")
_ASCII_END: Final = "\u0080"


def find_unread(draft: Draft, aliases: Aliases) -> tuple[Flaw, ...]:
    """Return a flaw for each claim that holds what no check can read, and that none of its fragments has as it stands.

    A single Greek letter is a symbol. A claim without support is no claim to compare, and fails as that.
    """
    claims = draft.answer.claims if isinstance(draft.answer, GroundedAnswer) else ()
    found = []
    for index, claim in enumerate(claims):
        if (reason := _reason(claim, aliases)) is not None:
            found.append(Flaw(reason, index))
    return tuple(found)


def _reason(claim: Claim, aliases: Aliases) -> str | None:
    strange = list(_strange_words(claim.text))
    code = [word for found in _CODE.finditer(claim.text) for word in _WORD.findall(found[1])]
    cited = {each.fragment for each in claim.support if each.retrieved}
    if cited and (strange or code):
        known = " ".join(aliases.by_id[each].text for each in cited if each in aliases.by_id).casefold()
        if any(word.casefold() not in known for word in strange):
            return SCRIPT
        if code and not {word.casefold() for word in code} <= set(_WORD.findall(known)):
            return CODE
    return ASIDE if cited and holds_aside(claim.text, claim.support, aliases) else None


def _strange_words(text: str) -> Iterator[str]:
    if text.isascii():
        return
    for found in _WORD.finditer(text):
        others = [each for each in found[0] if _is_strange(each)]
        if len(others) > 1 or any(not _is_symbol(each) for each in others):
            yield found[0]
    yield from (found[0] for found in _DRAWN.finditer(text) if any(map(_is_drawn, found[0])))


def _is_strange(character: str) -> bool:
    if character < _ASCII_END or not (character.isalpha() or character.isdecimal()):
        return False
    return not unicodedata.name(character, "").startswith(_OWN)


def _is_symbol(character: str) -> bool:
    """Say whether a letter stands for a thing where it is alone: a Greek one, the sign of ohm."""
    return "\u2100" <= character < "\u2150" or unicodedata.name(character, "").startswith("GREEK ")


def _is_drawn(character: str) -> bool:
    return "LETTER" in unicodedata.name(character, "") or character >= "\U0001f100"
