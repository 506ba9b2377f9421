"""What of a `Grounder` seldom changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from fundamento.errors import ConfigurationError
from fundamento.policy.resolving import ModeResolver
from fundamento.text.domains import Domain, read_domains
from fundamento.text.vocabulary import Languages


@dataclass(frozen=True, slots=True)
class Settings:
    """What seldom changes. `quotes` False: claims carry no quotes, and the quote checks do not ask for them.

    `prompts` is a folder with your own prompt files in place of those that ship, `prompt_version` the version of the
    answer prompt. `tenant_key` keys the pseudonym by which a tenant goes into events; without it, tenants do not.
    `store_seconds` is how long a look-up in the store may take, which then runs in a thread of its own; past that it
    counts as a store that failed. None: as long as it takes, and in the caller's thread where nothing is awaited.
    `judge_seconds` is the same for a judge, over all claims of one output.
    `modes`, feature flags say, decides the mode of each check in place of the bundle; see `ModeResolver`.
    `hold_streams` True: a stream shows nothing before the whole answer is settled, as `answer` would settle it.
    `lexicon` adds words: a mapping, or the path of a YAML file, with a domain's `synonyms`, `antonyms`, `units` and
    `names`; the path of a folder that holds a language as `lang/es` does; or several of these in a list. They hold for
    the Grounders with these settings and for no others.
    """

    quotes: bool = True
    prompts: Path | None = None
    prompt_version: int = 1
    tenant_key: bytes | None = None
    store_seconds: float | None = 5.0
    judge_seconds: float | None = 30.0
    modes: ModeResolver | None = None
    hold_streams: bool = False
    lexicon: Domain | Sequence[Domain] | None = None
    # What `lexicon` was read to.
    languages: Languages | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.lexicon is not None:
            object.__setattr__(self, "languages", read_domains(self.lexicon))
        if self.tenant_key is not None and not isinstance(self.tenant_key, bytes):
            raise ConfigurationError(
                f"Settings.tenant_key is a {type(self.tenant_key).__name__}.", hint="Give bytes that you keep secret."
            )
        for name, seconds in (("store_seconds", self.store_seconds), ("judge_seconds", self.judge_seconds)):
            if seconds is not None and not 0 < seconds < inf:
                raise ConfigurationError(
                    f"Settings.{name} is {seconds!r}.", hint="Give seconds above 0, or None for no limit."
                )
