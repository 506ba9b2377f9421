"""Whether zstd data is whole: the library that unpacks it ends in silence where a frame breaks off.

Format: RFC 8878, section 3.1.
"""

from collections.abc import Generator
from typing import Final

MAGIC: Final = b"\x28\xb5\x2f\xfd"
_SKIPPABLE: Final = 0x184D2A50  # and the fifteen that follow
_RLE: Final = 1  # a block that is one byte, repeated


class Frames:
    """Follows the frames of zstd data, piece by piece as it is read; `whole` says whether it could end here."""

    __slots__ = ("_held", "_steps", "_wanted", "whole")

    def __init__(self) -> None:
        self.whole = True
        self._held = bytearray()
        self._steps = self._follow()
        self._wanted = next(self._steps)

    def feed(self, piece: bytes) -> None:
        """Follow one more piece."""
        at = 0
        while at < len(piece):
            self.whole = False
            taken = piece[at : at + abs(self._wanted)]
            at += len(taken)
            if self._wanted < 0:  # content, which is passed over
                self._wanted += len(taken)
            else:
                self._held += taken
                self._wanted -= len(taken)
            if self._wanted == 0:
                held, self._held = bytes(self._held), bytearray()
                self._wanted = self._steps.send(held)

    def _follow(self) -> Generator[int, bytes, None]:
        """Ask for so many bytes (below zero: pass over them), and be sent them; never for none."""
        while True:
            magic = yield 4
            if int.from_bytes(magic, "little") & ~0xF == _SKIPPABLE:
                size = int.from_bytes((yield 4), "little")
                if size:
                    yield -size
            elif magic == MAGIC:
                yield from self._follow_frame()
            else:
                while True:  # whoever unpacks it trips over this
                    yield -1
            self.whole = True

    def _follow_frame(self) -> Generator[int, bytes, None]:
        (descriptor,) = yield 1
        single = descriptor >> 5 & 1
        header = (1 - single) + (0, 1, 2, 4)[descriptor & 3] + (single, 2, 4, 8)[descriptor >> 6]
        if header:
            yield -header
        last = False
        while not last:
            block = int.from_bytes((yield 3), "little")
            last = bool(block & 1)
            size = 1 if block >> 1 & 3 == _RLE else block >> 3
            if size:
                yield -size
        if descriptor >> 2 & 1:
            yield -4
