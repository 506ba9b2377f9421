"""Claims in several languages, of two sets of domains: the first was looked at while the rule was written."""

from typing import Final

# Hosting and lending libraries.
FIRST: Final = {
    "es": [
        "El plan Pro permite hasta 10 proyectos activos.", "Los archivos se conservan 30 días.",
        "No se admiten devoluciones.",
        "Sí, lo es.", "EL PLAN PRO PERMITE HASTA 10 PROYECTOS.", "Cuesta 20 € al mes.", "Solo socios.",
        "La biblioteca abre de lunes a viernes, de 9 a 21 h.", "Se prestan 5 libros y 2 discos durante 21 días.",
        "Martínez y De la Cruz dirigen la sede de Zürich.", "Según el manual, dos de los planes incluyen soporte.",
        "¿Cuántos proyectos?", "LA MULTA ES DE 2 €.", "El carné es gratuito para menores de edad.",
    ],
    "en": [
        "The Pro plan allows up to 10 active projects.", "Files are kept for 30 days.", "Returns are not accepted.",
        "Yes, it is.", "THE PRO PLAN ALLOWS UP TO 10 PROJECTS.", "It costs €20 a month.", "Members only.",
        "José Martínez de la Cruz founded the library in Los Ángeles.", "The São Paulo office is open from 9 to 5.",
        "Five books and two records may be borrowed for 21 days.", "The fine is €2 a day.", "El Niño damaged the hall.",
        "Each member can renew a loan once.", "IS IT FREE?",
    ],
    "names": [
        "Marta Ferrer, Sevilla", "Pro", "Zürich, São Paulo, Besançon", "ACME P7", "20 €", "Juan de la Cruz",
        "Basic, Pro, Max",
        "", "…", "Los Angeles", "François Müller",
    ],
    "fr": [
        "Le forfait Pro permet jusqu'à 10 projets actifs.", "Les fichiers sont conservés pendant 30 jours.",
        "Le prix est de 20 euros.", "Les retours ne sont pas acceptés.",
        "La bibliothèque est ouverte du lundi au vendredi.",
        "L'amende est de 2 euros par jour.",
    ],
    "de": [
        "Der Pro-Tarif erlaubt bis zu 10 aktive Projekte.", "Dateien werden 30 Tage lang aufbewahrt.",
        "Rückgaben sind nicht möglich.", "Die Bibliothek ist von Montag bis Freitag geöffnet.",
        "Es kostet 20 Euro im Monat.",
        "Bücher können einmal verlängert werden.",
    ],
    "pt": [
        "O plano Pro permite até 10 projetos ativos.", "Os arquivos são guardados durante 30 dias.",
        "Não são aceitas devoluções.", "A biblioteca abre de segunda a sexta-feira, das 9 às 21 h.",
        "O plano custa 20 euros por mês.", "Os livros podem ser renovados uma vez.",
    ],
    "ca": [
        "El pla Pro permet fins a deu projectes actius.", "Els fitxers es conserven durant 30 dies.",
        "No s'admeten devolucions.", "La biblioteca obre de dilluns a divendres i els dissabtes al matí.",
        "El preu és de 20 euros al mes.", "Els llibres es poden renovar una vegada.",
    ],
    "it": [
        "Il piano Pro consente fino a dieci progetti attivi.", "I file sono conservati per 30 giorni.",
        "I resi non sono accettati.", "La biblioteca è aperta dal lunedì al venerdì.", "Costa 20 euro al mese.",
        "I libri possono essere rinnovati una volta.",
    ],
    "ru": ["Тариф Pro включает до 10 активных проектов.", "Файлы хранятся 30 дней.", "Возврат не принимается."],
    "zh": ["专业版最多允许10个活动项目。", "文件保留30天。", "不接受退货。"],
    "pl": ["Plan Pro pozwala na maksymalnie dziesięć aktywnych projektów, a książki można przedłużyć."],
}  # fmt: skip

# Hospitals and railways: not looked at before the rule was done.
SECOND: Final = {
    "es": [
        "El hospital tiene 240 camas y tres quirófanos.", "Las visitas duran 30 minutos.",
        "No se permite fumar en el andén.",
        "Sí, siempre.", "EL TREN SALE A LAS 9:15.", "Billete válido 24 horas.", "Con cita previa.",
        "La doctora García atiende los martes en la planta 2.", "El billete de ida y vuelta cuesta 18,50 €.",
        "Los niños viajan gratis hasta los 4 años.", "Guimarães y Müller firmaron el informe.", "¿A qué hora sale?",
        "SOLO PERSONAL AUTORIZADO.", "Urgencias está abierta siempre.",
    ],
    "en": [
        "The hospital has 240 beds and three operating rooms.", "Visits last 30 minutes.",
        "No smoking on the platform.",
        "Yes, always.", "THE TRAIN LEAVES AT 9:15.", "Ticket valid for 24 hours.", "By appointment only.",
        "Dr García sees patients on the second floor.", "A return ticket costs €18.50.",
        "Children under 4 travel free.",
        "Señora de los Ríos signed the report in La Paz.", "What time does it leave?", "STAFF ONLY.",
        "The emergency room is always open.",
    ],
    "names": [
        "Ana García, Bilbao", "Ward 3", "Köln, Orléans, Málaga", "AVE 3152", "18,50 €", "María de los Ángeles",
        "Madrid-Sevilla",
        "B2", "Van der Berg", "Dr. Nuño", "Saint-Étienne",
    ],
    "fr": [
        "L'hôpital compte 240 lits et trois salles d'opération.", "Les visites durent 30 minutes.",
        "Il est interdit de fumer sur le quai.", "Le train part à 9 h 15.", "Un billet aller-retour coûte 18,50 €.",
        "Les enfants de moins de 4 ans voyagent gratuitement.",
    ],
    "de": [
        "Das Krankenhaus hat 240 Betten und drei Operationssäle.", "Besuche dauern 30 Minuten.",
        "Rauchen ist auf dem Bahnsteig verboten.", "Der Zug fährt um 9:15 Uhr ab.",
        "Eine Rückfahrkarte kostet 18,50 €.",
        "Kinder unter 4 Jahren fahren kostenlos.",
    ],
    "pt": [
        "O hospital tem 240 camas e três blocos operatórios.", "As visitas duram 30 minutos.",
        "É proibido fumar na plataforma.",
        "O comboio parte às 9:15.", "O bilhete de ida e volta custa 18,50 €.",
        "As crianças até aos 4 anos viajam sem pagar.",
    ],
    "ca": [
        "L'hospital té 240 llits i tres quiròfans.", "Les visites duren 30 minuts.", "No es pot fumar a l'andana.",
        "El tren surt a les 9:15.", "El bitllet d'anada i tornada costa 18,50 €.",
        "Els nens viatgen gratis fins als 4 anys.",
    ],
    "it": [
        "L'ospedale ha 240 letti e tre sale operatorie.", "Le visite durano 30 minuti.",
        "È vietato fumare sul binario.",
        "Il treno parte alle 9:15.", "Il biglietto di andata e ritorno costa 18,50 €.",
        "I bambini viaggiano gratis fino a 4 anni.",
    ],
    "ru": ["В больнице 240 коек.", "Поезд отправляется в 9:15.", "Курить на платформе запрещено."],
    "zh": ["医院有240张床位。", "列车9:15出发。", "站台禁止吸烟。"],
    "pl": ["Szpital ma 240 łóżek, a wizyty trwają trzydzieści minut i są bezpłatne."],
}  # fmt: skip
