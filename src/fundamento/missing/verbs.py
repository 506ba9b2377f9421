"""Does a text hold a finite verb?"""

import re
from typing import Final

_I: Final = re.IGNORECASE
# Forms that only a main verb takes; a list of common verbs, and endings that nothing else has.
_FINITE: Final = re.compile(
    r"\b(?:es|son|era|eran|fue|fueron|ser[áa]n?|est[áa]n?|estaban?|ha|han|hab[íi]an?|habrá|hay|hubo|tienen?|cuestan?|valen?"
    r"|incluyen?|permiten?|duran?|ofrecen?|abren?|cierran?|requieren?|admiten?|empiezan?|comienzan?|terminan?|acaban?|cobran?"
    r"|pagan?|suelen?|pueden?|deben?|asciende[n]?|alcanzan?|suben?|bajan?|reducen?|aumentan?|disminuyen?|funcionan?|existen?"
    r"|corresponden?|pertenecen?|conservan?|equivalen?|miden?|pesan?|necesitan?|caduca[n]?|vencen?|dispone[n]?|contiene[n]?"
    r"|atienden?|responden?|devuelven?|env[íi]an?|reciben?|cubren?|guardan?|aplican?|aparecen?|superan?|representan?"
    r"|suponen?|trabajan?|viven?|crecen?|producen?|generan?|oscilan?|var[íi]an?|dependen?|obtienen?|ganan?|pierden?"
    r"|venden?|tardan?|facilitan?|garantizan?|protegen?|evitan?|mantienen?|realizan?|nacen?|ocurren?|consisten?|provienen?"
    r"|abarcan?|constituyen?|cambian?|significan?|sucede[n]?|convierten?"
    r"|establecen?|exigen?|prev[ée]n?|llega[n]?|dan?|hacen?|van?|usa[n]?|utiliza[n]?|soporta[n]?|limita[n]?|sigue[n]?|queda[n]?"
    r"|se\s\w{1,20}(?:a|e|an|en|ó|ron)"
    # Nouns end like some of these verbs: la garantía.
    r"|(?!(?:garant|compañ|categor|energ|tecnolog|mayor|minor|auditor|asesor|bater|aver|cafeter|econom|librer|ingenier"
    r"|mercanc|polic|tutor|bibliograf|anomal|autonom|cercan|metodolog|cuant|fantas|melod|trilog|ecolog)ías?\b)\w{2,20}(?:aron|ieron|aba|aban|ía|ían|ará|erá|irá|arán|erán|irán)|\w{3,20}ó"
    r"|is|are|was|were|will|would|has|have|had|costs?|includes?|included|allows?|allowed|lasts?|lasted|takes?|took|offers?"
    r"|offered|opens?|closes?|requires?|required|starts?|started|ends?|ended|charges?|charged|pays?|paid|can|could|must|should"
    r"|may|might|works?|worked|exists?|belongs?|equals?|weighs?|measures?|needs?|reaches|reached|supports?|supported|provides?"
    r"|provided|runs?|ran|keeps?|kept|does|do|did|gets?|gives?|gave|makes?|made|shows?|showed|covers?|covered|applies|applied"
    r"|responds?|responded|receives?|received|depends?|depended|varies|varied|appears?|appeared|consists?|exceeds?|exceeded"
    r"|means?|lies|lives|sends|sent|helps|stays|begins?|began|comes|came|goes|went|occurs?|occurred|produces?|produced"
    r"|protects?|ensures?|maintains?|sells|sold|stored|returned|answers|answered|says|said|grants?|granted|won|lost"
    r"|expires?|expired|lets?|uses?|used|contains?|becomes?|became|remains?|holds?|held|falls?|fell|rises?|rose|grew|grows?)\b",
    _I,
)


def has_verb(text: str) -> bool:
    """Say whether a text seems to hold a finite verb, in Spanish or in English."""
    return _FINITE.search(text) is not None


def is_verb(word: str) -> bool:
    """Say whether a word looks like a finite verb and hardly like a noun: costs, and not cost."""
    if word.endswith(("ía", "ías")) or _FINITE.fullmatch(word) is None:
        return False
    return _FINITE.fullmatch(f"{word}s") is None
