"""Where zstd data may end, told by following its frames."""

import random

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from fundamento.rates.frames import Frames

RANDOM = random.Random(4).randbytes(300_000)
TEXT = b"a line of a log\n" * 20_000
SKIPPABLE = b"\x5a\x2a\x4d\x18\x05\x00\x00\x00hello"


def pack(content: bytes, *, checksum: bool = True, size: bool = True) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=checksum, write_content_size=size).compress(content)


CASES = {
    "nothing in a frame": pack(b""),
    "one byte again and again": pack(b"\0" * 500_000),
    "what cannot be packed": pack(RANDOM),
    "text": pack(TEXT),
    "no checksum": pack(TEXT, checksum=False),
    "no size": pack(TEXT, size=False),
    "neither": pack(b"x", checksum=False, size=False),
    "a frame to be skipped": SKIPPABLE,
    "an empty one": b"\x50\x2a\x4d\x18\0\0\0\0",
}


def ends(data: bytes, step: int) -> list[int]:
    """Return after how many bytes the data could end, looked at in steps."""
    frames, found = Frames(), []
    for at in range(0, len(data), step):
        frames.feed(data[at : at + step])
        if frames.whole:
            found.append(min(at + step, len(data)))
    return found


@pytest.mark.parametrize("case", CASES)
def test_data_ends_where_its_last_frame_does(case: str) -> None:
    data = CASES[case]
    cut = data if len(data) < 2_000 else data[-1_000:]
    frames = Frames()
    frames.feed(data[: len(data) - len(cut)])
    wholes = []
    for at in range(len(cut)):
        frames.feed(cut[at : at + 1])
        wholes.append(frames.whole)
    assert wholes == [False] * (len(cut) - 1) + [True]


@given(st.lists(st.sampled_from(sorted(CASES)), max_size=4), st.integers(1, 70_000))
def test_frames_may_follow_one_another_in_any_pieces(names: list[str], step: int) -> None:
    data = b"".join(CASES[name] for name in names)
    assert (ends(data, step)[-1:] or [0]) == [len(data)]
    frames = Frames()
    frames.feed(data + CASES["text"][:-1])
    assert not frames.whole


def test_what_is_no_frame_never_ends() -> None:
    frames = Frames()
    assert frames.whole
    for piece in (CASES["text"], b"junk that follows", b"more"):
        frames.feed(piece)
    assert not frames.whole
