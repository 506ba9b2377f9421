"""What a sentence begins with that is no part of what it says: in short, however, en resumen, sin embargo."""

import re
from typing import Final

_SPANISH: Final = (
    r"en (?:resumen|síntesis|conclusión|definitiva|general|suma|concreto|particular|efecto|realidad|consecuencia"
    r"|cambio|cualquier caso|todo caso|otras palabras|pocas palabras)|en resumidas cuentas|sin embargo|sin duda"
    r"|no obstante|además|asimismo|así(?: pues| que)?|también|por (?:lo )?(?:tanto|general)|por (?:consiguiente|ejemplo"
    r"|ello|eso|último|supuesto|otr[oa] (?:lado|parte)|un lado|una parte|el contrario)|de hecho|de (?:todos modos"
    r"|todas formas|igual modo)|de (?:esta|este) (?:manera|forma|modo)|es decir|o sea|finalmente|básicamente"
    r"|esencialmente|generalmente|concretamente|específicamente|resumiendo|al contrario|ahora bien|con todo|aun así"
    r"|eso sí|igualmente|a su vez|por su parte|nota|sí|claro|efectivamente"
)
_ENGLISH: Final = (
    r"in (?:short|summary|sum|conclusion|brief|general|particular|fact|addition|other words|any case|essence|practice"
    r"|contrast|turn|that case)|to (?:summari[sz]e|sum up|conclude|be (?:clear|precise))|overall|however|moreover"
    r"|furthermore|additionally|therefore|thus|hence|accordingly|consequently|as a (?:result|rule|consequence)"
    r"|nevertheless|nonetheless|still|generally|basically|essentially|specifically|conversely|indeed|for (?:example"
    r"|instance)|that (?:is|said)|on the (?:other|one) hand|on the contrary|by contrast|of course|at the same time"
    r"|finally|lastly|also|besides|likewise|similarly|in the end|so|note|yes|no doubt|certainly"
)
_OPENERS: Final = re.compile(rf"\W{{0,4}}(?:(?:{_SPANISH}|{_ENGLISH})[,:] )+", re.IGNORECASE)


def find_start(text: str) -> int:
    """Return where an evened text begins to say something, behind the openers that a comma or a colon sets apart."""
    found = _OPENERS.match(text)
    return found.end() if found else 0
