"""The messages that go to the model, for a first answer and for a repair."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.contract.aliases import Aliases
from fundamento.findings import Finding
from fundamento.fragments import Fragment
from fundamento.models import Message
from fundamento.prompts import Prompt
from fundamento.text.invisible import strip_invisible

_MAX_FINDINGS: Final = 12
# What a finding's detail calls the words that it is about, as the claim or the fragment has them.
_WHAT: Final = ("number", "term", "qualifier", "word")
_MAX_WHAT: Final = 80


@dataclass(frozen=True, slots=True)
class Asking:
    """What makes up the first message: `nonce` is random per request and marks where fragments begin and end."""

    question: str
    aliases: Aliases
    prompt: Prompt
    nonce: str
    quotes: bool = True
    history: Sequence[Message] = ()


def compose_question(asking: Asking) -> tuple[Message, ...]:
    """Return the messages of a first answer: the caller's own system prompt and history, the rules, the fragments.

    System messages of the history are merged with the rules into one, at the front: some chat templates refuse a
    second one. Nothing of the history is changed otherwise, and the caller's list is never touched.
    """
    values = {"nonce": asking.nonce}
    rules = [asking.prompt.fill("system", values)]
    if asking.quotes:
        rules.append(asking.prompt.fill("quotes", values))
    system = [message for message in asking.history if message.get("role") == "system"]
    earlier = [message for message in asking.history if message.get("role") != "system"]
    plain = all(isinstance(message.get("content"), str) for message in system)
    leading: list[Message] = [] if plain else list(system)
    texts = [str(message["content"]) for message in system] if plain else []
    fragments = "\n\n".join(_render(alias, fragment, asking) for alias, fragment in asking.aliases.fragments.items())
    content = asking.prompt.fill("user", {"fragments": fragments, "question": asking.question})
    rules_message: Message = {"role": "system", "content": "\n\n".join([*texts, *rules])}
    return (*leading, rules_message, *earlier, {"role": "user", "content": content})


def compose_repair(findings: Iterable[Finding], *, prompt: Prompt, aliases: Aliases, nonce: str) -> Message:
    """Return the message that names the failed checks and what would be right, by alias and claim number."""
    names = aliases.names()
    lines = dict.fromkeys(_complain(finding, prompt, names, nonce) for finding in findings)
    ids = list(aliases.fragments)
    shown = ", ".join(ids) if len(ids) <= 3 else f"{ids[0]}, …, {ids[-1]}"  # the aliases run on without a hole
    values = {"findings": "\n".join(f"- {line}" for line in list(lines)[:_MAX_FINDINGS]), "ids": shown}
    return {"role": "user", "content": prompt.fill("user", values)}


def describe_validity(fragment: Fragment, prompt: Prompt) -> str:
    """Return the words of a prompt for when a fragment is in force; empty where nothing is known of it."""
    dates = {
        key: day.isoformat()
        for key, day in (("from", fragment.effective_from), ("until", fragment.effective_until))
        if day is not None
    }
    part = {0: "", 1: f"validity-{next(iter(dates), '')}", 2: "validity"}[len(dates)]
    return prompt.fill(part, dates) if part else ""


def _render(alias: str, fragment: Fragment, asking: Asking) -> str:
    mark = f"{alias} {asking.nonce}"
    validity = describe_validity(fragment, asking.prompt)
    note = f" ({validity})" if validity else ""
    return f"<<{mark}>>{note}\n{strip_invisible(fragment.text)}\n<</{mark}>>"


def _complain(finding: Finding, prompt: Prompt, names: Mapping[str, str], nonce: str) -> str:
    place = prompt.fill("whole") if finding.claim is None else prompt.fill("claim", {"number": str(finding.claim + 1)})
    part = finding.check.value if finding.check.value in prompt.parts else "default"
    cited = names.get(finding.fragment or "", "?")
    values = {
        "fragment": cited,
        "reason": finding.reason,
        "check": finding.check.value,
        "other": names.get(str(finding.detail.get("other")), "?"),
        "what": next(
            (strip_invisible(each)[:_MAX_WHAT] for key in _WHAT if (each := str(finding.detail.get(key, "")))), ""
        ),
        "nonce": nonce,
    }
    sentences = [f"{place}: {prompt.fill(part, values)}"]
    other = names.get(str(finding.detail.get("found_in")))
    nearest = finding.detail.get("nearest")
    if other is not None:
        sentences.append(prompt.fill("found-in", {"other": other}))
    elif isinstance(nearest, Mapping) and isinstance(text := nearest.get("text"), str):
        sentences.append(prompt.fill("nearest", {"fragment": cited, "nonce": nonce, "text": strip_invisible(text)}))
    return " ".join(sentences)
