"""Each file is a failure of its own, whatever its reader raises, and takes no more memory than is allowed."""

import zipfile
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import pytest

from fundamento.errors import IngestError
from fundamento.ingest import extraction, load_file, load_folder, loading
from fundamento.ingest.docx import MOST_PARAGRAPHS, VARIABLE
from fundamento.ingest.preparing import HERE, Source
from fundamento.ingest.terms import NO_TERMS

CANARY = "zarzaparrilla"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


class PanicException(BaseException):
    """As PyO3 raises it: no `Exception`."""


def write_docx(path: Path, paragraphs: int, *, encoding: str = "UTF-8") -> Path:
    body = "".join(f"<w:p><w:r><w:t>Línea {number}.</w:t></w:r></w:p>" for number in range(paragraphs))
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", f"{head}<w:document {WORD}><w:body>{body}</w:body></w:document>")
    return path


@pytest.mark.parametrize(
    "raised",
    [
        ValueError(CANARY),
        LookupError(CANARY),
        RecursionError(),
        MemoryError(),
        PanicException(CANARY),
        SystemExit(CANARY),
    ],
    ids=lambda raised: type(raised).__name__,
)
def test_whatever_a_reader_raises_is_a_failure_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: BaseException
) -> None:
    def fail(content: bytes) -> NoReturn:
        raise raised

    broken = replace_reader(fail)
    monkeypatch.setattr(extraction, "FORMATS", broken)
    monkeypatch.setattr(loading, "FORMATS", broken)
    for name in ("a.txt", "b.html", "c.txt"):
        (tmp_path / name).write_text("El plan cuesta 20 €.", encoding="utf-8")
    loaded = load_folder(tmp_path)
    assert [document.id for document in loaded.documents] == ["a.txt", "c.txt"]
    (failure,) = loaded.failures
    assert failure.path.endswith("b.html")
    assert str(failure.error).endswith(
        f"b.html cannot be read ({type(raised).__name__}). Save it anew, or leave it out."
    )
    sources = [Source(tmp_path / name, name) for name in ("a.txt", "b.html", "c.txt")]
    assert [type(one).__name__ for one in HERE.prepare(sources, NO_TERMS)] == ["Prepared", "Failure", "Prepared"]


def replace_reader(fail: Any) -> Any:
    known = extraction.FORMATS
    return MappingProxyType({**known, ".html": known[".html"]._replace(extract=fail)})


@pytest.mark.parametrize("encoding", ["utf-7", "utf-16", "cp037", "no-such-encoding"])
def test_a_docx_in_a_strange_encoding_is_a_failure_and_ends_nothing(tmp_path: Path, encoding: str) -> None:
    write_docx(tmp_path / "a.docx", 3, encoding=encoding)
    write_docx(tmp_path / "b.docx", 3)
    loaded = load_folder(tmp_path)
    assert [document.id for document in loaded.documents] == ["b.docx"]
    assert "in an encoding that no DOCX has" in str(loaded.failures[0].error)


def test_a_docx_of_more_paragraphs_than_are_allowed_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_docx(tmp_path / "a.docx", 21)
    assert load_file(path).text.count("Línea") == 21
    monkeypatch.setenv(VARIABLE, "20")
    with pytest.raises(
        IngestError, match=r"It has more than 20 paragraphs and cells\. Split it, or raise FUNDAMENTO_DOCX"
    ):
        load_file(path)
    for nonsense in ("0", "many", "-3"):
        monkeypatch.setenv(VARIABLE, nonsense)
        with pytest.raises(IngestError, match=f"{VARIABLE} is '{nonsense}'"):
            load_file(path)
    assert MOST_PARAGRAPHS >= 50_000
