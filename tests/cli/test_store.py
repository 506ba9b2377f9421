"""Files go in, questions are answered from them."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from cli.conftest import Command
from fundamento.cli.ingest import make_terms
from fundamento.errors import InputError
from fundamento.fragments import Fragment, digest
from fundamento.stores.chroma import ChromaStore
from ingest.papers import make_picture

QUESTION = "¿Cuántos proyectos permite el plan Pro?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "planes.md").write_text("El plan Pro permite hasta 10 proyectos activos.\n", "utf-8")
    (documents / "keep.txt").write_text("Deleted files are kept for 30 days.\n", "utf-8")
    return documents


def test_files_go_in_and_are_told(run: Command, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    done = run("ingest", folder, "--store", store)
    *files, total = done.stdout.splitlines()
    assert (done.status, done.stderr) == (0, "")
    assert [line.split("  ")[0] for line in files] == ["keep.txt", "planes.md"]
    assert total == f"2 documents, 2 fragments in {store}"


@pytest.mark.parametrize("options", [(), ("--explain",)])
def test_pages_without_text_are_told(run: Command, tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "scan.pdf").write_bytes(make_picture("Las copias se hacen cada noche.", "Se guardan 30 dias."))
    done = run("ingest", tmp_path / "scan.pdf", "--store", tmp_path / "store", *options)
    assert done.status == 0
    assert "no text on 3 pages (1, 3, 5): pictures are not read\n" in done.stdout


def test_a_bad_file_does_not_stop_the_others(run: Command, folder: Path, tmp_path: Path) -> None:
    (folder / "old.txt").write_bytes(b"Garant\x00a")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    done = run("ingest", folder, tmp_path / "nowhere.md", "--store", tmp_path / "store")
    assert (done.status, done.stderr.count("\n")) == (2, 3)
    assert "old.txt: It is binary" in done.stderr
    assert "picture.png: no reader for .png." in done.stderr
    assert "nowhere.md does not exist." in done.stderr
    assert done.stdout.splitlines()[-1].endswith("; 3 files failed")
    assert run("ask", QUESTION, "--store", tmp_path / "store").status == 0


def test_what_would_be_changed_is_listed_and_nothing_is_stored(run: Command, folder: Path, tmp_path: Path) -> None:
    (folder / "a.html").write_bytes("<h1>Gu&iacute;a</h1>\n<script>x()</script><p>Son an\u0303os.".encode())
    (folder / "b.png").write_bytes(b"")
    done = run("ingest", folder, "--explain", "--store", tmp_path / "store")
    once = ["1 marker", "1 character-reference", "1 white-space", "1 hidden", "1 block-break", "1 unicode-form"]
    assert done.stdout.splitlines() == [
        "a.html  utf-8  54 code points",
        '  0-4  markup  removed "<h1>"',
        '  4-4  marker  added "# "',
        '  6-14  character-reference  "&iacute;" became "í"',
        '  15-20  markup  removed "</h1>"',
        '  20-21  white-space  removed "\\n"',
        '  21-41  hidden  removed "<script>x()</script>"',
        '  41-44  markup  removed "<p>"',
        '  44-44  block-break  added "\\n\\n"',
        '  49-51  unicode-form  "n\\u0303" became "\\u00f1"',
        f"  9 changes: 3 markup, {', '.join(once)}",
        "keep.txt  utf-8  36 code points",
        "  0 changes",
        "planes.md  utf-8  48 code points",
        "  0 changes",
    ]
    assert (done.status, done.stderr.count("\n")) == (2, 1)
    assert not (tmp_path / "store").exists()


def test_an_empty_folder_is_told(run: Command, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run("ingest", empty, "--store", tmp_path / "store")
    assert (done.status, done.stderr) == (2, "fundamento: there was no file to take in.\n")


def test_an_answer_shows_its_quote(run: Command, folder: Path, tmp_path: Path) -> None:
    run("ingest", folder, "--store", tmp_path / "store")
    done = run("ask", QUESTION, "--store", tmp_path / "store", "--policy", "strict")
    assert done.status == 0
    assert "outcome answered  action allowed" in done.stdout
    assert "  El plan Pro permite hasta 10 proyectos activos [1].\n" in done.stdout
    assert "  «El plan Pro permite hasta 10 proyectos activos.»\n" in done.stdout


def test_json_is_for_machines(run: Command, folder: Path, tmp_path: Path) -> None:
    run("ingest", folder, "--store", tmp_path / "store")
    done = run("ask", "How long are deleted files kept?", "--store", tmp_path / "store", "--json")
    (row,) = done.rows
    assert (done.status, row["outcome"], row["text"]) == (0, "answered", "Deleted files are kept for 30 days [1].")
    assert row["claims"][0]["spans"][0]["start"] == 0


@pytest.mark.parametrize(
    ("question", "lang", "said"),
    [
        ("¿Cuánto cuesta el plan Pro?", None, "No encuentro la respuesta en estas fuentes."),
        ("Is there a sauna?", None, "I can't find the answer in these sources."),
        ("Is there a sauna?", "es", "No encuentro la respuesta en estas fuentes."),
    ],
)
def test_what_is_not_there_is_said_so(
    run: Command, folder: Path, tmp_path: Path, question: str, lang: str | None, said: str
) -> None:
    run("ingest", folder, "--store", tmp_path / "store")
    done = run("ask", question, "--store", tmp_path / "store", *(("--lang", lang) if lang else ()))
    assert (done.status, said in done.stdout) == (0, True)
    assert "outcome abstained" in done.stdout


def test_only_readers_find_what_is_theirs(run: Command, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    run("ingest", folder / "planes.md", "--store", store, "--reader", "group:ventas", "--reader", "user:eva")
    arguments = ("ask", QUESTION, "--store", store, "--policy", "strict")
    told = {
        reader: "outcome answered" in run(*arguments, *reader).stdout
        for reader in [
            (),
            ("--reader", "eva"),
            ("--reader", "ana", "--group", "ventas"),
            ("--reader", "ana", "--group", "compras"),
        ]
    }
    assert list(told.values()) == [True, True, True, False]


def lines(run: Command, *arguments: object) -> list[str]:
    done = run("ingest", *arguments)
    assert (done.status, done.stderr) == (0, "")
    return done.stdout.splitlines()[:-1]


def test_what_became_of_each_file_is_told(
    run: Command, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (folder / "keep.txt").unlink()
    told = [
        lines(run, "documents", "--store", "store"),
        lines(run, "documents", "--store", "store"),
        lines(run, "documents", "--store", "store", "--reader", "group:ventas"),
    ]
    (folder / "planes.md").rename(folder / "tarifas.md")
    told.append(lines(run, "documents", "--store", "store", "--reader", "group:ventas"))
    (folder / "tarifas.md").write_text("El plan Pro permite hasta 20 proyectos activos.\n", "utf-8")
    told.append(lines(run, "documents", "--store", "store"))
    (folder / "tarifas.md").unlink()
    (folder / "otro.md").write_text("Otro.\n", "utf-8")
    told += [lines(run, "documents", "--store", "store"), lines(run, "documents", "--store", "store", "--prune")]
    one, two, other = (
        digest(text)[:8]
        for text in (*(f"El plan Pro permite hasta {number} proyectos activos.\n" for number in (10, 20)), "Otro.\n")
    )
    assert told == [
        [f"planes.md  new  version {one}  1 fragment"],
        [f"planes.md  unchanged  version {one}  1 fragment"],
        [f"planes.md  new terms  version {one}  1 fragment"],
        [f"planes.md  renamed, now {Path('documents', 'tarifas.md')}"],
        [f"planes.md  new version  version {two}  1 fragment"],
        [f"otro.md  new  version {other}  1 fragment", "planes.md  file missing; --prune deletes it"],
        [f"otro.md  unchanged  version {other}  1 fragment", "planes.md  deleted"],
    ]


def test_only_the_new_version_answers(run: Command, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    run("ingest", folder, "--store", store)
    (folder / "planes.md").write_text("El plan Pro permite hasta 20 proyectos activos.\n", "utf-8")
    run("ingest", folder, "--store", store)
    (row,) = run("ask", QUESTION, "--store", store, "--policy", "strict", "--json").rows
    assert (row["outcome"], row["text"]) == ("answered", "El plan Pro permite hasta 20 proyectos activos [1].")
    (folder / "planes.md").unlink()
    run("ingest", folder, "--store", store, "--prune")
    (row,) = run("ask", QUESTION, "--store", store, "--policy", "strict", "--json").rows
    assert row["outcome"] == "abstained"


def test_front_matter_goes_before_options(run: Command, folder: Path, tmp_path: Path) -> None:
    text = (folder / "planes.md").read_text("utf-8")
    (folder / "planes.md").write_text(f"---\nreaders: [group:rrhh]\n---\n{text}", "utf-8")
    run("ingest", folder, "--store", tmp_path / "store", "--reader", "group:ventas")
    arguments = ("ask", QUESTION, "--store", tmp_path / "store", "--reader", "ana", "--group")
    told = {group: "outcome answered" in run(*arguments, group).stdout for group in ("ventas", "rrhh")}
    assert told == {"ventas": False, "rrhh": True}


def test_two_files_with_one_id_are_one_line(run: Command, folder: Path, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (folder / name).write_text(f"---\nid: manual\n---\nTexto de {name}.\n", "utf-8")
    done = run("ingest", folder, "--store", tmp_path / "store")
    assert (done.status, done.stderr.count("\n"), len(done.stdout.splitlines())) == (2, 1, 4)
    assert f"{folder / 'b.md'} has the ID of {folder / 'a.md'}, manual." in done.stderr


def test_a_store_of_before_is_still_answered_from(run: Command, tmp_path: Path) -> None:
    old = Fragment("planes.md@0:0-47", "El plan Pro permite hasta 10 proyectos activos.", document="planes.md")
    with closing(ChromaStore(tmp_path / "store")) as store:
        store.add([old])
    done = run("ask", QUESTION, "--store", tmp_path / "store", "--policy", "strict")
    assert (done.status, "outcome answered" in done.stdout) == (0, True)


def test_validity_is_kept(run: Command, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    run("ingest", folder / "planes.md", "--store", store, "--from", "2020-01-01", "--until", "2020-12-31")
    done = run("ask", QUESTION, "--store", store, "--policy", "strict")
    assert done.status == 1
    assert "outcome rejected  action withheld" in done.stdout
    assert "out-of-date-source on claim 0" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ask", "hola", "--store", "nowhere"), "There is no store in nowhere. Fill one: fundamento ingest"),
        (("ask", "hola", "--store", "."), "There is no store in ."),
        (("ask", "hola", "--store", "store", "--group", "x"), "--group needs --reader."),
        (("ask", "hola", "--store", "store", "--lang", "fr"), "There are no prompts in 'fr'."),
        (("ask", "hola", "--store", "store", "--model", "nothing"), "There is no generator 'nothing'."),
        (("ask", "hola", "--store", "store", "--model", "nobody/x"), "instructor could not set up nobody/x"),
        (("ingest", ".", "--reader", "ventas"), "--reader ventas says neither a user nor a group."),
        (("ingest", ".", "--engine", "rai"), "There is no engine 'rai'. Did you mean 'ray'?"),
        (("ingest", ".", "--from", "2026-02-01", "--until", "2026-01-01"), "--until lies before --from."),
    ],
)
def test_what_cannot_run_is_one_line(
    run: Command, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("Texto.\n", "utf-8")
    run("ingest", "a.md", "--store", "store")
    done = run(*arguments)
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "store"]


@pytest.mark.model
def test_a_real_model_is_asked_and_checked(run: Command, folder: Path, tmp_path: Path) -> None:
    run("ingest", folder, "--store", tmp_path / "store")
    done = run("ask", QUESTION, "--store", tmp_path / "store", "--model", "local", "--json", "--limit", 1)
    (row,) = done.rows
    assert done.status == (1 if row["outcome"] in {"rejected", "unverified"} else 0)
    assert row["action"] == "allowed"
    assert row["text"]


def test_terms_follow_from_options() -> None:
    assert make_terms(None, None, None).readers is None
    assert make_terms(["group:a", "user:b"], None, None).readers == frozenset({"group:a", "user:b"})
    with pytest.raises(InputError, match="neither a user nor a group"):
        make_terms(["group:"], None, None)


def test_what_was_retrieved_is_shown_with_ranks_and_scores(run: Command, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    run("ingest", folder, "--store", store)
    shown = run("ask", QUESTION, "--store", store, "--show-retrieved").stdout
    assert "retrieved (1):" in shown
    assert " 1 " in shown.split("retrieved (1):")[1]
    assert "planes.md" in shown.split("retrieved (1):")[1]
    [retrieved] = json.loads(run("ask", QUESTION, "--store", store, "--json").stdout)["retrieved"]
    assert (retrieved["rank"], retrieved["document"], retrieved["score"] > 0) == (1, "planes.md", True)


def test_a_store_is_measured_on_questions(run: Command, folder: Path, tmp_path: Path) -> None:
    store, questions = tmp_path / "store", tmp_path / "questions.jsonl"
    run("ingest", folder, "--store", store)
    asked = [
        {"question": QUESTION, "relevant": [{"document": "planes.md", "quote": "hasta 10  proyectos"}]},
        {"question": "How long are deleted files kept?", "relevant": [{"document": "keep.txt"}]},
        {"question": "¿Quién fundó Roma?", "relevant": [{"document": "keep.txt"}, {"document": "planes.md"}]},
    ]
    questions.write_text("\n".join(map(json.dumps, asked)), "utf-8")
    done = run("store", "check", questions, "--store", store, "--json")
    *each, total = map(json.loads, done.stdout.splitlines())
    assert [(one["rank"], one["recall"]) for one in each] == [(1, 1.0), (1, 1.0), (None, 0.0)]
    assert (done.status, total) == (1, {"questions": 3, "k": 8, "recall": 2 / 3, "mrr": 2 / 3})
    assert "missed ¿Quién fundó Roma?" in run("store", "check", questions, "--store", store).stdout


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "holds no question"),
        ("{", "line 1"),
        ('{"question": "x"}', "line 1: relevant: Field required"),
        ('{"question": "x", "relevant": [{"section": "1"}]}', "name its fragment, its document or a quote"),
        ('{"question": "x", "relevant": [{"document": "d"}], "extra": 1}', "line 1: extra"),
    ],
)
def test_a_question_that_is_none_is_named_by_its_line(
    run: Command, folder: Path, tmp_path: Path, line: str, complaint: str
) -> None:
    run("ingest", folder, "--store", tmp_path / "store")
    (tmp_path / "questions.jsonl").write_text(line, "utf-8")
    done = run("store", "check", tmp_path / "questions.jsonl", "--store", tmp_path / "store")
    assert (done.status, complaint in done.stderr) == (2, True)


def test_what_is_stale_is_listed(run: Command, tmp_path: Path) -> None:
    documents, store = tmp_path / "documents", tmp_path / "store"
    documents.mkdir()
    for name in ("a", "b", "c"):
        (documents / f"{name}.md").write_text(f"El abono anual {name} cuesta 19 euros.", "utf-8")
    run("ingest", documents, "--store", store)
    assert (run("stale", "--store", store).status, run("stale", "--store", store).stdout) == (0, "")
    (documents / "a.md").write_text("Otro texto.", "utf-8")
    (documents / "b.md").unlink()
    done = run("stale", "--store", store, "--json")
    assert done.status == 1
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["document"], one["state"]) for one in found] == [("a.md", "changed"), ("b.md", "gone")]
    plain = run("stale", "--store", store).stdout
    assert "a.md  changed since it was indexed  indexed 20" in plain
    asked = run("ask", "¿Cuánto cuesta el abono a?", "--store", store, "--policy", "strict", "--json")
    assert {one["document"] for one in json.loads(asked.stdout)["cited"]} <= {"c.md"}
