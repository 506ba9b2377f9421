"""Small words that change what a sentence claims, in Spanish and English, without accents."""

from collections.abc import Mapping
from typing import Final

_ALL: Final = """
todo toda todos todas cada siempre cualquier cualquiera completamente totalmente enteramente ambos ambas
all every each always any everyone everything completely totally entirely both
solo solamente unicamente unico unica unicos unicas exclusivamente only sole solely exclusively
"""
_SPEAKER: Final = """
yo mi me creo nosotros nos tu usted i i'm i've i'd my we us our you your think guess hope love
"""
ALL: Final = frozenset(_ALL.split())
SPEAKER: Final = frozenset(_SPEAKER.split())

# Pairs of words without accents or of stems, as `checks.wording` makes them.
_OPPOSITES: Final = """
aument disminu|aument reduc|sub baj|crec decrec|mejor empeor|mayor menor|mas menos|antes despues|primer ultim|gan perd
abr cerr|acept rechaz|permit prohib|incluy exclu|inclu exclu|alto bajo|altos bajos|largo corto|antigu nuev|viej jov
norte sur|este oeste|public privad|izquierd derech|posibl imposibl|aparec desaparec|fuert debil|maxim minim|compr vend
maximiz minimiz|facil dificil|legal ilegal|conoc desconoc|buen mal|inici final|comenz termin|empez termin|dentro fuera
activ inactiv|activ pasiv|caliente frio|ric pobr|hombr muj|export import|optim pesim|aument descend|entrad sal
increas decreas|increas reduc|rise fall|grow shrink|improv worsen|more less|more fewer|before after|first last|win lose
won lost|open close|accept reject|allow forbid|allow prohibit|high low|higher lower|long short|old new|north south
east west|posit negat|start end|begin end|inside outside|up down|maximum minimum|public private|male femal|man woman
men women|hot cold|rich poor|easi hard|easy difficult|legal illegal|possible impossible|agree disagre|appear disappear
good bad|strong weak|buy sell|bought sold|left right|active passive|known unknown|includ exclud|above below
"""


def _read_opposites() -> Mapping[str, frozenset[str]]:
    pairs = [tuple(pair.split()) for pair in _OPPOSITES.replace("\n", "|").split("|") if pair]
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES: Final = _read_opposites()
