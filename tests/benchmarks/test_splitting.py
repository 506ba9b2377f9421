from benchmarks.splitting import count_right, make_text, ours


def test_all_our_offsets_are_right() -> None:
    text = make_text()
    pieces = ours(text)
    assert len(pieces) > 1_000
    assert count_right(text, pieces) == len(pieces)


def test_an_offset_that_is_wrong_or_goes_back_is_counted_as_such() -> None:
    assert count_right("uno dos uno", [(0, "uno"), (4, "dos"), (0, "uno"), (None, "x"), (5, "dos")]) == 2
