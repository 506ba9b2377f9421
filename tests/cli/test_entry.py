"""The entry point: what it says without its libraries, and how it ends."""

import subprocess
import sys

import pytest

MAIN = "from fundamento.cli import main; main()"


def leave(program: str, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("library"), ["typer", "rich"])
def test_a_missing_library_is_one_line_that_names_the_extra(library: str) -> None:
    status, stdout, stderr = leave(f"import sys; sys.modules[{library!r}] = None\n{MAIN}", "demo")
    assert (status, stdout) == (2, "")
    assert stderr == (
        f"fundamento: The command line needs {library}, which is not installed. "
        'Install it with: pip install "fundamento[cli]"\n'
    )


def test_a_store_without_chroma_names_its_extra() -> None:
    status, _, stderr = leave(f"import sys; sys.modules['chromadb'] = None\n{MAIN}", "demo")
    assert (status, stderr.count("\n")) == (2, 1)
    assert 'pip install "fundamento[chroma]"' in stderr


@pytest.mark.parametrize(
    ("arguments", "status"), [(("--help",), 0), (("audit", "--help"), 0), (("audit",), 2), (("x",), 2)]
)
def test_help_and_usage_errors_have_their_status(arguments: tuple[str, ...], status: int) -> None:
    assert leave(MAIN, *arguments)[0] == status


def test_a_narrow_encoding_does_not_end_it() -> None:
    program = f"import sys; sys.stdout.reconfigure(encoding='ascii')\n{MAIN}"
    status, stdout, _ = leave(program, "demo")
    assert (status, "es de 80 ?C" in stdout) == (0, True)


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "fundamento", "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, "Usage: fundamento" in done.stdout) == (0, True)
