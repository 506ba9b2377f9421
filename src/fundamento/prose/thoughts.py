"""What a reasoning model thought aloud, left out of what it answered."""

import re
from typing import Final

from fundamento.contract.outputs import THOUGHTS

_TAG: Final = re.compile(rf"<(?P<close>/?)(?:{'|'.join(THOUGHTS)})>", re.IGNORECASE)
# The channels of gpt-oss: what it answers is in the last one named final.
_CHANNEL: Final = re.compile(r"<\|channel\|>\s{0,4}(?P<name>\w{1,20})[^<>]{0,60}<\|message\|>")
_CHANNEL_END: Final = re.compile(r"<\|(?:end|return|start|call|channel)\|>")


def drop_thoughts(text: str) -> str:
    """Return a text without its thoughts: what stands between their tags, and all before a closing tag alone.

    Thoughts that are not closed go on to the end.
    """
    return _drop_tagged(_answer_channel(text))


def _answer_channel(text: str) -> str:
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text
    final = next((each for each in reversed(channels) if each["name"] == "final"), None)
    if final is None:
        return ""
    end = _CHANNEL_END.search(text, final.end())
    return text[final.end() : end.start() if end else len(text)]


def _drop_tagged(text: str) -> str:
    kept: list[str] = []
    done = depth = 0
    for tag in _TAG.finditer(text):
        if not depth:
            kept.append(text[done : tag.start()])
        if not tag["close"]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept = []
        done = tag.end()
    if not depth:
        kept.append(text[done:])
    return "".join(kept)
