"""Reading a model's output: tolerant of form, strict of substance.

Code fences, prose round the JSON, thoughts before it, lists sent as strings, one support where a list is
expected, numbers for IDs, brackets round them: read as meant. A missing ID or text is never invented; it is a
flaw:

======================== ===============================================================
not-json, truncated      there is no JSON, or it ends early
not-the-schema           JSON, but neither claims nor an abstention
not-readable             an object that raises when it is looked at
claims-not-a-list        `claims` is something else
claim-not-an-object      a claim is something else (it keeps its place, with no text)
claim-without-text       a claim has no text, or one without a letter or digit (it keeps its place)
support-without-fragment a support names no fragment and was dropped; others remain
gap-without-text         a gap is something else than a text; likewise conflict-without-text
missing-not-text         an abstention's `missing` is something else than a text
said-twice               the output begins with claims or an abstention, and goes on to say something else in their
                         place, or gives a key twice with two values
======================== ===============================================================
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from fundamento.answers import Abstention, Claim, Conflict, Draft, Flaw, Gap, GroundedAnswer, Support
from fundamento.contract.aliases import Aliases
from fundamento.contract.outputs import Unread, find_objects, parse_output, repeats_a_key, unwrap
from fundamento.contract.scanning import ClaimScanner
from fundamento.failures import is_failure

# Where the calls of tools keep what was said, in the forms of several providers.
_ENVELOPES: Final = (
    "arguments",
    "parameters",
    "input",
    "function",
    "function_call",
    "tool_calls",
    "content",
    "message",
    "choices",
)
_FILLERS: Final = "\u115f\u1160\u3164\uffa0"
_DEPTH: Final = 6
_IN_WORDS: Final = 'It is no JSON. An answer in words, with markers such as [1], is checked with format="prose".'
_NO_OUTPUT: Final = "It is a {}. Give a dict, text or a provider's own object, and say which with format=."
SAID_TWICE: Final = "said-twice"
_GROUNDED_KEYS: Final = ("claims", "gaps", "conflicts")
# A longer number is no ID and no quote, and Python refuses to write out thousands of digits.
_MAX_NUMBER: Final = 10**18
# A key with an ASCII letter in it that is written as an escape.
_SPELLED: Final = ("\\u006", "\\u007", "\\u004", "\\u005")
_KEYS: Final = ('"answer"', '"claims"')


def decode(output: str | Mapping[str, Any], aliases: Aliases) -> Draft:
    """Read one output as a draft, with real fragment IDs wherever an alias resolves; nothing is ever raised.

    An ID that does not resolve stays as the model wrote it, stripped, and is marked as not retrieved. `raw`
    is the output where it is text, and empty for an object, which the caller has.
    """
    raw = output if isinstance(output, str) else ""
    try:
        value = parse_output(output) if isinstance(output, str) else output
        alone = not isinstance(value, Unread)
        first, value = (None, value) if alone else find_objects(raw)
        draft = _unread(value, raw) if isinstance(value, Unread) else _draft(value, aliases, raw)
        if not alone or _repeats(raw):
            draft = hold_to(draft, _first_claims(raw, aliases))
        return _say_twice(draft) if _unsays(first, draft, aliases) or (raw and repeats_a_key(value)) else draft
    except BaseException as error:  # an object of somebody else's may raise at any look at it
        if not is_failure(error):
            raise
        return Draft(None, (Flaw("not-readable"),), raw=raw)


def hold_to(draft: Draft, claims: Sequence[Claim]) -> Draft:
    """Return a draft that begins with these claims, as the output does; flawed where it was another.

    A stream has shown them before the rest was there, and a claim that was shown cannot be unsaid.
    """
    answer = draft.answer
    if answer is None or draft.stray_claims:
        return draft
    if isinstance(answer, GroundedAnswer) and answer.claims[: len(claims)] == tuple(claims):
        return draft
    return replace(draft, answer=GroundedAnswer(tuple(claims)), flaws=(Flaw(SAID_TWICE),)) if claims else draft


def _unsays(first: object, draft: Draft, aliases: Aliases) -> bool:
    """Say whether an output abstained before, in an object of its own, and says something else now."""
    before = None if first is None else _draft(first, aliases, "").answer
    return isinstance(before, Abstention) and draft.answer is not None and draft.answer != before


def _say_twice(draft: Draft) -> Draft:
    said = Flaw(SAID_TWICE)
    if draft.answer is None or said in draft.flaws:
        return draft
    return replace(draft, flaws=(*draft.flaws, said))


def decode_claim(item: object, aliases: Aliases) -> tuple[Claim, tuple[Flaw, ...]]:
    """Read one claim by itself, as the first of an answer; nothing is ever raised."""
    flaws: list[Flaw] = []
    try:
        claim = _claim(item, 0, aliases, flaws)
    except BaseException as error:  # as above
        if not is_failure(error):
            raise
        return Claim(""), (Flaw("not-readable", 0),)
    return claim, tuple(flaws)


def _unread(value: Unread, raw: str) -> Draft:
    in_words = raw.strip() and "{" not in raw
    return Draft(None, (Flaw(value.reason, hint=_IN_WORDS if in_words else ""),), raw=raw)


def _repeats(text: str) -> bool:
    """Say whether JSON may have a key twice, of which its parser keeps the last."""
    return any(text.count(key) > 1 for key in _KEYS) or any(each in text for each in _SPELLED)


def _first_claims(text: str, aliases: Aliases) -> list[Claim]:
    return [decode_claim(item, aliases)[0] for item in ClaimScanner().feed(text)]


def _draft(value: object, aliases: Aliases, raw: str) -> Draft:
    root = _open(value)
    answer = _answer(root)
    kind = None if answer is None else _kind(answer)
    if kind == "grounded":
        draft = _grounded(answer or {}, aliases, raw)
        beside = root is not answer and _stray_claims(root)
        return replace(draft, flaws=(*draft.flaws, Flaw(SAID_TWICE))) if beside else draft
    if kind == "abstention":
        stray = _stray_claims(answer or {})
        if root is not answer:
            stray += _stray_claims(root)
        missing, flaws = _missing((answer or {}).get("missing"))
        return Draft(Abstention(missing), flaws, stray, raw)
    hint = "" if raw or isinstance(value, Mapping) else _NO_OUTPUT.format(type(value).__name__)
    return Draft(None, (Flaw("not-the-schema", hint=hint),), raw=raw)


def _open(value: object, depth: int = _DEPTH) -> Mapping[str, Any]:
    """Return the root object, out of the string, the list of one or the tool call that it came in."""
    value = unwrap(value)
    if isinstance(value, list) and len(value) == 1:
        value = unwrap(value[0])
    if not isinstance(value, Mapping):
        return {}
    if not depth or _holds_answer(value):
        return value
    for name in _ENVELOPES:
        held = value.get(name)
        opened = [_open(each, depth - 1) for each in (held if isinstance(held, list) else [held]) if each]
        answers = [each for each in opened if _holds_answer(each)]
        # The same call made twice says one thing.
        if answers and all(each == answers[0] for each in answers):
            return answers[0]
    return value


def _holds_answer(value: Mapping[str, Any]) -> bool:
    return "answer" in value or _kind(value) is not None


def _answer(root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    answer = unwrap(root["answer"]) if "answer" in root else root
    return answer if isinstance(answer, Mapping) else None


def _kind(answer: Mapping[str, Any]) -> str | None:
    kind = answer.get("kind")
    if kind is not None:
        return kind.strip().casefold() if isinstance(kind, str) else None
    if unwrap(answer.get("claims")) or ("missing" not in answer and any(key in answer for key in _GROUNDED_KEYS)):
        return "grounded"
    return "abstention" if "missing" in answer else None


def _stray_claims(holder: Mapping[str, Any]) -> int:
    claims = unwrap(holder.get("claims"))
    return len(claims) if isinstance(claims, list) else int(bool(claims))


def _missing(value: object) -> tuple[str, tuple[Flaw, ...]]:
    if value is None or isinstance(value, str):
        return (value or "").strip(), ()
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "; ".join(part.strip() for part in value), ()
    return "", (Flaw("missing-not-text"),)


def _grounded(answer: Mapping[str, Any], aliases: Aliases, raw: str) -> Draft:
    listed = unwrap(answer.get("claims"))
    if listed is None:
        listed = []
    if not isinstance(listed, list):
        return Draft(None, (Flaw("claims-not-a-list"),), raw=raw)
    flaws: list[Flaw] = []
    claims = tuple([_claim(item, index, aliases, flaws) for index, item in enumerate(listed)])
    gaps = tuple([Gap(text) for _, text in _asides(answer.get("gaps"), "gap-without-text", flaws)])
    disagreements = _asides(answer.get("conflicts"), "conflict-without-text", flaws)
    conflicts = tuple([_conflict(aside, text, aliases) for aside, text in disagreements])
    return Draft(GroundedAnswer(claims, gaps, conflicts), tuple(flaws), raw=raw)


def says_something(text: str) -> bool:
    """Say whether a text has a letter or a digit; fillers count as letters in Unicode, and nobody sees them."""
    return any(character.isalnum() and character not in _FILLERS for character in text)


def _claim(item: object, index: int, aliases: Aliases, flaws: list[Flaw]) -> Claim:
    if type(item) is not dict:
        item = unwrap(item)
        if not isinstance(item, Mapping):
            flaws.append(Flaw("claim-not-an-object", index))
            return Claim("")
    text = item.get("text")
    text = text.strip() if isinstance(text, str) else ""
    if not says_something(text):
        flaws.append(Flaw("claim-without-text", index))
        text = ""
    listed = _listed(item.get("support"))
    if "more_support" in item:
        listed = [*listed, *_listed(item["more_support"])]
    read = [_support(each, aliases) for each in listed]
    support = tuple(dict.fromkeys([each for each in read if each is not None]))
    if support and None in read:
        flaws.append(Flaw("support-without-fragment", index))
    return Claim(text, support)


def _listed(value: object) -> list[Any]:
    if type(value) is list:
        return value
    value = unwrap(value)
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _support(item: object, aliases: Aliases) -> Support | None:
    if type(item) is dict:  # the common case first: an object with a known ID and a quote
        token, quote = item.get("fragment"), item.get("quote")
        if type(token) is str and token in aliases.ids and (quote is None or type(quote) is str):
            return Support(aliases.ids[token], quote)
    return _tolerated_support(item, aliases)


def _tolerated_support(item: object, aliases: Aliases) -> Support | None:
    quote: str | None = None
    token = item
    read = unwrap(item)
    if isinstance(read, Mapping):
        token = read.get("fragment")
        given = read.get("quote")
        quote = given if given is None or isinstance(given, str) else _number(given)
    if not isinstance(token, str):
        token = _number(token)
        if token is None:
            return None
    real = aliases.resolve(token)
    if real is not None:
        return Support(real, quote)
    token = token.strip()
    return Support(token, quote, retrieved=False) if token else None


def _number(value: object) -> str | None:
    """Return a number as it would stand in text, `1.0` as `1`; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _MAX_NUMBER:
        return None
    return str(int(value)) if value == int(value) else str(value)


def _conflict(aside: Mapping[str, Any], text: str, aliases: Aliases) -> Conflict:
    named = [each for each in (_support(item, aliases) for item in _listed(aside.get("fragments"))) if each]
    return Conflict(
        text,
        fragments=tuple(dict.fromkeys(each.fragment for each in named if each.retrieved)),
        unknown=tuple(dict.fromkeys(each.fragment for each in named if not each.retrieved)),
    )


def _asides(value: object, reason: str, flaws: list[Flaw]) -> list[tuple[Mapping[str, Any], str]]:
    """Return gaps or conflicts with their texts; one that says nothing at all is let go."""
    found: list[tuple[Mapping[str, Any], str]] = []
    for item in _listed(value):
        read = unwrap(item)
        aside = read if isinstance(read, Mapping) else {"text": item}
        text = aside.get("text")
        if isinstance(text, str) and text.strip():
            found.append((aside, text.strip()))
        elif any(each.strip() if isinstance(each, str) else each for each in aside.values()):
            flaws.append(Flaw(reason))
    return found
