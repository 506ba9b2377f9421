"""Check one answer that somebody else generated."""

from dataclasses import dataclass

from fundamento.cli.display import Screen, make_console, show_result
from fundamento.cli.generators import open_judge
from fundamento.cli.lines import STANDARD_INPUT, name_of, open_source, parse_json, read_all
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.records import read_fragments
from fundamento.cli.scores import explain_scores, report_scores, show_scores
from fundamento.cli.status import Status, status_of
from fundamento.errors import InputError
from fundamento.fragments import Fragment, Reader
from fundamento.grounder import Format, Grounder
from fundamento.policy.loading import load_bundle
from fundamento.result import Result
from fundamento.serialisation import report
from fundamento.text.language import Lang


@dataclass(frozen=True, slots=True)
class Given:
    """What to check: files with the output and the fragments (`-`: standard input), the output's format, the question.

    `lang` None: the question's language, or else the sources'.
    """

    output: str
    fragments: str
    format: Format = "json"
    question: str = ""
    reader: Reader | None = None
    lang: Lang | None = None


def check(
    given: Given,
    *,
    policy: str,
    judge: str | None = None,
    as_json: bool = False,
    explain: bool = False,
) -> Status:
    """Check an output against fragments; `explain` adds what the support score of each claim is made of.

    `vectors` has that score see paraphrase.

    The words of that are English, as all that the command says, unless `given.lang` is `es`.

    Raises `PolicyError`, `InputError` and `ConfigurationError`.
    """
    if given.output == STANDARD_INPUT == given.fragments:
        raise InputError("OUTPUT and --fragments cannot both be standard input.", hint="Give one of them as a file.")
    bundle = load_bundle(policy)
    retrieved = load_fragments(given.fragments)
    with open_judge(judge) as opened:
        result = Grounder(policy=bundle, judge=opened, sinks=(), lang=given.lang).check(
            _load_output(given.output), retrieved, format=given.format, question=given.question, reader=given.reader
        )
    if as_json:
        with open_target(STANDARD_OUTPUT) as write:
            scores = {"explanations": report_scores(result)} if explain else {}
            write({**report(result, result.modes), **scores})
    elif given.format == "citations" and result.claims:
        show_citations(result)
    else:
        console = make_console()
        show_result(Screen(console, result.modes), result, draft=True)
        if explain:
            show_scores(console, explain_scores(result), given.lang or "en")
    return status_of([result.outcome])


def show_citations(result: Result) -> None:
    """Print a line a citation: `QUOTE_FOUND`, or `REVIEW` with the checks that fail or could not run."""
    console = make_console()
    general = [each.check.value for each in result.findings if each.claim is None]
    unable = ["could not be checked"] if result.faults else []
    for index in range(len(result.claims)):
        own = [each.check.value for each in result.findings if each.claim == index]
        wrong = dict.fromkeys([*own, *general, *unable])
        line = f"REVIEW {index + 1}: {', '.join(wrong)}" if wrong else f"QUOTE_FOUND {index + 1}"
        console.print(line, soft_wrap=True)


def load_fragments(source: str) -> list[Fragment]:
    """Read fragments: a JSON array, an object with the key `fragments`, or JSON lines. Raises `InputError`."""
    with open_source(source) as file:
        content = read_all(file)
    if not content.strip():
        raise InputError(f"{name_of(source)} is empty.", hint="Where nothing was retrieved, put [] there.")
    try:
        return read_fragments(_listed(content))
    except InputError as error:
        raise InputError(f"{name_of(source)}: {error}") from None


def _listed(content: bytes) -> object:
    try:
        value = parse_json(content)
    except InputError:
        return _parse_lines(content)
    if isinstance(value, dict):
        return value.get("fragments", [value])
    return value


def _parse_lines(content: bytes) -> list[object]:
    values = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            try:
                values.append(parse_json(line))
            except InputError as error:
                raise InputError(f"line {number}: {error}") from None
    return values


def _load_output(source: str) -> str:
    with open_source(source) as file:
        content = read_all(file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name_of(source)} is not UTF-8: byte {error.start} cannot be read.", hint="Save it as UTF-8."
        ) from None
