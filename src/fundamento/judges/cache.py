"""What a judge has said before, in memory and bounded."""

import threading
from collections import OrderedDict
from typing import Final

from fundamento.judgements import Judgement


class JudgementCache:
    """The last `size` judgements by key, the one used longest ago going first; safe to share between threads."""

    __slots__ = ("_held", "_lock", "size")

    def __init__(self, size: int) -> None:
        self.size: Final = size
        self._held: OrderedDict[str, Judgement] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: str) -> Judgement | None:
        """Return what was said, and count it as used."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep what was said."""
        with self._lock:
            self._held[key] = judgement
            self._held.move_to_end(key)
            while len(self._held) > self.size:
                self._held.popitem(last=False)
