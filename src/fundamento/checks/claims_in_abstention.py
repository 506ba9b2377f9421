"""Does an abstention, or a gap, assert something all the same?

What is missing is named by a noun phrase ("el precio del plan Pro"), by an indirect question ("si caben 25
proyectos") or by a sentence that denies finding it. Everything else that states a fact has no support there.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.answers import Abstention, Draft, GroundedAnswer
from fundamento.checks.context import Check, Context
from fundamento.checks.numerals import in_figures
from fundamento.findings import CheckId, Family, Finding
from fundamento.text.language import content_words
from fundamento.text.promises import FREE, GUARANTEED, LASTING, MANDATORY, UNLIMITED, UNPENALISED

_I: Final = re.IGNORECASE
_MAX = 4_000  # an abstention is a sentence or two; more than this is read as asserting

_ADVERSATIVE = (
    r"pero|sin embargo|no obstante|aunque|si bien|eso sí|en cambio|ahora bien|a pesar de ello|aun así|con todo"
    r"|but|however|although|though|nevertheless|nonetheless|yet|that said|even so|still"
)
_CLAUSE_END = re.compile(
    rf"(?<!\d)[.;!?…]+(?=\s|$)|[.;!?…]+(?=\s|$)|\n+|[,:(—–]?\s*\b(?P<adversative>{_ADVERSATIVE})\b[,:]?", _I
)
_INDIRECT_QUESTION = re.compile(
    r"^\W*(?:(?:a|al|con|de|del|desde|en|hasta|para|por|sobre|about|at|by|for|from|in|of|on|to|until|with)\s+)?"
    r"(?:si|whether|if|qu[ée]|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|cu[áa]ndo|d[óo]nde|qui[ée]n(?:es)?|c[óo]mo|what"
    r"|which|who|whom|whose|when|where|why|how)\b",
    _I,
)
_NOT_FOUND = re.compile(
    r"\b(?:no|ni|nunca|tampoco|nada|ning[uú]n[ao]?s?|nadie)\b.{0,60}?\b(?:encuentr\w*|encontr\w*|hall\w*"
    r"|aparec\w*|const[ae]\w*|figur\w*"
    r"|indic\w*|mencion\w*|especific\w*|document\w*|dic[ei]\w*|detall\w*|recog\w*|conten\w*|contien\w*|inclu\w*"
    r"|inform\w*|dat[oa]s?"
    r"|disp(?:on|us)\w*|sab[ei]\w*|s[ée]|hay|está\w*|consig\w*|pued\w*|aclar\w*|explic\w*|describ\w*|trat\w*"
    r"|habla\w*|refier\w*"
    r"|fuentes?|fragmentos?|documentos?|respuesta)\b"
    r"|\b(?:sin|tampoco|falta\w*|desconoc\w*|se ignora\w*)\b"
    r"|\b(?:guardan? silencio|callan?)\b"
    r"|\b(?:no|not|cannot|nothing|never|none|neither|nowhere|without|missing|lacks?|lacking|unknown|unspecified"
    r"|undocumented|unclear"
    r"|unable|absent)\b"
    r"|n['’]t\b",
    _I,
)
_ADVICE = re.compile(
    r"\b(?:puede[sn]?|podría[sn]?|consult[ea]\w*|pregunt[ea]\w*|contact[ea]\w*|rev[ií]s[ea]\w*"
    r"|recomiend\w*|conviene|please|you (?:can|could|may|might|should)|ask|contact|check with|try)\b",
    _I,
)
# Verbs that state a fact in the third person. Participles and infinitives name things, so they are not here.
_STATES = re.compile(
    r"\b(?:es(?! decir\b)|son"
    r"|era|eran|fue|fueron|será|serán|sería|serían|está|están|estaba|estaban|ha|han|había|habían|hay|hubo|tiene|tienen"
    r"|tenía|tuvo|cuesta|cuestan|costaba|costaban|costó|costará|vale|valía|valen|incluye|incluyen|incluía"
    r"|permite|permiten|permitía"
    r"|dura|duran|duraba|duró|ofrece|ofrecen|ofrecía|abre|abren|cierra|cierran|requiere|requieren|admite|admiten"
    r"|empieza|empiezan"
    r"|termina|terminan|cobra|cobran|paga|pagan|suele|suelen|solía|puede|pueden|podía|debe|deben|debía|asciende"
    r"|alcanza|sube|baja"
    r"|reduce|aumenta|funciona|funcionan|existe|existen|corresponde|pertenece|conserva|conservan|equivale|mide"
    r"|pesa|necesita"
    r"|cubre|cubren|cabe|caben|ronda|rondan|oscila|oscilan|tarda|tardan|entra|entran|dirige|vence|vencen|caduca"
    r"|caducan|responde|responden"
    r"|renueva|renuevan|rige|rigen|comienza|comienzan|\w{2,}(?:ó|aron|ieron|aban)"
    r"|is|are|was|were|will|would|has|have|had|costs?|cost|includes?|included|allows?|allowed|lasts?|lasted"
    r"|takes?|took|offers?"
    r"|offered|opens?|closes?|requires?|required|starts?|started|ends?|ended|charges?|charged|pays?|paid|can"
    r"|could|must|should|may"
    r"|works?|worked|exists?|belongs?|equals?|weighs?|measures?|needs?|amounts?|reaches|reached|supports?"
    r"|supported|provides?"
    r"|provided|runs?|ran|keeps?|kept|covers|holds|begins|began|becomes|became|expires|renews|arrives|applies)\b",
    _I,
)
# What may be a noun is a verb before an article or a pronoun, and after one that hangs on a verb only.
_ACTS = re.compile(
    r"[^\W\d_]\s+[^\W\d_]{3,}(?<!this)(?<!ss)s\s+(?:the|an?|every|everything|everyone|all|your|you|it|them|nothing|anything"
    r"|any|both|each|its|their|always|never|automatically)\b"
    r"|[^\W\d_]\s+(?:se|le|les|te|nos|os|lo)\s+(?!que\b|mism|si\b|de\b|cual)[^\W\d_]{2,}(?:an?|en?|á|án|ó|aron|ieron)\b"
    r"|[^\W\d_]\s+[^\W\d_]{3,}[aeó]n?\s+(?:todo(?! riesgo)|cada|cualquier\w*|siempre|nunca)\b",
    _I,
)
_SUBORDINATOR = re.compile(
    r"\b(?:qué|cuál(?:es)?|cuánt[oa]s?|cuándo|cómo|dónde|quién(?:es)?|how|what|why|que|cual(?:es)?|quien(?:es)?|cuy[oa]s?|donde|cuando|como|si|that|which|who|whom|whose|where|when|if"
    r"|whether|as)\b",
    _I,
)
_PARTS = re.compile(r"(?P<opener>[,:(—–]|\s-\s)\s*(?:(?:y|and|que|which)\b)?")
_AFFIRMS = re.compile(r"^\W*(?:sí|yes|efectivamente|indeed)\s*[,:]", _I)
# "Las fuentes solo hablan de la garantía" says what was read, as a denial does.
_SCOPE = re.compile(
    r"^\W*(?:(?:i['’]m afraid|i am afraid|unfortunately|sorry|me temo|lamentablemente|por desgracia|lo siento)\W+"
    r"(?:(?:but|que|pero)\s+)?)?(?:(?:las?|los|el|estas?|estos?|este|the|these|this)\s+)?"
    r"(?:fuentes?|fragmentos?|documentos?|textos?|contexto|sources?|fragments?|documents?|texts?|passages?|context)\s+"
    r"(?:(?:solo|sólo|solamente|únicamente|sí|only|just|do|does)\s+)*"
    r"(?:mencion|habla|trata|cubr|describ|inclu|contien|conten|recog|refier|mention|cover|describ|discuss"
    r"|contain|talk|refer"
    r"|are silent|is silent|are about)"
    r"(?!.*(?:\b(?:que|that(?! (?:point|subject|topic|matter|question|issue)\b))\b|:))",
    _I,
)
# What a thing may be said to be without a verb: "price: free for everybody".
_VALUE = (
    r"(?:(?:totalmente|completamente|siempre|100 ?%|completely|totally|entirely|always|all)\s+)?"
    rf"(?:{FREE}|{UNLIMITED}|{GUARANTEED}|{MANDATORY}|{LASTING}|{UNPENALISED}|sin limitaciones"
    r"|without limits?|no limits?"
    r"|incluid[oa]s?(?:\sde\sserie)?|opcional(?:es)?|permitid[oa]s?|prohibid[oa]s?|inmediat[oa]s?"
    r"|at\sno\s(?:extra\s)?(?:cost|charge)|included|optional|allowed|permitted|forbidden|prohibited|immediate|instant"
    r"|sí|yes)"
)
_NIL = r"(?:ninguno|ninguna|nada|cero|none|nothing|zero)"
_ENDS_VALUE = r"(?=\s*(?:$|[.,;)!]|(?:para|por|en|con|a|for|in|with|to|on|by|at)\b))"
_VALUED = re.compile(rf"(?:[:=→(—–]|\s-\s|,(?=.{{0,80}}?\b(?:para|for)\b))\s*(?:{_VALUE}|{_NIL}){_ENDS_VALUE}", _I)
_ASIDE = re.compile(
    r",\s+(?:que|(?:el|la|lo) cual|lo que|which)\s+(?:es|son|está|están|is|are|was|were|resulta|sale|comes?)"
    rf"\s+{_VALUE}{_ENDS_VALUE}",
    _I,
)
_VALUE_ALONE = re.compile(
    rf"(?:^\W*(?P<first>{_VALUE}){_ENDS_VALUE}|(?P<last>{_VALUE})\s(?:para|for)\s"
    r"(?:tod[oa]s?|siempre|cualquier\w*|every\w*|all|any\w*|ever)\b)",
    _I,
)
_FIGURE_ALONE = re.compile(r"[:=→]\s*(?P<figure>[-−+]?\d+(?:[.,'\u00a0\u202f ]?\d+)*)\s*$")
_NUMBER = re.compile(r"(?<![\w.,])[-−+]?\d+(?:[.,'\u00a0\u202f ]?\d+)*", re.UNICODE)
_UNIT_AFTER = re.compile(
    r"^\s?(?:%|‰|€|\$|£|°|º|euros?\b|eur\b|usd\b|d[óo]lares\b|dollars?\b|pounds?\b|libras?\b"
    r"|pesos?\b|por ciento|per ?cent"
    r"|d[ií]as?\b|days?\b|horas?\b|hours?\b|h\b|min(?:utos?|utes?)?\b|segundos?\b|seconds?\b|semanas?\b|weeks?\b"
    r"|mes(?:es)?\b"
    r"|months?\b|años?\b|years?\b|[kmgt]b\b|km\b|kg\b|cm\b|mm\b|m\b|kwh?\b|mil(?:es|lones)?\b|million|thousand"
    r"|billion)",
    _I,
)
_MEASURED_BEFORE = re.compile(
    r"(?:[€$£]\s?|\b(?:unos|unas|aproximadamente|alrededor de|around|approximately|roughly)\s)$", _I
)


def find_claims_in_abstention(draft: Draft, context: Context) -> Sequence[Finding] | None:
    """Find claims beside an abstention, and facts stated in what an abstention or a gap says is missing."""
    answer = draft.answer
    gaps = answer.gaps if isinstance(answer, GroundedAnswer) else ()
    if not draft.stray_claims and not gaps and not isinstance(answer, Abstention):
        return None
    reasons = ["claims-beside-abstention"] if draft.stray_claims else []
    if isinstance(answer, Abstention) and _states_a_fact(answer.missing, context.question):
        reasons.append("abstention-states-a-fact")
    if any(_states_a_fact(gap.text, context.question) for gap in gaps):
        reasons.append("gap-states-a-fact")
    return [Finding(CheckId.CLAIMS_IN_ABSTENTION, reason) for reason in reasons]


CHECK: Final = Check(
    CheckId.CLAIMS_IN_ABSTENTION, Family.CONTRACT, answer=find_claims_in_abstention, wants="abstentions, or gaps"
)


def _states_a_fact(text: str, question: str) -> bool:
    if len(text) > _MAX:
        return True
    asked = {_digits(number) for number in _NUMBER.findall(in_figures(question))}
    return any(
        _gives_value(clause, question, asked) or _clause_states(clause, adversative, asked)
        for clause, adversative in _clauses(in_figures(text))
        if not _INDIRECT_QUESTION.search(clause)
    )


def _clauses(text: str) -> Iterator[tuple[str, bool]]:
    start, adversative = 0, False
    for end in _CLAUSE_END.finditer(text):
        yield text[start : end.start()], adversative
        start, adversative = end.end(), end["adversative"] is not None
    yield text[start:], adversative


def _gives_value(clause: str, question: str, asked: set[str]) -> bool:
    """Say whether a clause says what a thing is without a verb. What is asked for in the same word may be named."""
    figure = _FIGURE_ALONE.search(clause)
    if _VALUED.search(clause) or _ASIDE.search(clause) or (figure and _digits(figure["figure"]) not in asked):
        return True
    alone = _VALUE_ALONE.search(clause)
    value = (alone["first"] or alone["last"]) if alone else None
    return value is not None and value.casefold() not in question.casefold()


def _clause_states(clause: str, adversative: bool, asked: set[str]) -> bool:  # noqa: FBT001 - a pair from _clauses
    if not content_words(clause) and not _NUMBER.search(clause):
        return False
    if denied := _NOT_FOUND.search(clause):
        return _goes_on_to_state(clause[denied.end() :], asked)
    quantity, number = _unasked_numbers(clause, asked)
    if quantity or (number and _STATES.search(clause)) or _AFFIRMS.search(clause):
        return True
    if _ADVICE.search(clause) or _SCOPE.search(clause):
        return False
    return adversative or _main_states(clause)


def _goes_on_to_state(rest: str, asked: set[str]) -> bool:
    """Say whether what follows a denial states a figure: "no consta, y cuesta 500 €", but no "plazo de 30 días"."""
    start, opener = 0, ""
    for part in (*_PARTS.finditer(rest), None):
        piece = rest[start : part.start() if part else len(rest)]
        quantity, number = _unasked_numbers(piece, asked)
        if opener == "(" and quantity:
            return True
        if (quantity or (opener and number)) and _main_states(piece):
            return True
        if part:
            start, opener = part.end(), part["opener"]
    return False


def _main_states(clause: str) -> bool:
    main = clause[: found.start()] if (found := _SUBORDINATOR.search(clause)) else clause
    return _STATES.search(main) is not None or _ACTS.search(main) is not None


def _unasked_numbers(clause: str, asked: set[str]) -> tuple[bool, bool]:
    """Say whether the clause has a quantity, and whether it has any number, that the question has not."""
    quantity = number = False
    for found in _NUMBER.finditer(clause):
        if _digits(found.group()) in asked:
            continue
        number = True
        if _UNIT_AFTER.search(clause[found.end() :]) or _MEASURED_BEFORE.search(clause[: found.start()]):
            quantity = True
    return quantity, number


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
