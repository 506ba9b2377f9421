import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.quotes.matching import find_quote
from fundamento.spans import Span

MILLION = 1_000_000


def found(quote: str, text: str) -> list[str]:
    spans = find_quote(quote, text)
    assert list(spans) == sorted(spans)
    assert all(one.end <= other.start for one, other in itertools.pairwise(spans))
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("quote", "text", "span"),
    [
        ("vence en marzo", "El contrato vence en marzo.", "vence en marzo"),
        ("Vence en MARZO", "El contrato vence en marzo.", "vence en marzo"),
        ("  vence en\nmarzo ", "El contrato vence  en\t marzo.", "vence  en\t marzo"),
        ("up to 3 users", "Allows up to\r\n      3 users each", "up to\r\n      3 users"),
        ("12 500 euros", "son 12\u202f500\xa0euros al año", "12\u202f500\xa0euros"),
        ('llama "cuota fija - anual" al', "se llama «cuota fija — anual» al pago", "llama «cuota fija — anual» al"),
        ("the tenant's 'own' risk", "At the tenant’s “own” risk", "the tenant’s “own” risk"),
        ("resolución íntegra", "la resolucio\u0301n i\u0301ntegra", "resolucio\u0301n i\u0301ntegra"),
        ("resolucio\u0301n", "la resolución íntegra", "resolución"),
        ("final efficiency", "The ﬁnal eﬃciency rating", "ﬁnal eﬃciency"),
        ("strasse", "in der Straße hier", "Straße"),
        ("la revisión anual", "para la revi-\nsión anual", "la revi-\nsión anual"),
        ("la revi-\nsión anual", "para la revisión anual", "la revisión anual"),
        ("la revi- sión anual", "para la revi-\nsión anual", "la revi-\nsión anual"),
        ("a long-term lease", "It is a long-\n  term lease.", "a long-\n  term lease"),
        ("a longterm lease", "It is a long-\n  term lease.", "a long-\n  term lease"),
        ("long-term maintenance", "the long-\nterm mainte-\nnance plan", "long-\nterm mainte-\nnance"),
        ("COVID-19 leave", "paid COVID-\n19 leave", "COVID-\n19 leave"),
        ("2020-2024 budget", "the 2020–\n2024 budget", "2020–\n2024 budget"),
        ("revisión anual", "la revi\u00adsión a\u200bnual\u00ad", "revi\u00adsión a\u200bnual"),
        ("revisión anual", "la revi\u00ad\nsión anual", "revi\u00ad\nsión anual"),
        ("“vence en marzo”", "El contrato vence en marzo", "vence en marzo"),
        ("'vence en marzo'", "El contrato vence en marzo", "vence en marzo"),
        ("vence en marzo.", "El contrato vence en marzo y abril", "vence en marzo"),
        ("«vence en marzo».", "El contrato vence en marzo y abril", "vence en marzo"),
        ("«vence en marzo.»", "El contrato vence en marzo y abril", "vence en marzo"),
        ("vence en marzo.", "El contrato vence en marzo.", "vence en marzo."),
        ("“fija”", "cuota “fija” anual", "“fija”"),
        ("…vence en marzo…", "El contrato vence en marzo.", "vence en marzo"),
        ("[...] vence en marzo [...].", "El contrato vence en marzo.", "vence en marzo"),
        ("bueno... quizá", "dijo: bueno… quizá mañana", "bueno… quizá"),
        ("bueno… quizá", "dijo: bueno... quizá mañana", "bueno... quizá"),
        ("plan", "planes y un plan", "plan"),
        ("PLAN", "planes y un plan", "plan"),
        ("inflamatorio", "un anti-inflamatorio", "inflamatorio"),
        ("INFLAMATORIO", "una re-\nvisión de anti-inflamatorio", "inflamatorio"),
        ("m² útiles", "90 M² ÚTILES", "M² ÚTILES"),
        ("10 %", "un 10% más", "10%"),
        ("10%", "un 10\xa0% más", "10\xa0%"),
        ("19€/mes", "cuesta 19 €/mes", "19 €/mes"),
        ("costs $ 25", "it costs $25 a month", "costs $25"),
        ("plan Pro permite hasta 10", "el plan **Pro** permite hasta **10** usos", "plan **Pro** permite hasta **10"),
        ("**hasta 10** usos", "permite hasta 10 usos", "hasta 10 usos"),
        ("only for the Team plan", "It is *only* for __the Team__ plan", "only* for __the Team__ plan"),
        ("GET /users returns", "Call `GET /users` returns", "GET /users` returns"),
        ("5' de arco", "unos 5’ de arco", "5’ de arco"),
        ("'cuota 'a' y 5' más'", "cuota “a” y 5’ más", "cuota “a” y 5’ más"),
    ],
)
def test_typography_is_tolerated(quote: str, text: str, span: str) -> None:
    assert found(quote, text) == [span]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("", "algo"),
        (" \n\u200b", "algo \u200b"),
        ("...", "uno... dos"),
        ("—", "uno — dos"),
        ("algo", ""),
        ("durante 60 días", "durante 30 días"),
        ("es reembolsable", "no es  reembolsado"),
        ("importe es", "importe no es"),
        ("resign", "they re-sign it"),
        ("re-sign", "they resign"),
        ("re sign", "they re-sign it"),
        ("resign now", "they re-sign now, with no mainte-\nnance"),
        ("resign, mainte-\nnance", "they re-sign, maintenance"),
        ("re-sign now", "they resign now, with no mainte-\nnance"),
        ("re- sign now", "they re-sign now, with no mainte-\nnance"),
        ("COVID19 leave", "paid COVID-19 leave, no mainte-\nnance"),
        ("longterm", "a long- term lease"),
        ("COVID19", "paid COVID-\n19 leave"),
        ("20202024", "the 2020-\n2024 budget"),
        ("mantenimiento", "un man-\n\ntenimento"),
        ("10 5", "unos 105 casos"),
        ("5*3", "mide 5 * 3 cm"),
        ("uno dos", "uno*dos*"),
        ("m2", "90 m² útiles"),
        ("102", "son 10² casos"),
        ("10", "son １０ casos"),
        ("ano", "un año"),
        ("an\u0303o", "un ano"),
        ("mas", "algo más"),
        ('5"', "unos 5' de arco"),
        ('5"', "unos 5 de arco"),
        ("cuesta 10.", "cuesta 10.000"),
        ("cuesta 10,", "cuesta 10,5"),
        ("0 días", "en 30 días"),
        ("0 DÍAS", "en 30 días"),
        ("5,13%", "baja −5,13% hoy"),
        ("activado", "queda des-\nactivado"),
        ("ACTIVADO", "queda des-\nactivado"),
        ("don", "don’t do it"),
        ("vence en marzo..", "vence en marzo"),
        ("vence en marzo!", "vence en marzo"),
    ],
)
def test_words_numbers_and_negations_are_not(quote: str, text: str) -> None:
    assert found(quote, text) == []


@pytest.mark.parametrize(
    ("quote", "text", "pieces"),
    [
        ("El plan … incluye 3", "El plan Uno, el menor, incluye 3 puestos", ["El plan", "incluye 3"]),
        ("el plan [...] incluye 3", "El plan Uno incluye 3 puestos", ["El plan", "incluye 3"]),
        ("El plan (...) incluye 3.", "El plan Uno incluye 3 puestos", ["El plan", "incluye 3"]),
        ("“El plan […] incluye 3”", "El plan Uno incluye 3 puestos", ["El plan", "incluye 3"]),
        ("El plan . . . incluye", "El plan Uno incluye 3 puestos", ["El plan", "incluye"]),
        ("El plan (…) , (…) incluye", "El plan Uno incluye 3 puestos", ["El plan", "incluye"]),
        ("El plan... Uno", "El plan Uno incluye", ["El plan", "Uno"]),
        ("a la revisión … del plan", "a la revi-\nsión anual del plan", ["a la revi-\nsión", "del plan"]),
        ("incluye … El plan", "El plan Uno incluye 3", []),
        ("El plan … cluye", "El plan Uno incluye 3", []),
        ("plan … plan", "El plan Uno", []),
        ("un plan … 30 días", "un plan A; un plan B con 30 días", ["un plan", "30 días"]),
        ("10...000", "son 10.000", []),
        ("bueno… quizá … mañana", "bueno... quizá pasado mañana", ["bueno", "quizá", "mañana"]),
    ],
)
def test_an_ellipsis_skips_text_in_order(quote: str, text: str, pieces: list[str]) -> None:
    assert found(quote, text) == pieces


def test_the_window_round_an_ellipsis_is_tight() -> None:
    assert find_quote("un plan … 30 días", "un plan A; un plan B con 30 días") == (Span(11, 18), Span(25, 32))


@pytest.mark.parametrize("quote", ["hasta 5", "HASTA 5", "“hasta 5”.", "… hasta 5 …"])
def test_an_exact_place_far_into_a_long_text(quote: str) -> None:
    head = "Según la cláusula — ﬁrmada — de an-\nteayer.\n" * 20_000
    assert find_quote(quote, head + "hasta 5 días") == (Span(len(head), len(head) + 7),)


WORDS = [
    *[
        "plazo",
        "conservación",
        "archivos",
        "año",
        "jardín",
        "acción",
        "oficina",
        "flujo",
        "eficaz",
        "después",
        "máximo",
        "número",
        "también",
        "único",
    ],
    *[
        "contract",
        "review",
        "shall",
        "notice",
        "within",
        "months",
        "landlord",
        "tenant",
        "rent",
        "deposit",
        "office",
        "waffle",
        "fifth",
        "naïve",
    ],
    *[
        "30",
        "1.250,75",
        "10.000",
        "2024",
        "3,5",
        "14:30",
        "01/02/2025",
        "m²",
        "7",
        "%",
        "§4",
        "art.",
        "F-16",
        "hispano-luso",
        "well-known",
        "no",
        "not",
    ],
]
SPACES = [" ", "\n", "  ", "\t", "\xa0", " \n   ", "\u2009", "\u200b ", " \ufeff"]
LIGATURES = {"ffi": "ﬃ", "fi": "ﬁ", "fl": "ﬂ", "ff": "ﬀ"}


def retype(data: st.DataObject, word: str) -> str:
    """Write a word in another typography: form, case, ligatures, dashes, hyphens at a line's end, invisibles."""
    for plain, ligature in LIGATURES.items():
        if data.draw(st.booleans()):
            word = word.replace(plain, ligature)
    word = unicodedata.normalize(data.draw(st.sampled_from(["NFC", "NFD"])), word)
    if data.draw(st.booleans()):
        word = data.draw(st.sampled_from([word.upper(), word.capitalize()]))
    word = word.replace("-", data.draw(st.sampled_from(["-", "‐", "‑", "–", "−"])))
    where = data.draw(st.integers(0, len(word)))
    inside = data.draw(st.sampled_from(["", "", "\u00ad", "\u200b", "\u2060"]))
    if 0 < where < len(word):
        word = word[:where] + inside + word[where:]
    return word


@given(st.data())
def test_any_stretch_is_found_however_it_is_typed(data: st.DataObject) -> None:
    words = data.draw(st.permutations(WORDS))[: data.draw(st.integers(1, 14))]
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    if all(not character.isalnum() for word in words[first : last + 1] for character in word):
        return
    if words[first][0].isdigit() or words[last][-1].isdigit() or "%" in words:
        # Two numbers side by side may read as one grouped number; what stands between is then no edge.
        words = [word for word in words if not word.replace(".", "").isdigit()] or ["plazo"]
        first, last = min(first, len(words) - 1), min(last, len(words) - 1)
    text, starts, ends = "", [], []
    for word in words:
        starts.append(len(text))
        text += retype(data, word)
        ends.append(len(text))
        text += data.draw(st.sampled_from(SPACES))
    if all(not character.isalnum() for word in words[first : last + 1] for character in word):
        return
    space = data.draw(st.sampled_from(SPACES))
    quote = space.join(retype(data, word) for word in words[first : last + 1])
    assert find_quote(quote, text) == (Span(starts[first], ends[last]),)


@given(st.data())
def test_a_quote_with_another_digit_or_word_is_never_found(data: st.DataObject) -> None:
    words = data.draw(st.permutations(WORDS))
    words = words[: data.draw(st.integers(2, len(words)))]
    text = " ".join(retype(data, word) for word in words)
    place = data.draw(st.integers(0, len(words) - 1))
    change = data.draw(st.sampled_from(["digit", "word", "lost", "added"]))
    first, last = max(0, place - 3), min(len(words), place + 4)
    quoted = words[first:last]
    at = place - first
    if change == "digit":
        digits = [index for index, character in enumerate(quoted[at]) if character in "0123456789"]
        if not digits:
            return
        index = data.draw(st.sampled_from(digits))
        other = data.draw(st.sampled_from([d for d in "0123456789" if d != quoted[at][index]]))
        quoted[at] = quoted[at][:index] + other + quoted[at][index + 1 :]
    elif change == "word":
        quoted[at] = "ninguno"
    elif change == "lost":
        if at in (0, len(quoted) - 1):
            return
        del quoted[at]
    else:
        quoted.insert(at, "nunca")
    assert find_quote(" ".join(quoted), text) == ()


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_input_gives_spans_within_the_text(quote: str, text: str) -> None:
    assert all(0 <= span.start < span.end <= len(text) for span in find_quote(quote, text))


@given(st.text(alphabet="aá1 .-\n\u00ad\u200b…'\"ﬁ\u0301[]", max_size=200), st.data())
def test_a_piece_of_a_text_is_found_or_its_ends_are_no_edges(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found(text[start:end], text)
    whole = text.strip(" \n\u00ad\u200b")
    if any(character.isalnum() for character in whole) and "…" not in whole and not whole.startswith("\u0301"):
        assert find_quote(whole, text) != ()


MARKS = "".join(chr(code) for code in range(0x300, 0x36F) if unicodedata.combining(chr(code)))


@pytest.mark.parametrize(
    ("quote", "text", "hits"),
    [
        pytest.param("a " * 10_000 + "b", "a " * (5 * MILLION // 2), 0, id="repeats, not there"),
        pytest.param("A " * 10_000 + "a", "a " * (5 * MILLION // 2), 1, id="repeats, there"),
        pytest.param("a" * 20_000, "a" * 5 * MILLION, 0, id="one long word"),
        pytest.param("A", "a" * 5 * MILLION, 0, id="one letter in one long word"),
        pytest.param("A A", "a a1 " * MILLION, 0, id="a million candidates"),
        pytest.param("-\n" * 10_000 + "b", "-\n" * (5 * MILLION // 2), 0, id="hyphens at line ends"),
        pytest.param("a-\n" * 6_000 + "b", "a-\n" * MILLION, 0, id="words broken at every letter"),
        pytest.param("A-" * 6_000 + "a", "a-\n" * MILLION, 0, id="hyphens that all agree"),
        pytest.param("a" * 9_999 + "-\na", "a-" * MILLION, 0, id="hyphens that none agree"),
        pytest.param("..." * 7_000, "uno... dos " * 400_000, 0, id="only ellipses"),
        pytest.param("a..." * 5_000 + "b", "a " * (2 * MILLION) + "b", 5_001, id="thousands of pieces"),
        pytest.param("[" + " " * 20_000 + "a", "[ " * MILLION + "b", 0, id="open brackets"),
        pytest.param("e" + MARKS * 1_000, "el e" + MARKS[::-1] * 1_000, 0, id="marks in another order"),
        pytest.param("e" + MARKS, "e" + MARKS * 1_000, 0, id="a run of marks cut short"),
        pytest.param("uno dos", "uno" + "\u00ad" * MILLION + " dos", 1, id="soft hyphens in the text"),
        pytest.param("u" + "\u00ad" * MILLION + "no", "uno dos", 1, id="soft hyphens in the quote"),
        pytest.param("UNO", "\u00ad" * MILLION + "uno" + "\u00ad\n" * MILLION, 1, id="soft hyphens round"),
        pytest.param("E\u0301 X", "e\u0301" * MILLION + " e\u0301 x", 1, id="all decomposed"),
        pytest.param("A B", "a" + " " * 5 * MILLION + "b", 1, id="white space"),
        pytest.param('"' * MILLION + "a", "b a", 1, id="quotation marks"),
        pytest.param("000 X", "000 " * MILLION + "x", 0, id="one grouped number"),
    ],
)
def test_hostile_input_takes_linear_time(quote: str, text: str, hits: int) -> None:
    # Quadratic work on any of these takes hours: the suite's time limit is the assertion.
    assert len(find_quote(quote, text)) == hits
