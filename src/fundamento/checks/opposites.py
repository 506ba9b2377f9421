"""Words that say the opposite of each other, Spanish and English: permitted and forbidden, enabled and disabled."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from fundamento.checks.wording import Vocabulary, Word, words_in

# The beginnings of words, without accents: one side, the other side.
_PAIRS: Final[tuple[tuple[str, str], ...]] = tuple(
    (one, other)
    for one, other in (
        ("prohib forbid forbad bann vetad", "permit permis allow autoriz authoriz"),
        ("obligatori mandator compuls", "opcional voluntari optional"),
        ("includ incluy incluid cubre cubren cubrir cubier cover", "exclud excluy excluid"),
        ("abiert abre abren abrir open", "cerrad cierra cierran cerrar close"),
        ("empieza empiezan comienz inicia start begin began", "termin acaba finaliz finish ends ended"),
        ("compra compran comprar buy buys bought", "vende venden vender sell sells sold"),
        ("arrendador landlord lessor", "arrendatari inquilin tenant lessee"),
        ("acreedor creditor lender prestamista", "deudor debtor borrower prestatari"),
        ("nego niega negaron denied denies", "confirmo confirma confirmaron confirm"),
        ("biggest largest", "smallest"),
        ("highest tallest", "lowest"),
        ("longest", "shortest"),
        ("oldest", "youngest newest"),
        ("best", "worst"),
        ("mejor", "peor"),
        ("fastest", "slowest"),
        ("expensive", "cheap"),
        ("strong", "weak"),
        ("emisor sender remitente", "receptor recipient destinatari"),
        ("interior indoor", "exterior outdoor"),
        ("acept accept", "rechaz reject"),
        ("upheld uphold", "dismiss desestim"),
        (
            "aument increment subio subier suben increas rose risen rising grew grow crecio crecier crecimient",
            "disminu reduj redujer reducc bajo bajar cayo cayer decreas fell fallen dropp declin shrank decreci",
        ),
        ("maxim", "minim"),
        ("mayor mayores older", "menor menores younger"),
        ("ganar gano winner", "perdi perder loser"),
        ("public publico publica", "privad private"),
        ("temporal temporar", "permanent indefinid"),
        ("positiv", "negativ"),
        ("gratuit gratis", "pago"),
        ("antes before prior", "despues after posterior"),
        ("entrada arriv llegad", "salida depart"),
        ("norte north", "sur south"),
        ("comprador buyer", "vendedor seller"),
        ("primer first", "ultim last"),
    )
)
# The two sides of a contract and the like, whose names begin alike.
_SIDES_OF_CONTRACTS: Final = """
arrendador arrendatario empleador empleado prestamista prestatario employer employee payer payee lessor lessee
assignor assignee licensor licensee franchisor franchisee mortgagor mortgagee cedente cesionario donante donatario
mandante mandatario interviewer interviewee trainer trainee examiner examinee
"""
_NAMES: Final = _SIDES_OF_CONTRACTS.split()
_COUNTERPARTS: Final = dict(zip(_NAMES[::2], _NAMES[1::2], strict=True)) | dict(
    zip(_NAMES[1::2], _NAMES[::2], strict=True)
)
_SIDES: Final = tuple(
    (pair, side, tuple(words.split())) for pair, sides in enumerate(_PAIRS) for side, words in enumerate(sides)
)
_BEGINNINGS: Final = tuple(beginning for _, _, beginnings in _SIDES for beginning in beginnings)
_PREFIXES: Final = ("in", "im", "i", "ir", "des", "dis", "un", "non", "anti")
_CONTRACTING: Final = frozenset(each + end for each in _COUNTERPARTS for end in ("", "s", "es"))
_ROOT: Final = 4
_UN: Final = ("unless", "unlike")  # they deny nothing


@lru_cache(maxsize=1024)
def may_oppose(one: str, other: str) -> bool:
    """Say whether an evened text may have a word that says the opposite of one in another: a cheap look."""
    opposite, derived = _opposites_of(one)
    if not _CONTRACTING.isdisjoint(words_in(one)):
        return True
    return not (derived.isdisjoint(words_in(other)) and (not opposite or opposite.isdisjoint(_sides_of(other))))


@lru_cache(maxsize=512)
def _opposites_of(text: str) -> tuple[frozenset[tuple[int, int]], frozenset[str]]:
    """Return the sides that are opposite to those of a text, and the words that its own may be turned into."""
    words = words_in(text)
    derived = frozenset().union(*map(_derived, words)) - words
    return frozenset((pair, 1 - side) for pair, side in _sides_of(text)), derived


def are_opposite(word: Word, others: Sequence[Word], ours: Vocabulary) -> bool:
    """Say whether a word has its opposite among the words that the other text has and its own text has not."""
    side, derived = _side(word.plain), _derived(word.plain)
    if side is not None and any(_side(other.plain) == side for other in others):
        side = None  # the other text says as much
    return any(
        other.plain in derived or (side is not None and _side(other.plain) == (side[0], 1 - side[1]))
        for other in others
        if not ours.has(other) and (other.plain != "bajo" or other.text.endswith("ó"))
    )


def find_counterpart(words: Sequence[Word], others: Sequence[Word]) -> Word | None:
    """Return the word that names one side of a contract where the other text names the other side in its place."""
    ours, theirs = {_singular(word.plain) for word in words}, {_singular(word.plain) for word in others}
    return next(
        (
            word
            for word in words
            if _COUNTERPARTS.get(_singular(word.plain)) in theirs - ours and _singular(word.plain) not in theirs
        ),
        None,
    )


def _singular(plain: str) -> str:
    return next((plain.removesuffix(end) for end in ("es", "s") if plain.removesuffix(end) in _COUNTERPARTS), plain)


@lru_cache(maxsize=8192)
def _side(plain: str) -> tuple[int, int] | None:
    if not plain.startswith(_BEGINNINGS):  # as most words
        return None
    for pair, side, beginnings in _SIDES:
        if plain.startswith(beginnings):
            return pair, side
    return None


@lru_cache(maxsize=256)
def _sides_of(text: str) -> frozenset[tuple[int, int]]:
    return frozenset(side for side in map(_side, words_in(text)) if side)


@lru_cache(maxsize=8192)
def _derived(plain: str) -> frozenset[str]:
    """Return what a word may be turned into its opposite with, or is that of: activado, desactivado."""
    if len(plain) < _ROOT:
        return frozenset()
    roots = {plain[len(each) :] for each in _PREFIXES if plain.startswith(each) and len(plain) - len(each) > _ROOT}
    if plain.startswith("un") and plain not in _UN:
        roots.add(plain[2:])
    enabled = {"enabled": {"disabled"}, "disabled": {"enabled"}, "enable": {"disable"}, "disable": {"enable"}}
    return frozenset({f"{each}{plain}" for each in _PREFIXES} | roots | enabled.get(plain, set()))
