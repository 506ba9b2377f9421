"""What a word does in a sentence, as bits; which words do it, a lexicon says."""

from enum import IntFlag
from typing import Final


class Mark(IntFlag):
    """The parts that a word or a phrase can play; one may play several."""

    FUNCTION = 1 << 0
    LIGHT = 1 << 1
    NEGATION = 1 << 2
    DENYING = 1 << 3
    AT_MOST = 1 << 4
    AT_LEAST = 1 << 5
    MORE_THAN = 1 << 6
    LESS_THAN = 1 << 7
    ABOUT = 1 << 8
    ONLY = 1 << 9
    CONDITION = 1 << 10
    EXCEPTION = 1 << 11
    UNIVERSAL = 1 << 12
    PARTIAL = 1 << 13
    PERMISSION = 1 << 14
    OBLIGATION = 1 << 15
    HEDGE = 1 << 16
    RESPECTIVELY = 1 << 17
    CONJUNCTION = 1 << 18
    SUBORDINATOR = 1 << 19
    REFERENCE = 1 << 20
    UNIT = 1 << 21
    NUMBER = 1 << 22
    MONTH = 1 << 23
    WEEKDAY = 1 << 24
    RATE = 1 << 25
    NEUTRAL = 1 << 26
    RANGE = 1 << 27
    RANGE_START = 1 << 28
    DATE_WORD = 1 << 29
    UNIT_MODIFIER = 1 << 30
    RATE_WORD = 1 << 31
    CLOCK_BEFORE = 1 << 32
    ABBREVIATION = 1 << 33
    JOINER = 1 << 34
    COPULA = 1 << 35
    EXACT = 1 << 36
    ARTICLE = 1 << 37
    NEED = 1 << 38
    AVERTING = 1 << 39
    DEFINITE = 1 << 40
    BEING = 1 << 41


# By the keys of a lexicon file.
MARK_OF: Final = {
    "function": Mark.FUNCTION,
    "light": Mark.LIGHT,
    "negation": Mark.NEGATION | Mark.FUNCTION,
    "denying": Mark.DENYING,
    "only": Mark.ONLY,
    "condition": Mark.CONDITION,
    "exception": Mark.EXCEPTION,
    "universal": Mark.UNIVERSAL,
    "partial": Mark.PARTIAL,
    "permission": Mark.PERMISSION,
    "obligation": Mark.OBLIGATION,
    "needs": Mark.NEED,
    "averting": Mark.AVERTING,
    "hedge": Mark.HEDGE,
    "respectively": Mark.RESPECTIVELY | Mark.FUNCTION,
    "conjunctions": Mark.CONJUNCTION,
    "subordinators": Mark.SUBORDINATOR,
    "references": Mark.REFERENCE,
    "neutral": Mark.NEUTRAL,
    "range": Mark.RANGE,
    "range-start": Mark.RANGE_START,
    "date-words": Mark.DATE_WORD,
    "unit-modifiers": Mark.UNIT_MODIFIER,
    "rate-words": Mark.RATE_WORD,
    "clock-before": Mark.CLOCK_BEFORE,
    "abbreviations": Mark.ABBREVIATION,
    "joiners": Mark.JOINER,
    "copulas": Mark.COPULA,
    "exact": Mark.EXACT,
    "articles": Mark.ARTICLE,
    "definite": Mark.DEFINITE,
    "being": Mark.BEING,
}
BOUND_OF: Final = {
    "at-most": Mark.AT_MOST,
    "at-least": Mark.AT_LEAST,
    "more-than": Mark.MORE_THAN,
    "less-than": Mark.LESS_THAN,
    "about": Mark.ABOUT,
}
BOUNDS: Final = int(Mark.AT_MOST | Mark.AT_LEAST | Mark.MORE_THAN | Mark.LESS_THAN | Mark.ABOUT)
EMPTY: Final = int(Mark.FUNCTION | Mark.LIGHT)
