"""Finding finished claims in an output that is still coming in."""

import re
from collections.abc import Mapping
from typing import Any, Final

from fundamento.contract.outputs import THOUGHTS, parse_output

_OUTSIDE: Final = re.compile(r'["{}\[\],]')
_IN_STRING: Final = re.compile(r'["\\]')
_FENCE: Final = re.compile(r"```[\w-]*[ \t]*\r?\n")
_THOUGHT: Final = re.compile(rf"<({'|'.join(THOUGHTS)})>")
_TICKS: Final = "```"
_OPENING: Final = '{["'
_CLOSING: Final = {"{": "}", "[": "]"}
# White space and a fence stand before the object; whatever is longer is something else.
_LONGEST_HEAD: Final = 200
_HOLDERS: Final = 2  # the root and the answer in it: below them, no key matters


class ClaimScanner:
    """Gives each claim of an output as soon as its last character has come, whatever the pieces it comes in.

    Knows the wire form alone, bare, in a code fence or after thoughts. At anything else (prose, a list sent as a
    string, an abstention) it stops and gives nothing more: such an output is read when it is whole. Looks at each
    character once.
    """

    __slots__ = (
        "_begun",
        "_depth",
        "_escaped",
        "_fresh",
        "_head",
        "_in_claim",
        "_in_string",
        "_kept",
        "_over",
        "_stack",
        "_thinks",
    )

    def __init__(self) -> None:
        self._head = ""
        self._thinks = ""  # what closes the thoughts that are open
        self._begun = False
        self._over = False
        self._in_string = False
        self._escaped = False
        self._stack: list[tuple[str, str | None]] = []  # what opened, and the key whose value is being read
        self._depth = 0  # of what holds the claims; 0: not met yet, -1: it has ended
        self._fresh = True  # nothing since the last comma between claims
        self._in_claim = False
        self._kept: list[str] | None = None  # of the claim, or of the key, that is being read

    def feed(self, piece: str) -> list[Mapping[str, Any]]:
        """Return the claims that end in this piece of the output, in order."""
        if not self._begun and not self._over:
            self._head += piece
            piece = self._find_object()
        return [] if self._over or not piece else self._scan(piece)

    def _find_object(self) -> str:
        """Return what has come of the object; empty: none of it yet, or scanning is over."""
        if not self._pass_thoughts():
            return ""
        text = self._head.lstrip().lstrip("\ufeff").lstrip()
        if text.startswith(_TICKS):
            fence = _FENCE.match(text)
            self._over = fence is None and "\n" in text
            text = text[fence.end() :].lstrip() if fence else ""
        elif thought := _THOUGHT.match(text):
            self._head, self._thinks = text[thought.end() :], f"</{thought[1]}>"
            return self._find_object()
        elif _may_begin(text):
            text = ""
        self._begun = text.startswith("{")
        self._over = self._over or len(self._head) - len(text) > _LONGEST_HEAD or (bool(text) and not self._begun)
        return text

    def _pass_thoughts(self) -> bool:
        """Say whether no thoughts are open any more; what is in them is let go."""
        if self._thinks:
            _, closing, rest = self._head.partition(self._thinks)
            self._head = rest if closing else self._head[-len(self._thinks) :]
            self._thinks = "" if closing else self._thinks
        return not self._thinks

    def _scan(self, piece: str) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        at = start = 0
        while not self._over:
            if self._in_string:
                end = self._end_string(piece, at)
                if end is None:
                    break
                if self._kept is not None and not self._in_claim:
                    self._take_word(self._pull(piece[start : end - 1]))
                at = end
                continue
            mark = _OUTSIDE.search(piece, at)
            if mark is None:
                break
            at = mark.end()
            if mark[0] in _OPENING:
                if self._open(mark[0]):
                    start = at if mark[0] == '"' else mark.start()
            elif self._close(mark[0]):
                found += self._read_claim(self._pull(piece[start:at]))
        if self._kept is not None:
            self._kept.append(piece[start:])
        return found

    def _read_claim(self, text: str) -> list[Mapping[str, Any]]:
        claim = parse_output(text)
        if isinstance(claim, Mapping):
            return [claim]
        self._over = True
        return []

    def _end_string(self, piece: str, at: int) -> int | None:
        """Return the place after the quote that closes a string; None: not in this piece."""
        while True:
            if self._escaped:
                if at >= len(piece):
                    return None
                at += 1
            mark = _IN_STRING.search(piece, at)
            self._escaped = mark is not None and mark[0] == "\\"
            if mark is None:
                return None
            at = mark.end()
            if not self._escaped:
                self._in_string = False
                return at

    def _open(self, mark: str) -> bool:
        """Take note of what begins; say whether it is to be kept."""
        among_claims = self._is_among_claims()
        if mark == '"':
            self._in_string = True
            self._over = among_claims  # an element that is no object
            keeps = not self._in_claim and len(self._stack) <= _HOLDERS
        else:
            keeps = among_claims
            self._over = among_claims and mark == "["
            self._stack.append((mark, None))
            if among_claims:
                self._in_claim, self._fresh = True, False
            elif mark == "[" and self._is_list_of_claims():
                self._over = self._depth != 0  # a second list would take the place of the first
                self._depth = len(self._stack)
        if keeps:
            self._kept = []
        return keeps

    def _close(self, mark: str) -> bool:
        """Take note of what ends; say whether it is a claim."""
        if mark == ",":
            self._pass_comma()
            return False
        opened, _ = self._stack.pop() if self._stack else ("", None)
        if _CLOSING.get(opened) != mark:
            self._over = True
            return False
        if not self._stack:
            self._over = True
        if self._in_claim and len(self._stack) == self._depth:
            self._in_claim = False
            return True
        if len(self._stack) < self._depth:
            self._depth = -1
        return False

    def _pass_comma(self) -> None:
        if self._is_among_claims():
            self._over = self._fresh  # an element that is no object came before it
            self._fresh = True
        elif self._stack:
            self._stack[-1] = (self._stack[-1][0], None)

    def _take_word(self, word: str) -> None:
        if not self._stack or self._stack[-1][0] != "{":
            return
        key = self._stack[-1][1]
        if key is None:
            self._stack[-1] = ("{", word)
        elif key == "kind" and word.strip().casefold() != "grounded":
            self._over = True

    def _pull(self, rest: str) -> str:
        kept, self._kept = self._kept or [], None
        return "".join([*kept, rest])

    def _is_among_claims(self) -> bool:
        return self._depth > 0 and len(self._stack) == self._depth and not self._in_claim

    def _is_list_of_claims(self) -> bool:
        if len(self._stack) > _HOLDERS + 1:  # deep within something else
            return False
        keys = [key for _, key in self._stack[:-1]]
        return keys in (["claims"], ["answer", "claims"])


def _may_begin(text: str) -> bool:
    """Say whether this may be the beginning of a fence or of thoughts, or nothing yet."""
    return any(mark.startswith(text) for mark in (_TICKS, *(f"<{tag}>" for tag in THOUGHTS)))
