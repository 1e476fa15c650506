# hearts-admin: `make demo` and `make test` are all a new machine needs (Python 3.11+ and make).
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
EDITABLE := $(PIP) install --quiet --no-deps --no-build-isolation --editable .

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types contracts check-reports torture bench lock clean

help:            ## this list
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hearts-admin needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The development lock contains the runtime lock, so a developer's venv satisfies both stamps.
$(VENV)/runtime.stamp: requirements.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes --requirement requirements.txt
	$(EDITABLE)
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes --requirement requirements-dev.txt
	$(EDITABLE)
	@touch $@ $(VENV)/runtime.stamp

demo: $(VENV)/runtime.stamp  ## set up, build the sample club, leave a workbook in build/
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python data/demo.py

test: $(VENV)/dev.stamp      ## set up and run the tests
	$(BIN)/python -m pytest -m "not torture" $(ARGS)

lint: $(VENV)/dev.stamp      ## ruff: style, imports, formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp     ## mypy, strict
	$(BIN)/mypy

contracts: $(VENV)/dev.stamp ## import-linter: who may import whom
	$(BIN)/lint-imports --no-cache

check: lint types contracts test  ## everything that must hold at every commit

check-reports: $(VENV)/dev.stamp ## every sheet and chart as a picture, nl and en (needs LibreOffice)
	$(BIN)/python tests/reports/check_reports.py $(ARGS)

torture: $(VENV)/dev.stamp   ## long fault injection (kill -9, many moments)
	$(BIN)/python -m pytest -m torture $(ARGS)

bench: $(VENV)/dev.stamp     ## measure; never part of a test
	$(BIN)/python tests/bench/run.py $(ARGS)

lock: $(VENV)/dev.stamp      ## renew both locks from pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
	  pyproject.toml --group build -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
	  pyproject.toml --group build --group dev --constraints requirements.txt -o requirements-dev.txt

clean:           ## remove what make made (never a database)
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
