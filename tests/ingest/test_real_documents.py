"""Debian's manuals, where its packages are installed: nobody here wrote them.

Where they are not, there is nothing to collect.
"""

import gzip
import html
import random
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from fundamento.fragments import Document
from fundamento.ingest import Extract, extract, load_file, split
from fundamento.spans import Span
from fundamento.stores.memory import MemoryStore
from ingest.tracing import expected_span, trace

_SHARE = Path("/usr/share")
_SUFFIXES = (".html", ".txt.gz", ".pdf", ".pdf.gz")
FILES = sorted(
    path
    for folder in ("debian-reference", "doc/maint-guide-es", "doc/debian/FAQ")
    for path in (_SHARE / folder).rglob("*")
    if path.name.endswith(_SUFFIXES) and path.is_file() and not path.is_symlink()
)
REFERENCE = _SHARE / "debian-reference/debian-reference.es.pdf"
GUIDE = _SHARE / "doc/maint-guide-es/maint-guide.es.pdf"
FACTS = [
    (
        REFERENCE,
        "¿Cuántas consolas de tipo VT100 hay por defecto?",
        "hay seis consolas tipo VT100",
    ),
    (REFERENCE, "¿Qué descriptores de archivo de 0 a 2 están predefinidos?", "de 0 a 2 están predefinidos"),
    (REFERENCE, "¿A qué cuentas de usuario restringe PolicyKit cada operación?", "PolicyKit restrinje cada operación"),
    (REFERENCE, "¿Se necesita siempre la contraseña para arrancar?", "siempre necesitará la contraseña para arrancar"),
    (REFERENCE, "¿Es Debian un sistema multitarea?", "es un sistema multitarea"),
    (REFERENCE, "¿Dónde devuelve cada orden su estado de salida?", "Cada orden devuelve su estado de salida"),
    (GUIDE, "¿Cómo están separados el nombre del paquete y la versión?", "están separados por «_»"),
    (GUIDE, "¿Qué plantilla proporciona dh_make para el archivo copyright?", "una plantilla para el archivo copyright"),
    (GUIDE, "¿Qué compila paquetes del repositorio Git utilizando pbuilder?", "paquetes Debian del repositorio «Git»"),
    (GUIDE, "What is the Debian package checker lintian?", "this is the Debian package checker"),
]
KNOWN = [fact for fact in FACTS if fact[0].is_file()]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "path" in metafunc.fixturenames:
        metafunc.parametrize("path", FILES, ids=[path.name for path in FILES])
    elif "fact" in metafunc.fixturenames:
        metafunc.parametrize("fact", KNOWN, ids=[fact[1] for fact in KNOWN])


def read(path: Path) -> Extract:
    content = path.read_bytes()
    if path.suffix == ".gz":
        return extract(gzip.decompress(content), path.with_suffix("").suffix)
    return extract(content, path.suffix)


if FILES:

    def test_a_manual_is_taken_in_whole_and_its_fragments_resolve(path: Path) -> None:
        text, origin = read(path)
        signs = trace(origin.source, origin.map)
        assert "".join(one.sign for one in signs) == text
        fragments = split(Document("d", text, origin=origin))
        utf8, utf16 = origin.source.encode(), origin.source.encode("utf-16-le")
        for fragment in random.Random(path.name).sample(fragments, min(500, len(fragments))):
            assert fragment.start is not None
            assert fragment.end is not None
            assert fragment.source is not None
            span = Span(fragment.start, fragment.end)
            assert text[span.start : span.end] == fragment.text
            assert expected_span(signs, span) == (fragment.source.start, fragment.source.end)
            piece = origin.source[fragment.source.start : fragment.source.end]
            assert is_in_order(letters(fragment.text), letters(html.unescape(piece) if ".html" in path.name else piece))
            place = origin.locate(span) if not origin.pages else None
            if place is not None:
                assert utf8[place.utf8.start : place.utf8.end].decode() == piece
                assert utf16[2 * place.utf16.start : 2 * place.utf16.end].decode("utf-16-le") == piece
            else:
                assert fragment.page == 1 + origin.source.count("\f", 0, fragment.source.start)


if KNOWN:

    def test_a_search_cites_the_page_that_says_so(fact: tuple[Path, str, str]) -> None:
        path, question, phrase = fact
        found = next(one for one in store_of(path).search(question, limit=3) if phrase in one.text)
        assert found.page in pages_that_say(path, phrase)


@cache
def store_of(path: Path) -> MemoryStore:
    return MemoryStore(split(load_file(path)))


def pages_that_say(path: Path, phrase: str) -> list[int]:
    with pypdfium2.PdfDocument(path) as pdf:
        texts = [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
    return [number for number, text in enumerate(texts, 1) if phrase in text]


def letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalpha())


def is_in_order(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(sign in rest for sign in part)
