"""Under strict, prose shows no word outside passed claims, the question and our own sentences."""

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento import Fragment, Grounder, Outcome
from fundamento.findings import Action, Verdict
from fundamento.result import ABSTENTION_SENTENCES, WITHHELD_SENTENCES
from prose.samples import read

WORD = re.compile(r"[^\W_]+")
OWN = frozenset(
    word
    for sentence in (*ABSTENTION_SENTENCES.values(), *WITHHELD_SENTENCES.values())
    for word in WORD.findall(sentence.casefold())
) | {"missing", "falta", "no", "encuentro", "en", "estas", "fuentes", "i", "can", "t", "find", "in", "these", "sources"}


@dataclass(frozen=True)
class Domain:
    """Sources, a question, right sentences, and a lie of each kind that must not be shown."""

    lang: str
    fragments: tuple[Fragment, ...]
    question: str
    right: tuple[str, ...]
    lie: str
    foreign: tuple[str, ...]


FERRY = Domain(
    "en",
    (Fragment("a", "The ferry sails at 9:15 on weekdays."), Fragment("b", "Bicycles travel on the lower deck.")),
    "When does the ferry sail?",
    ("The ferry sails at 9:15 on weekdays [1].", "Bicycles travel on the lower deck [b]."),
    "Zorblat pirates pay nothing",
    ("Бесплатно навсегда", "مجاني للأبد", "永久免费", "무료입니다", "Δωρεάν για πάντα", "𝗙𝗿𝗲𝗲 𝗳𝗼𝗿𝗲𝘃𝗲𝗿", "🅵🆁🅴🅴", "ⓕⓡⓔⓔ"),
)
LOANS = Domain(
    "es",
    (Fragment("a", "El préstamo de libros dura 21 días."), Fragment("b", "Las películas se prestan siete días.")),
    "¿Cuánto dura el préstamo de libros?",
    ("El préstamo de libros dura 21 días [1].", "Las películas se prestan siete días [b]."),
    "Zorblat regala los libros",
    ("Книги даром", "الكتب مجانية", "書籍は無料です", "חינם לתמיד", "Τα βιβλία δωρεάν", "𝐆𝐫𝐚𝐭𝐢𝐬", "🅶🆁🅰🆃🅸🆂", "ⓖⓡⓐⓣⓘⓢ"),
)
DOMAINS = [FERRY, LOANS]
# What stands round a lie, or round a foreign one.
FORMS = (
    "{}. ",
    "{}\n\n",
    "# {}\n\n",
    "**{}** ",
    "{}: ",
    "- {}\n- ",
    "`{}` ",
    "```\n{}\n```\n\n",
    "    {}\n\n",
    "[{}] ",
    "({}) ",
    "【{}】",
    "<think>{}</think>",
    "{}</think>",
    "<think>{}</think></think>",
    "<thinking time='3'>{}</thinking>",
    "[THINK]{}[/THINK]",
    "◁think▷{}◁/think▷",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "<|START_THINKING|>{}<|END_THINKING|><|START_RESPONSE|>",
    "<!-- {} -->",
    "<b>{}</b> ",
    "| {} | x |\n|---|---|\n\n",
    "Sources:\n- {}\n\n",
    "> {}\n\n",
    "Hello! {}? ",
    "[{}](https://x.example) ",
)


def check(domain: Domain, text: str, policy: str = "strict") -> tuple[Outcome, Action, str, list[str]]:
    grounder = Grounder(policy=policy, sinks=(), lang=domain.lang)
    result = grounder.check(text, domain.fragments, format="prose", question=domain.question)
    passed = [each.text for each in getattr(result.answer, "claims", ())] if result.answer else []
    assert (
        all(each.verdict is Verdict.PASS for each in result.claims)
        or result.action is not Action.ALLOWED
        or (policy != "strict")
    )
    return result.outcome, result.action, result.text(), passed


def words_outside(domain: Domain, shown: str, passed: list[str]) -> set[str]:
    known = OWN | {word for text in (*passed, domain.question) for word in WORD.findall(text.casefold())}
    ids = {fragment.id for fragment in domain.fragments}
    return {
        word for word in WORD.findall(shown.casefold()) if word not in known and word not in ids and not word.isdigit()
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda each: str(each.lang))
def test_no_lie_round_a_right_sentence_is_shown(domain: Domain, form: str) -> None:
    for lie in (domain.lie, *domain.foreign):
        for text in (form.format(lie) + domain.right[0], f"{domain.right[0]} {form.format(lie)}"):
            _, _, shown, passed = check(domain, text)
            assert not any(word in shown for word in WORD.findall(lie) if word not in domain.fragments[0].text), text
            assert all(letter not in shown for letter in lie if ord(letter) > 0x24B0), text
            assert words_outside(domain, shown.removeprefix("Hello!"), passed) == set(), text


PIECES = st.sampled_from([("right", 0), ("right", 1), ("lie", 0), ("foreign", 0), ("foreign", 1), ("foreign", 2)])


@settings(max_examples=150, deadline=None)
@given(
    domain=st.sampled_from(DOMAINS),
    pieces=st.lists(st.tuples(PIECES, st.sampled_from(("{}", "{} ", "{}\n\n", *FORMS))), min_size=1, max_size=5),
    cut=st.integers(0, 40),
)
def test_whatever_is_put_together_shows_checked_words_alone(
    domain: Domain, pieces: list[tuple[tuple[str, int], str]], cut: int
) -> None:
    given_pieces = {"right": domain.right, "lie": (domain.lie,), "foreign": domain.foreign}
    text = "".join(form.format(given_pieces[kind][index]) for (kind, index), form in pieces)
    _, _, shown, passed = check(domain, text[: len(text) - cut])
    assert words_outside(domain, shown.removeprefix("Hello!"), passed) == set()
    assert not any(each in shown for each in domain.foreign[:5])


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda each: str(each.lang))
def test_what_is_right_stays_right(domain: Domain) -> None:
    one, two = domain.right
    for text in (
        f"{one} {two}",
        f"Hello! {one}",
        f"# Info\n\n{one}\n\n- {two}",
        f"**Info**\n\n1. {one}\n2. {two}",
        f"<think>{domain.lie}</think>{one}",
        f"<answer>{one}</answer>",
        f"> {one}",
    ):
        outcome, action, shown, _ = check(domain, text)
        assert (outcome, action, domain.lie in shown) == (Outcome.ANSWERED, Action.ALLOWED, False), text
        outcome, action, shown, _ = check(domain, text, "observe")
        assert (outcome, action, shown) == (Outcome.ANSWERED, Action.ALLOWED, text)


@pytest.mark.parametrize(
    "claim", ["Usa `--fuerza` con 5 Ω y 3 µm [1].", "La 1.ª versión usa α, `--fuerza` y 保証 [1]."]
)
def test_code_and_letters_that_the_source_has_are_read(claim: str) -> None:
    fragment = Fragment("a", "La 1.ª versión de 保証 usa α con --fuerza, 5 Ω y 3 µm.")
    result = Grounder(sinks=(), lang="es").check(claim, [fragment], format="prose")
    assert [each.reason for each in result.findings if each.reason.startswith("unread")] == []


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("The ferry sails at 9:15 on weekdays, бесплатно [1].", "unread-script"),
        ("The ferry sails at 9:15 on weekdays `sudo reboot` [1].", "unread-code"),
        ("The ferry sails frее at 9:15 on weekdays [1].", "unread-script"),
        ("The ferry sails at ９:１５ on weekdays [1].", "unread-script"),
    ],
)
def test_what_no_check_reads_is_a_finding(claim: str, reason: str) -> None:
    result = Grounder(sinks=(), lang="en").check(claim, FERRY.fragments, format="prose")
    assert (reason, 0) in [(each.reason, each.claim) for each in result.findings]


def test_thoughts_are_no_claims() -> None:
    assert read("<think>One.</think>").answer == read("").answer
