"""Readers and validity, as a file or the one beside it says."""

from datetime import date
from pathlib import Path

import pytest

from fundamento.errors import IngestError
from fundamento.fragments import Document, digest
from fundamento.ingest import Terms, load_file, load_folder, split

BODY = "# Tarifas\n\nEl plan Pro cuesta 19 €.\n"
GIVEN = Terms(frozenset({"group:given"}), date(2020, 1, 1), date(2030, 1, 1))
DAYS = (GIVEN.effective_from, GIVEN.effective_until)


def load(folder: Path, front: str, body: str = BODY, *, beside: str | None = None, terms: Terms = GIVEN) -> Document:
    file = folder / "a.md"
    file.write_bytes((front + body).encode())
    if beside is not None:
        (folder / "a.md.meta.yaml").write_text(beside, "utf-8")
    return load_file(file, terms=terms)


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("", GIVEN),
        ("---\nreaders: [group:a, user:b]\n---\n", Terms(frozenset({"group:a", "user:b"}), *DAYS)),
        ("---\nreaders: group:a\n---\n", Terms(frozenset({"group:a"}), *DAYS)),
        ('---\nreaders: ["group:los de ventas"]\n---\n', Terms(frozenset({"group:los de ventas"}), *DAYS)),
        ("---\nreaders: []\n---\n", Terms(frozenset(), *DAYS)),
        ("---\r\neffective_from: 2026-01-01\r\n...\r\n", Terms(GIVEN.readers, date(2026, 1, 1), GIVEN.effective_until)),
        ("--- \neffective_until: '2026-01-01'\n--- \n", Terms(GIVEN.readers, GIVEN.effective_from, date(2026, 1, 1))),
        ("\ufeff---\nreaders: [user:b]\n---\n", Terms(frozenset({"user:b"}), *DAYS)),
        ("---\ntitle: Tarifas\ntags: [a, b]\nheader: yes\nrender: false\nuid: 7\n3: 4\n---\n", GIVEN),
    ],
)
def test_front_matter_says_terms_and_is_no_text(tmp_path: Path, front: str, expected: Terms) -> None:
    document = load(tmp_path, front)
    assert Terms(document.readers, document.effective_from, document.effective_until) == expected
    assert (document.text, document.version) == (BODY, digest(BODY)[:8])
    assert [fragment.id for fragment in split(document)] == [fragment.id for fragment in split(load(tmp_path, ""))]


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nDos reglas y un párrafo.\n\n---\nMás.\n",
        "---\n---\nNada entre dos reglas.\n",
        "---\nSin cierre.\n",
        "----\nreaders: [a]\n----\n",
        "Antes.\n---\nreaders: [a]\n---\n",
        " ---\nreaders: [a]\n---\n",
        "---\n- uno\n- dos\n---\n",
    ],
)
def test_what_is_no_front_matter_stays_text(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text, "") == Document("a.md", text, digest(text)[:8], GIVEN.readers, *DAYS)


@pytest.mark.parametrize(
    ("front", "says"),
    [
        ("reader: [group:a]", "front matter: 'reader' is no key here. Did you mean 'readers'?"),
        ("readres: [group:a]", "Did you mean 'readers'?"),
        ("Readers: [group:a]", "Did you mean 'readers'?"),
        ("lectores: [group:a]", "Did you mean 'readers'?"),
        ("effective-from: 2026-01-01", "Did you mean 'effective_from'?"),
        ("efective_until: 2026-01-01", "Did you mean 'effective_until'?"),
        ("effective: 2026-01-01", "'effective' is no key here. Did you mean 'effective_"),
        ("valid_until: 2026-01-01", "Did you mean 'effective_until'?"),
        ("ID: x", "'ID' is no key here. Did you mean 'id'?"),
        ("readers:", "readers is empty: write [] where nobody may read it"),
        ("readers: [ventas]", "readers names no reader in place 1: write group:NAME or user:ID"),
        ("readers: [user:a, group: b]", "readers names no reader in place 2"),
        ("readers: {group: a}", "readers is no list"),
        ("readers: [user:]", "names no reader in place 1"),
        ("effective_from: mañana", "effective_from is no day: write YYYY-MM-DD"),
        ("effective_from: 2026-01-01T10:00:00", "effective_from is no day"),
        ("effective_from: 2026-02-30", "this is not YAML (there is no such date or number)"),
        ("effective_until: 20260101", "effective_until is no day"),
        ("effective_from: 2031-01-01", "effective_until lies before effective_from"),
        ("id: ''", "id is no text of one line"),
        ("id: 7", "id is no text of one line"),
        ("title: a: b", "front matter, line 2: this is not YAML (mapping values are not allowed here)"),
        ("readers: [group:a]\nreaders: [group:b]", "front matter, line 3: this is not YAML (the key stands twice)"),
        ("title: *secreto", "this is not YAML (an alias such as *this is not taken: write it out)"),
    ],
)
def test_wrong_front_matter_is_one_clear_line(tmp_path: Path, front: str, says: str) -> None:
    with pytest.raises(IngestError) as caught:
        load(tmp_path, f"---\n{front}\n---\n")
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "a.md"))
    assert says in message
    assert "\n" not in message
    assert "secreto" not in message


def test_plain_text_between_rules_is_front_matter_only_where_it_says_terms(tmp_path: Path) -> None:
    texts = {"a.txt": "---\nNota: los precios suben.\n---\nMás.\n", "b.txt": "---\nreaders: [user:b]\n---\nMás.\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert {name: load_file(tmp_path / name).text for name in texts} == {"a.txt": texts["a.txt"], "b.txt": "Más.\n"}


def test_front_matter_without_an_end_is_told(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"front matter has no end. Close it"):
        load(tmp_path, "---\nreaders: [group:a]\n\n")


def test_a_file_with_front_matter_only_has_no_text(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="has no text"):
        load(tmp_path, "---\nreaders: [group:a]\n---", "")


def test_a_file_beside_says_what_the_file_does_not(tmp_path: Path) -> None:
    document = load(tmp_path, "---\nreaders: [user:b]\n---\n", beside="effective_from: 2026-01-01\nreaders: [user:b]\n")
    expected = (frozenset({"user:b"}), date(2026, 1, 1), GIVEN.effective_until)
    assert (document.readers, document.effective_from, document.effective_until) == expected


@pytest.mark.parametrize(
    ("beside", "says"),
    [
        ("title: Tarifas", "a.md.meta.yaml: 'title' is no key here. Known: id, readers"),
        ("reader: user:b", "Did you mean 'readers'?"),
        ("readers: [user:c]", "Its front matter and the file beside it say different things of readers"),
        ("", "a.md.meta.yaml is no mapping"),
        ("{", "a.md.meta.yaml, line 1: this is not YAML"),
    ],
)
def test_a_wrong_file_beside_is_one_clear_line(tmp_path: Path, beside: str, says: str) -> None:
    with pytest.raises(IngestError) as caught:
        load(tmp_path, "---\nreaders: [user:b]\n---\n", beside=beside)
    assert says in str(caught.value)


def test_files_of_terms_are_no_documents_but_a_lost_one_is_told(tmp_path: Path) -> None:
    load(tmp_path, "", beside="readers: [user:b]\n")
    (tmp_path / "b.md.meta.yaml").write_text("readers: [user:b]\n", "utf-8")
    loaded = load_folder(tmp_path)
    assert [document.id for document in loaded.documents] == ["a.md"]
    assert [str(failure.error) for failure in loaded.failures] == [
        f"{tmp_path / 'b.md.meta.yaml'}: it tells the terms of b.md, which is not there. Rename it, or delete it."
    ]
    (tmp_path / "a.md.meta.yml").write_text("readers: [user:c]\n", "utf-8")
    with pytest.raises(IngestError, match="two files of terms"):
        load_file(tmp_path / "a.md")
