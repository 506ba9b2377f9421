"""A list of citations, checked: QUOTE_FOUND, or REVIEW with what is wrong."""

from fundamento import Fragment, Grounder

museum = Fragment("museo.txt", "El museo se inauguró en octubre de 1997.")
citations = [
    {"text": "El museo se inauguró en 1997.", "source": "museo.txt", "quote": "se inauguró en octubre de 1997"},
    {"text": "Recibió un millón de visitantes.", "source": "museo.txt", "quote": "un millón de visitantes"},
]
result = Grounder(sinks=()).check(citations, [museum], format="citations")
for index, citation in enumerate(citations):
    wrong = [finding.check.value for finding in result.findings if finding.claim in (index, None)]
    print(f"REVIEW {citation['text']} ({', '.join(wrong)})" if wrong else f"QUOTE_FOUND {citation['text']}")
