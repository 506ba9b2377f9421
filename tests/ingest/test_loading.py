import os
import sys
from datetime import date
from pathlib import Path

import pytest

from fundamento.errors import IngestError
from fundamento.fragments import Document, digest
from fundamento.ingest import Terms, load_file, load_folder, split


def test_a_file_becomes_a_document_with_its_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "Guía.md"
    file.write_bytes("Año 1.\r\nFin.\n".encode())
    text = "Año 1.\r\nFin.\n"
    assert Document("Guía.md", text, version=digest(text)[:8]) == load_file(file)


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xef\xbb\xbfHola.")
    assert load_file(file).text == "Hola."


def test_the_same_text_is_the_same_version_and_another_is_not(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("Hola.", encoding="utf-8")
    two.write_text("Adiós.", encoding="utf-8")
    assert load_file(one).version == load_file(one).version
    assert load_file(one).version != load_file(two).version


def test_id_version_readers_and_dates_can_be_given(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Hola.", encoding="utf-8")
    terms = Terms(frozenset({"group:a"}), effective_from=date(2026, 1, 1), effective_until=date(2026, 12, 31))
    document = load_file(file, document="manual", version="3", terms=terms)
    assert document == Document("manual", "Hola.", "3", frozenset({"group:a"}), date(2026, 1, 1), date(2026, 12, 31))
    assert split(document)[0].effective_until == date(2026, 12, 31)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("mixed.txt", "año, ñandú, ".encode() + "camión".encode("latin-1"), r"mixes encodings.*byte \d+ \(line 1\)"),
        ("picture.md", b"\x89PNG\x00\x01", "It is a picture"),
        ("binary.txt", b"\x01\x02a\x00\x01", "binary.*NUL at byte 3"),
        ("nothing.txt", b"", "is empty"),
        ("empty.txt", b" \n\t", "has no text"),
        ("mark.txt", b"\xef\xbb\xbf", "has no text"),
        ("page.html", b"<p></p><script>x</script>", "has no text"),
        ("paper.pdf", b"Hola.", "no PDF"),
        ("letter.docx", b"Hola.", "no DOCX"),
        ("sheet.xlsx", b"PK", r"no reader for \.xlsx.*Known: \.txt"),
        ("README", b"text", "a file without suffix"),
    ],
)
def test_what_cannot_be_read_says_which_file_why_and_what_to_do(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(IngestError, match=says) as caught:
        load_file(tmp_path / name)
    assert name in str(caught.value)


def test_a_missing_file_is_an_ingest_error(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"nowhere\.txt cannot be read"):
        load_file(tmp_path / "nowhere.txt")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes("El año que viene.".encode(encoding))
    document = load_file(tmp_path / "a.txt")
    assert document.text == "El año que viene."
    assert document.version == digest("El año que viene.")[:8]


def test_a_file_over_the_limit_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "a.txt").open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    with pytest.raises(IngestError, match=r"a\.txt: It is larger than 64 MB.*Split it"):
        load_file(tmp_path / "a.txt")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    with pytest.raises(IngestError, match=r"a\.txt: It is no regular file"):
        load_file(tmp_path / "a.txt")


def test_a_file_without_permission_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Hola.", encoding="utf-8")
    (tmp_path / "a.txt").chmod(0)
    user = os.geteuid()
    os.seteuid(user or 65534)  # root may read everything, and so steps down
    try:
        with pytest.raises(IngestError, match=r"a\.txt cannot be read: Permission denied"):
            load_file(tmp_path / "a.txt")
    finally:
        os.seteuid(user)


def test_without_an_extra_the_others_go_in_and_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "b.txt").write_text("Hola.", encoding="utf-8")
    loaded = load_folder(tmp_path)
    assert [document.id for document in loaded.documents] == ["b.txt"]
    (failure,) = loaded.failures
    assert "fundamento[pdf]" in str(failure.error)


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "uno.md").write_text("Uno.", encoding="utf-8")
    (tmp_path / "a.TXT").write_text("Dos.", encoding="utf-8")
    (tmp_path / "malo.txt").write_bytes(b"a\x00\x01")
    (tmp_path / "foto.jpg").write_bytes(b"\xff\xd8")
    (tmp_path / ".oculto.txt").write_text("No.", encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "no.txt").write_text("No.", encoding="utf-8")
    loaded = load_folder(tmp_path, terms=Terms(frozenset({"user:u"})))
    assert [document.id for document in loaded.documents] == ["a.TXT", "b/uno.md"]
    assert [frozenset({"user:u"})] * 2 == [document.readers for document in loaded.documents]
    assert [Path(failure.path).name for failure in loaded.failures] == ["foto.jpg", "malo.txt"]
    assert all(isinstance(failure.error, IngestError) for failure in loaded.failures)


def test_a_document_has_the_same_id_however_its_file_name_is_composed(tmp_path: Path) -> None:
    (tmp_path / "gui\u0301a.md").write_text("Uno.", encoding="utf-8")
    assert [document.id for document in load_folder(tmp_path).documents] == ["gu\u00eda.md"]


def test_a_link_back_to_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "uno.md").write_text("Uno.", encoding="utf-8")
    (tmp_path / "again").symlink_to(tmp_path)
    assert [document.id for document in load_folder(tmp_path).documents] == ["uno.md"]


def test_a_folder_that_is_none_is_an_ingest_error(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="is not a folder"):
        load_folder(tmp_path / "nowhere")


def test_front_matter_is_left_out_and_recorded(tmp_path: Path) -> None:
    content = "\ufeff---\nreaders: [group:a]\n---\nAño nuevo.\n"
    (tmp_path / "a.md").write_text(content, encoding="utf-8")
    document = load_file(tmp_path / "a.md")
    (fragment,) = split(document)
    assert (fragment.text, fragment.start, fragment.readers) == ("Año nuevo.", 0, frozenset({"group:a"}))
    assert fragment.source is not None
    assert content[fragment.source.start : fragment.source.end] == "Año nuevo."
    assert document.origin is not None
    assert [one.edit.kind.value for one in document.origin.map.edits()] == ["byte-order-mark", "front-matter"]
