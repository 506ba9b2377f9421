"""What a reasoning model thought aloud, left out of what it answered."""

import re
from typing import Final

from fundamento.contract.outputs import THOUGHTS

# <think>, </think>, <think time="3">, <|begin_of_thought|>, <|START_THINKING|>, <seed:think>, ◁think▷, [THINK]. Square
# brackets are markers too, so that there only the capitals of the models that write them count.
_NAMES: Final = "|".join((*THOUGHTS, "thoughts", "analysis", "scratchpad", "reflection", "inner_monologue"))
_TAG: Final = re.compile(
    rf"<\|?(?P<close>/|end_(?:of_)?)?(?:begin_(?:of_)?|start_(?:of_)?)?(?:[a-z]{{1,12}}:)?(?:{_NAMES})(?:\s[^<>=\n]{{1,20}}=[^<>\n]{{0,60}})?\s?\|?>"
    rf"|◁(?P<shut>/?)(?:{_NAMES})▷|(?-i:\[(?P<end>/?)(?:THINK|THINKING|REASONING)\])",
    re.IGNORECASE,
)
# The channels of gpt-oss: what it answers is in the last one named final.
_CHANNEL: Final = re.compile(
    r"<\|channel\|>\s{0,4}(?P<name>\w{1,20})[^<>]{0,60}(?:<\|constrain\|>[^<>]{0,60})?<\|message\|>"
)
_CHANNEL_END: Final = re.compile(r"<\|(?:end|return|start|call|channel)\|>")
# The same where a server has left the tokens out: analysisWe need to…assistantfinalIt opens at nine.
_BARE_CHANNEL: Final = re.compile(r"\s*(?:analysis|commentary)(?=[^\W\d_a-z]|\s)")
_BARE_FINAL: Final = "assistantfinal"
# Whose turn it is, and tokens that no reader was meant to see; a tag round all of the answer.
_CONTROL: Final = re.compile(
    r"<\|(?:start|im_start|start_header_id)\|>\s{0,4}(?:assistant|model)?(?:\s{0,4}<\|end_header_id\|>)?|<\|/?\w{1,40}\|>"
    r"|</?(?:answer|response|final_answer|final)>",
    re.IGNORECASE,
)


def drop_thoughts(text: str) -> str:
    """Return a text without its thoughts: what stands between their tags, and all before a closing tag alone.

    Thoughts that are not closed go on to the end. Control tokens of chat templates are left out, too.
    """
    return _CONTROL.sub("", _drop_tagged(_answer_channel(text)))


def _answer_channel(text: str) -> str:
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text.rpartition(_BARE_FINAL)[2] if _BARE_FINAL in text and _BARE_CHANNEL.match(text) else text
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
        if not (tag["close"] or tag["shut"] or tag["end"]):
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept = []
        done = tag.end()
    if not depth:
        kept.append(text[done:])
    return "".join(kept)
