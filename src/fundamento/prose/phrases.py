"""What people say without stating anything: thanks, apologies, offers, announcements, wishes, acknowledgements.

Spanish in its forms of address (tú, vos, usted, vosotros, ustedes) and English. A closed phrase is whole; what may
follow an open one is for `courtesies` to judge. All patterns are for a text in small letters.
"""

from typing import Final

from fundamento.text.vocabulary import WordPattern

# Whom it is said to, and of: pronouns that stand before a verb or hang on it.
_TO: Final = r"(?:«phrases.to» )*+"
_ON: Final = r"«phrases.on-me»?«phrases.on-lo»?"
_YOU_ES: Final = r"«phrases.you-es»"

_THANKS: Final = r"«phrases.thanks»"
_SORRY_FOR: Final = (
    r"«phrases.sorry-for-mucho»?«phrases.sorry-for-por»?(?: (?:«phrases.sorry-for-anteriores»"
    r"|«phrases.sorry-for-que» «phrases.sorry-for-te» «phrases.sorry-for-he»«phrases.sorry-for-podido»? "
    r"«phrases.sorry-for-causa»«phrases.sorry-for-do»"
    r"))?"
)
_I_AM: Final = r"«phrases.i-am-im»?«phrases.i-am-so»*+"
_APOLOGIES: Final = (
    rf"«phrases.apologies»|(?:«phrases.apologies-2»"
    rf"|«phrases.apologies-mis» «phrases.apologies-sincere»?«phrases.apologies-disculpas»){_SORRY_FOR}"
    rf""
)
_YES_OF_COURSE: Final = r"«phrases.yes-of-course»"
_WISHES: Final = (
    r"«phrases.wishes-que» «phrases.wishes-te»«phrases.wishes-muy»?«phrases.wishes-un»?(?: "
    r"«phrases.wishes-muy-2»?«phrases.wishes-linda»)?(?: «phrases.wishes-finde»(?: «phrases.wishes-lind»"
    r"|«phrases.wishes-excelente»)?)?|«phrases.wishes»|«phrases.wishes-feliz» «phrases.wishes-finde-2»"
    r"|«phrases.wishes-un-2»?«phrases.wishes-cordial»?«phrases.wishes-saludo»«phrases.wishes-cordiales»?"
    r""
)
_SELF: Final = r"«phrases.self»"
_GREETINGS: Final = r"«phrases.greetings»"
CLOSED: Final = WordPattern(
    rf"(?:«phrases.greetings»|{_APOLOGIES}|«phrases.thanks»|{_WISHES}|«phrases.self»"
    rf"|«phrases.yes-of-course»|«phrases.closed-right»)(?![\w'])"
)

_INFINITIVE: Final = r"«phrases.infinitive-ayudar»«phrases.on-me»?«phrases.on-lo»?"
_HELP_VERB: Final = r"«phrases.help-verb»"
_WANT_ES: Final = r"«phrases.want-es»"
_ASK_ME: Final = (
    r"(?:«phrases.ask-me»"
    r"|«phrases.ask-me-no» «phrases.ask-me-dude»«phrases.ask-me-nunca»? «phrases.ask-me-en»(?= \w*"
    r"«phrases.ask-me-contact»))"
)
_REACH_OUT: Final = r"«phrases.reach-out»"
_OFFERS: Final = (
    rf"(?:«phrases.to» )*«phrases.offers-puedo»«phrases.offers-tambin»? (?:«phrases.to» )*{_INFINITIVE}"
    rf"|«phrases.offers»"
    rf"|«phrases.offers-con»«phrases.offers-de»? ?«phrases.offers-poder»?(?:«phrases.to» )*(?:{_INFINITIVE}"
    rf"|«phrases.offers-haber»)|{_ASK_ME}"
)
_ANNOUNCEMENTS: Final = (
    rf"(?:«phrases.to» )*«phrases.announcements-miramos»"
    rf"|«phrases.announcements-djame»«phrases.announcements-que»? (?:«phrases.to» )*(?:{_INFINITIVE}"
    rf"|«phrases.announcements-revise»)"
    rf"|«phrases.announcements-voy» «phrases.announcements-a» «phrases.announcements-intentar»?{_INFINITIVE}"
    rf"|«phrases.announcements»"
    rf"|«phrases.announcements-esto» «phrases.announcements-es» «phrases.announcements-todo»?"
    rf"«phrases.announcements-lo» «phrases.announcements-he»"
)
_FEELINGS: Final = r"«phrases.feelings»"
_HOPES: Final = (
    r"«phrases.hopes-espero»«phrases.hopes-en»?«phrases.hopes-que»?«phrases.hopes-esto»* ?(?:«phrases.to» )*"
    r"«phrases.hopes-resulte»"
    r"|«phrases.hopes»"
)
_THANKFUL: Final = (
    r"«phrases.thankful-muchas»?«phrases.thankful-gracias» (?=«phrases.thankful-a»)(?:«phrases.thankful-por»"
    r"|«phrases.thankful-a-2» «phrases.thankful-vos» «phrases.thankful-por-2»)|«phrases.thankful»"
    r"|«phrases.thankful-welcome» «phrases.thankful-to»"
)
OPEN: Final = WordPattern(rf"(?:{_THANKFUL}|{_OFFERS}|{_ANNOUNCEMENTS}|{_FEELINGS}|{_HOPES})(?![\w'])")
# What an offer is made on: a wish or a need of whoever is spoken to.
CONDITION: Final = WordPattern(
    r"«phrases.condition»"
    r"|«phrases.condition-for»?«phrases.condition-any» «phrases.condition-other»?«phrases.condition-questions»\b"
)
HELP: Final = WordPattern(r"\b«phrases.help»\b")
