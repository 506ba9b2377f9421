"""Lists of sources and definitions."""

import pytest

from fundamento.prose.sections import find_sources
from prose.samples import aliases


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Dura.\n\nFuentes:\n[1] Manual\n[2] Informe", ["Fuentes:\n", "[1] Manual\n", "[2] Informe"]),
        ("Dura.\n\n## Referencias\n\n- Manual\n- Informe", ["## Referencias\n", "\n", "- Manual\n", "- Informe"]),
        ("Dura.\n**Sources:** [1] Manual", ["**Sources:** [1] Manual"]),
        ("Dura.\n\nReferences\nManual, v3\n\nEs azul.", ["References\n", "Manual, v3\n", "\n"]),
        ("Fuentes: [1]\nEs azul.", ["Fuentes: [1]\n"]),
        ("Sources:\n1. Manual\n# Precio\nEs azul.", ["Sources:\n", "1. Manual\n"]),
        ("Dura [^1].\n\n[^1]: Manual\n\nEs azul.", ["[^1]: Manual\n"]),
        ("Las fuentes son públicas.\nFuentes de energía limpias.", []),
        ("[1] Es azul.", []),
    ],
)
def test_they_are_no_prose(text: str, taken: list[str]) -> None:
    assert [text[each.start : each.end] for each in find_sources(text, aliases()).stretches] == taken


@pytest.mark.parametrize(
    ("text", "explained"),
    [
        ("[^a]: D2, informe", {"a": "D2"}),
        ("Fuentes:\n[1] Manual (D3)\n¹ D1\n2. D2.", {"1": "D3", "2": "D2"}),
        ("Fuentes:\n[D1] D2", {}),
        ("Fuentes:\n- D2", {}),
    ],
)
def test_they_explain_labels(text: str, explained: dict[str, str]) -> None:
    assert find_sources(text, aliases()).labels == explained
