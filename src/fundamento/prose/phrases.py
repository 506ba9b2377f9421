"""What people say without stating anything: thanks, apologies, offers, announcements, wishes, acknowledgements.

Spanish in its forms of address (tú, vos, usted, vosotros, ustedes) and English. A closed phrase is whole; what may
follow an open one is for `courtesies` to judge. All patterns are for a text in small letters.
"""

import re
from typing import Final

# Whom it is said to, and of: pronouns that stand before a verb or hang on it.
_TO: Final = r"(?:(?:te|le|les|os|se|me|nos|lo|la|los|las) )*+"
_ON: Final = r"(?:te|le|les|os|se|me|nos)?(?:lo|la|los|las)?"
_YOU_ES: Final = r"(?:ti|usted(?:es)?|vos(?:otr[oa]s)?)"

_THANKS: Final = (
    rf"(?:(?:muchas|muchísimas|mil|much[ií]simas|un millón de) )?gracias(?: a {_YOU_ES})?(?: de (?:nuevo|antemano"
    r"|verdad|nada))?"
    r"|de nada|no hay de qué|no es nada|no hay por qué darlas|faltaría más|para eso estamos|a la orden|a mandar"
    rf"|a {_YOU_ES}|un placer|(?:ha sido|fue|es) un placer|el placer (?:es|ha sido) mío"
    rf"|{_TO}(?:agradezco|agradecemos)(?: mucho| enormemente| de verdad)?"
    r"|(?:many |so many )?thanks(?: a lot| so much| very much| again| a million| a bunch| in advance)?"
    r"|(?:a big )?thank you(?: in advance| so much| very much| again| kindly)?|(?:i"
    r"|we) (?:really )?appreciate(?: it| that)?"
    r"|much appreciated|you(?:'re| are)(?: very| most| more than| always)? welcome|no (?:problem|worries"
    r"|trouble)(?: at all)?"
    r"|don't mention it|not at all|any ?time|(?:it's |it was |it is )?(?:my |a |all my )?pleasure(?: to (?:help"
    r"|assist)(?: you)?)?"
)
_SORRY_FOR: Final = (
    r"(?: (?:mucho|muchísimo|de veras|de verdad|usted|ustedes|sinceramente))?(?:,? (?:por )?(?:l[oa]s?|el|tus?"
    r"|sus?|cualquier|tanta?)"
    r" (?:posibles? |pequeñ[oa]s? )?(?:confusi[óo]n(?:es)?|molestias?|inconvenientes?|demoras?|retrasos?|esperas?"
    r"|error(?:es)?"
    r"|malentendidos?|tardanzas?|equivocaci[óo]n(?:es)?|fallos?|l[ií]os?))?"
    r"(?: (?:anterior(?:es)?|caus[oa]d[oa]s?|caus[ao]das|ocasionad[oa]s?|previ[oa]s?|que (?:te|le|les|os) (?:haya"
    r"|hayamos|he|hemos)"
    r"(?: podido)? (?:causa|ocasiona)(?:do|r)))?"
)
_I_AM: Final = r"(?:i'm |i am |we're |we are )?(?:so |very |really |terribly |truly )*+"
_APOLOGIES: Final = (
    r"(?:lo )?(?:lamento|siento|sentimos|lamentamos)(?: mucho)? (?:(?:o[ií]r|escuchar|leer) (?:eso|esto)"
    r"|lo (?:ocurrido|sucedido))"
    r"|(?:lo )?(?:lamento|siento|sentimos|lamentamos)(?: mucho)? no (?:poder|haber podido) (?:ayudar|ser|dar"
    rf"|servir){_ON}"
    r"(?: de)?(?: (?:más|mayor|mejor))*(?: ayuda| utilidad| respuesta)?(?: con (?:eso|esto))?"
    r"|(?:disculpa|disculpe|disculpen|disculpad|disculpá|disculpas|perdona|perdone|perdonen|perdonad|perdoná|perdón"
    rf"|(?:mis|mil) (?:más sinceras )?disculpas|lo siento|lo lamento|(?:{_TO})?(?:pido|pedimos"
    r"|ofrezco) (?:mil )?(?:disculpas|perdón)"
    rf"|lamento|lamentamos|siento|sentimos|(?:{_TO})?(?:ruego|rogamos) que (?:me|nos) disculpe[ns]?){_SORRY_FOR}"
    rf"|(?:{_I_AM}(?:sorry|apologies)|(?:i |we )?(?:do )?(?:apologi[sz]e|regret)|(?:my "
    r"|our )?(?:sincere )?apologies|pardon|excuse)"
    r"(?: for| about)? (?:the|that|this|any|my|all the|keeping you)"
    r" ?(?:(?:earlier|previous|possible|any|late|slow) )?(?:confusion|inconveniences?|delays?|wait(?:ing)?"
    r"|mistakes?|errors?|mix-up|misunderstanding"
    r"|trouble|oversight|reply|response|answer)(?: caused)?(?: (?:this|that|it|i|we) (?:may |might )?(?:have "
    r"|has )?caused)?"
    rf"|{_I_AM}sorry(?: (?:about|for) (?:that|this|it)| to (?:hear (?:that|this|it)|keep you waiting)"
    r"| (?:i|we) (?:can't|cannot|couldn't|could not) (?:be of (?:more|any|further) help|help(?: you)?(?: more"
    r"| further| with that)?)| if (?:i|that|this) was (?:unclear|confusing))?"
    r"|(?:please (?:accept )?|i |we )?(?:my|our|my sincere|sincere)? ?(?:do )?(?:apologies"
    r"|apologi[sz]e)(?: if that was confusing)?|my bad"
    r"|i beg your pardon|excuse me|i stand corrected"
)
_YES_OF_COURSE: Final = (
    r"claro(?: que s[íi]| está)?|por supuesto(?: que sí)?|desde luego|cómo no|faltaba más|perfecto|entendido"
    r"|enterado|anotado"
    r"|de acuerdo|vale|genial|estupendo|excelente|fantástico|muy bien|bien|bueno|okey|ok|okay|dale|listo|hecho"
    r"|sin problemas?"
    r"|(?:con )?(?:mucho |muchísimo )?gusto|ningún problema|no hay (?:ningún )?problema"
    r"|(?:(?:muy |es una |qué )*(?:buena|gran|excelente|interesante|muy buena) )?(?:pregunta|consulta)(?: interesante)?"
    r"|(?:entiendo|comprendo|entendemos|comprendemos)(?: perfectamente| muy bien)?(?: (?:tu|su|vuestra|la|lo que)"
    r" (?:consulta|pregunta|preocupaci[óo]n|situaci[óo]n|duda|inquietud|frustraci[óo]n|dices|dice|comentas|comenta"
    r"|preguntas|pregunta))?"
    r"|(?:that's |that is |what )?(?:a |an )?(?:(?:very |really )?(?:good|great|excellent|interesting"
    r"|fair) )(?:question|point|one)"
    r"|sure(?: thing)?|certainly|of course|absolutely|definitely|perfect|great|wonderful|excellent|fantastic"
    r"|awesome|lovely|good"
    r"|understood|okay|ok|all right|alright|got it|noted|sounds good|will do|fair enough|right away"
    r"|no problem(?: at all)?"
    r"|(?:i )?(?:totally |completely |fully )?(?:understand|hear|see|get)(?: you| that| it| (?:your"
    r"|the) (?:concern|question|frustration"
    r"|situation|point|request)| what you mean| where you're coming from)?"
)
_WISHES: Final = (
    r"que (?:(?:te|le|les|os) vaya|tenga[sn]?|tengáis|tengás|pase[sn]?|paséis|disfrute[sn]?|lo disfrute[sn]?"
    r"|lo pase[sn]?)"
    r"(?: (?:muy )?(?:bien|bonito|genial))?(?: (?:un|una|de un|de una|del?|de tu|de su|tu|su|el|la|mucha))?"
    r"(?: (?:muy )?(?:buen[oa]?|feliz|excelente|gran|lindo|linda|bonit[oa]|estupend[oa]|agradable|maravillos[oa]))?"
    r"(?: (?:d[íi]a|tarde|noche|fin de semana|semana|viaje|finde|suerte|jornada)(?: (?:estupend|maravillos|lind"
    r"|bonit|fantástic)[oa]| excelente| genial| feliz)?)?"
    r"|(?:mucha |muchísima )?suerte|ánimo|(?:feliz|buen|buena) (?:d[íi]a|tarde|noche|fin de semana|semana|viaje"
    r"|finde|jornada)"
    r"|(?:un |muchos )?(?:cordial |fuerte |gran |afectuoso )?(?:saludo|abrazo|saludos)(?: cordiale?s?"
    r"| muy cordial)?|atentamente"
    r"|cordialmente|hasta (?:pronto|luego|la próxima|otra)|nos vemos(?: pronto| mañana)?|adiós|chao|cuíd(?:ate|ese"
    r"|ate mucho)|a cuidarse"
    r"|(?:i )?(?:wish|wishing) you (?:all )?(?:a |an |the )?(?:very )?(?:good|great|nice|lovely|best|pleasant"
    r"|wonderful|happy)"
    r"(?: (?:day|evening|week|weekend|one|afternoon|trip|rest of your day))?"
    r"|(?:i )?hope you(?: have|'re having|r) (?:a |an )?(?:very |really )?(?:nice|great|good|lovely|wonderful"
    r"|pleasant) (?:day|one|week|weekend|evening)"
    r"|looking forward to hearing from you|(?:espero|esperamos|quedo a la espera de) (?:tu|su|vuestra|tus"
    r"|sus) (?:respuesta|noticias|comentarios)"
    r"|have (?:a|an) (?:very |really )?(?:nice|great|good|lovely|wonderful|pleasant|safe|excellent)"
    r" (?:day|one|week|weekend|evening|afternoon|trip|rest of your day)|enjoy(?: your (?:day|weekend|evening|trip"
    r"|stay|week))?"
    r"|(?:the )?best of luck|good luck|all the best|take care|(?:with )?(?:best|kind|warm)(?:est)? (?:wishes"
    r"|regards)|regards|sincerely"
    r"|yours (?:sincerely|truly|faithfully)|cheers|see you(?: soon| later| around)?|(?:good)?bye(?: for now)?"
    r"|talk (?:to you )?soon"
)
_SELF: Final = (
    r"aqu[íi] (?:va|vamos)|aquí (?:tienes?|tiene[n]?|tenéis|tenés)|ac[áa] (?:tienes?|tenés|va)|veamos"
    r"|vamos a ver(?:lo)?|a ver"
    r"|(?:vamos|vayamos) (?:por partes|paso a paso|a ello|al grano)|empecemos|allá vamos|un (?:momento|momentito"
    r"|instante|segundo)"
    r"|dame un (?:momento|segundo)|deme un (?:momento|segundo)|enseguida|en seguida|ahora mismo|por favor|please"
    r"|paso a paso"
    r"|(?:esp[eé]ra|espere|aguard[ae]) un (?:momento|segundo)|a (?:tu|su|vuestro) servicio|me (?:dices|dice[n]?"
    r"|decís|avisas?|avisa[n]|avisás|escribes?|escribís|preguntas?|preguntás|cuentas?|contás)"
    r"|no te preocupes|no se preocupen?|tranquil[oa]|tómate tu tiempo|tómese su tiempo|ya veo|tiene sentido"
    r"|acá estoy|aquí estoy|aquí estamos|cuenta[n]? conmigo|cuente[n]? conmigo"
    r"|contá conmigo|here (?:you go|we go|it is|it goes|goes|you are)|don't worry|take your time"
    r"|(?:that )?makes sense"
    r"|let's (?:see|begin|start|go|go step by step|dive in|get started|take a look|have a look)"
    r"|(?:just )?(?:one|a) (?:moment|second|minute|sec)|give me a (?:moment|second|minute)|bear with me|hold on"
    r"|at your service"
    r"|step by step|just (?:ask|say the word|let me know)|say the word|let me know|with pleasure"
    r"|you're in good hands|i'm all ears"
)
_GREETINGS: Final = (
    r"hola|buen(?:os d[íi]as|as tardes|as noches|as| d[íi]a)|bienvenid[oa]s?|estimad[oa]s?|querid[oa]s?|dear"
    r"|good (?:morning|afternoon|evening|day)|welcome|greetings|hello|hi|hey"
)
CLOSED: Final = re.compile(
    rf"(?:{_GREETINGS}|{_APOLOGIES}|{_THANKS}|{_WISHES}|{_SELF}|{_YES_OF_COURSE}"
    r"|de nuevo|otra vez|una vez más|ahora|right|de verdad|sinceramente|entonces|también|además|igualmente|siempre"
    r"|hoy|mucho|y|e|pero|and|but"
    r"|so|again|really|truly|indeed|today|too|as well|always|then|well|pues|oye|also|just|oh|ah)(?![\w'])"
)

_INFINITIVE: Final = (
    r"(?:ayudar|dar|ampliar|explicar|aclarar|detallar|buscar|revisar|intentar|mostrar|ense[ñn]ar|enviar|pasar"
    r"|resumir|orientar"
    r"|guiar|acompa[ñn]ar|echar|brindar|profundizar|comparar|traducir|preparar|contar|indicar|responder|facilitar"
    r"|mirar|ver|consultar"
    rf"|comprobar|decir|servir|atender|resolver|repetir|reformular|desglosar){_ON}"
)
_HELP_VERB: Final = (
    r"(?:help|give|provide|explain|clarify|look|check|search|find|try|walk|guide|show|share|go|expand|elaborate"
    r"|summari[sz]e|compare"
    r"|translate|tell|assist|break|dig|answer|take|point|send|draft|list|rephrase|repeat|see|do my best|do the same)"
)
_WANT_ES: Final = (
    r"(?:quieres|quiere|querés|queréis|quieren|quisieras?|quisiéramos|deseas?|desean|deseáis|deseás|gustas?|gustan"
    r"|prefieres?"
    r"|prefiere|preferís|necesitas?|necesitan|necesitás|necesitáis|precisas?|requieres?|tienes?|tienen|tenés"
    r"|tenéis|tuvieras?"
    r"|surgen?|surgiera|quedan?|hay|hubiera|hace falta|parece(?: bien)?|interesa|viene bien|buscas?|sirve|apetece"
    r"|puedo ayudar)"
)
_ASK_ME: Final = (
    r"(?:d[íi]me|d[íi]game|d[íi]ganme|dec[íi]me|decidme|av[íi]same|av[íi]seme|av[íi]senme|avisame|av[íi]sanos"
    r"|cu[ée]ntame|cu[ée]nteme|contame"
    r"|ind[íi]came|ind[íi]queme|preg[úu]ntame|preg[úu]nteme|preguntame|escr[íi]beme|escr[íi]bame|escribime"
    r"|escr[íi]benos|cons[úu]ltame"
    r"|cons[úu]lteme|cont[áa]ctame|cont[áa]cteme|d[íi]melo|d[íi]gamelo|h[áa]zmelo saber|h[áa]gamelo saber"
    r"|hacémelo saber|hazme saber"
    r"|no (?:dudes|dude|dudéis|duden|dudés)(?: nunca)? en(?= \w*(?:pregunt|escrib|contact|consult|dec[ií]|avis"
    r"|ped[ií]|llam|coment|acud))|no te cortes|no tengas reparo)"
)
_REACH_OUT: Final = r"(?:ask|reach|contact|write|message|call|get|let|share|follow|come back|send|tell)"
_OFFERS: Final = (
    rf"{_TO}(?:puedo|podría|sabré|intentaré)(?: también| además)? {_TO}{_INFINITIVE}"
    rf"|{_TO}(?:podemos|podríamos)(?: también| además)? {_TO}(?:ayudar|buscar|revisar|ampliar|intentar|aclarar"
    rf"|explicar|orientar){_ON}"
    r"|(?:con gusto|encantad[oa]s?(?: de)?|será un placer|es un placer|un placer|feliz de|me alegr[ao](?: de)?"
    rf"|nos alegra)(?: de)? ?(?:poder )?{_TO}(?:{_INFINITIVE}|haber{_ON} (?:ayudado|servido|sido)|ayudo|ayudamos"
    r"|atiendo)"
    rf"|{_ASK_ME}|(?:quedo|quedamos|estoy|estamos|estaré|estaremos|sigo|seguimos)(?: siempre)? (?:a (?:tu|su"
    r"|vuestra|la) (?:entera )?"
    r"(?:disposici[óo]n|orden)|a la orden|aqu[íi]|ac[áa]|atent[oa]s?|pendientes?|encantad[oa]s?|disponibles?"
    r"|para (?:ayudar|servir|atender)\w*)"
    r"|(?:ac[áa]|aqu[íi]) (?:estoy|estamos|me tienes|me tiene|me tenés|sigo|seguimos)|a (?:tu|su"
    r"|vuestra) disposici[óo]n(?= para| en|$|[.,!])|para servir\w*"
    rf"|(?:please )?(?:feel free|don't hesitate|do not hesitate)(?: to {_REACH_OUT}\b|(?=$|[.!,]))"
    r"|(?:please )?let (?:me|us) know(?= (?:if|how|what|whether|when)\b|$|[.!,])"
    r"|i(?:'d|'ll| would| will| can| could| may| might| am able to)(?: be able to| be happy to| be glad to"
    r"| do my best to)?"
    rf" (?:also |always |gladly )?{_HELP_VERB}\b"
    r"|we(?:'d|'ll| would| will| can| could)(?: be able to| be happy to| be glad to)? (?:also |always "
    r"|gladly )?(?:help|assist|look|try|check)\b"
    r"|(?:i|we)(?:'m| am|'re| are|'d be| would be|'ll be| will be)(?: always| also| right)? (?:here|happy|glad"
    r"|available|delighted|around|at your)"
    r"|(?:always |only too |more than |would be |i'd be )?(?:happy|glad|delighted) to (?:help|assist|explain"
    r"|clarify|answer|be of)"
    r"|(?:please |just |feel free to )?(?:ask|reach out|get in touch|shout|ping me|drop me a line|write to me"
    r"|message me|holler)(?= if|$|[.!,]| any| with| me| anytime| again)"
    r"|(?:so |very )?(?:glad|happy|pleased) (?:i|we|that|this|it) (?:could|helped|was)|i'd love to|i remain at"
    r"|here to help|here for you|whenever you (?:need|like|want)"
)
_ANNOUNCEMENTS: Final = (
    rf"{_TO}(?:explico|explicamos|cuento|vemos|miramos|revisamos|comento|detallo|resumo|muestro|dejo|paso|comparto"
    r"|indico|ayudo|respondo|contesto|aclaro|oriento|gu[íi]o"
    r"|acompa[ñn]o|enumero|reviso|miro|busco|consulto|compruebo|ense[ñn]o|traigo)"
    rf"|(?:d[ée]jame|deje?me|dejame|perm[íi]t[ea]me|permitime|d[ée]jeme)(?: que)? {_TO}(?:{_INFINITIVE}|explique"
    r"|aclare|ayude|cuente|revise|vea|busque)"
    rf"|(?:voy|vamos|paso|pasamos|procedo) a (?:intentar |tratar de )?{_INFINITIVE}|a continuaci[óo]n"
    r"|aqu[íi] (?:tienes?|tiene[n]?|tenéis|tenés|est[áa]n?|va[n]?|te dejo|le dejo|os dejo)(?= (?:un|una|el|la|los"
    r"|las|lo|tu|su|más|algunos|algunas)\b)"
    r"|(?:esto|este) es (?:todo )?lo que (?:he|hemos|pude|puedo|tengo)"
    rf"|let (?:me|us)(?: just| quickly| first)? {_HELP_VERB}\b|let's (?:go|look|take|break|start|walk)"
    rf"|allow me to {_HELP_VERB}\b"
    rf"|i(?:'ll|'m going to| will| am going to)(?: gladly| now| try to| do my best to)* {_HELP_VERB}\b"
    r"|here(?:'s| is| are)(?= (?:what|a|an|the|your|some|my|how|all)\b)|(?:this|that)(?:'s| is) (?:all"
    r"|what) i (?:have|found|could|can)"
    r"|below (?:is|are|you'll find|you will find)"
)
_FEELINGS: Final = (
    r"(?:i )?(?:totally |completely |fully )?(?:understand|know|see|realize|realise)(?= how\b)"
    r"|(?:entiendo|comprendo|sé) lo (?:frustrante|molest[oa]|incómod[oa]|difícil|importante) que|me imagino lo"
)
_HOPES: Final = (
    r"(?:espero|esperamos|conf[íi]o|confiamos|deseo|ojal[áa])(?: en)?(?: que)?(?: (?:esto|esta|este|la|lo|mi|ahora"
    r"|todo|tu|su|informaci[óo]n|respuesta"
    r"|explicaci[óo]n|aclaraci[óo]n|resumen|anterior|dicho|de))* ?"
    rf"{_TO}(?:haber{_ON}|haya|hayamos|sirva|ayude|sea|resulte|aclare|resuelva|quede|ayud\w+|sirv\w+)"
    r"|(?:i |we )?(?:really |do )?hope(?:fully)?(?: that)? (?:this|that|it|the (?:above|information|answer"
    r"|explanation|summary)|i|we)"
    r"(?: information| answer| explanation| summary)?(?:'ve| has| have| was| is)?(?: been)?"
    r" (?:helps?|helped|answers?|answered|clarif(?:y|ies|ied)|clears?|cleared|makes?|made|useful|helpful|clear|been|of)"
)
_THANKFUL: Final = (
    r"(?:(?:muchas|much[ií]simas|mil) )?gracias (?=por|a |al )(?:por|a (?:ti|usted|vos|vosotros|ustedes) por)"
    rf"|{_TO}(?:agradezco|agradecemos)(?: mucho)? (?:el|la|tu|su|los|tus|sus|que)"
    r"|(?:many )?(?:thanks|thank you)(?: so much| very much| a lot)? for|(?:i|we) (?:really )?appreciate (?:your|the)"
    r"|(?:bienvenid[oa]s?|welcome) (?:a|al|to)|sorry for keeping you"
)
OPEN: Final = re.compile(rf"(?:{_THANKFUL}|{_OFFERS}|{_ANNOUNCEMENTS}|{_FEELINGS}|{_HOPES})(?![\w'])")
# What an offer is made on: a wish or a need of whoever is spoken to.
CONDITION: Final = re.compile(
    rf"si (?:{_TO}|lo |así lo |algo |alguna cosa |en algún momento |no ){{0,2}}{_WANT_ES}\b"
    r"|if (?:you|there|anything|something|that|this|it)(?:'d|'ve|'re|'s)?(?: would| ever| still| do)?"
    r" ?(?:like|want|need|wish|prefer|have|are|is|has|think|care|feel)?\b"
    r"|should you (?:need|have|want|require|wish)\b|when(?:ever)? you (?:need|want|like|are ready)\b"
    r"|(?:para |ante )?(?:cualquier|alguna|otra) (?:otra )?(?:duda|cosa|pregunta|consulta|aclaraci[óo]n)\b"
    r"|para lo que (?:necesites?|necesit[eé]n|quieras|quiera|precises)\b|(?:for )?any (?:other |further "
    r"|more )?(?:questions?|doubts?|queries)\b"
)
HELP: Final = re.compile(
    r"\b(?:dudas?|preguntas?|consultas?|ayuda|asistencia|informaci[óo]n|detalles?|aclaraci\w+|algo m[áa]s"
    r"|otra cosa|m[áa]s|help|else|questions?"
    r"|assistance|information|details?|clarification|doubts?|unclear|more)\b"
)
