# Everything a contributor does, from a bare clone: each target makes .venv and installs what it needs.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
# Twice quiet: only errors. (Once would still print warnings about the machine's own pip configuration.)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev
NEWEST := .venv-newest

# Set PYTHON to choose; otherwise the first of these that starts and is new enough. (A name on PATH may be
# a shim that does not start.)
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

# More than the two cores of a small machine: half of its time a test waits for programs, sockets and timers.
WORKERS ?= 4
# A worker runs whole modules, which start and read once what their tests share. In the order of the folders: those
# with the longest modules come early, so that none begins when the other workers have no more to do.
DIST := --dist loadfile --no-loadscope-reorder
# How long `make chaos` goes on through new simulated worlds: some 15 a second.
CHAOS_SECONDS ?= 300
# How long `make fuzz` looks for cases that break a law, in all.
FUZZ_SECONDS ?= 60
# What is compiled: a binary of other sources is never used, so this only decides when to compile again.
KERNEL := hatch_build.py $(wildcard client/pente_bots/engine/kernel/*.py client/pente_bots/engine/kernel/*.pxd)
SAY_IF_UNCOMPILED = $(BIN)/python -c 'from pente_bots.engine.kernel import IS_COMPILED as is_compiled; \
	is_compiled or print("== the engine is not compiled, so computer players have only levels 1 to 10: see pente doctor")'
# More arguments for pytest: make test ARGS="-k capture"
ARGS ?=

.PHONY: help run test coverage demo-games newest bench bench-check pictures page-pictures man npm-package lint cost-update structure format long chaos fuzz clean

help:  ## show this list
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "  %-13s %s\n", $$1, $$2 }'

run: $(RUN)  ## start a server with house bots on this machine, for terminals and browsers
	@$(BIN)/pente serve --house

test: lint  ## run every check and every test but the long ones
	@echo "== pytest"
	@$(BIN)/python -m pytest -n $(WORKERS) $(DIST) $(ARGS)

coverage: $(DEV)  ## run the same tests and list the branches that none takes; half as long again
	@$(BIN)/python -m pytest -n $(WORKERS) $(DIST) --cov --cov-report=term $(ARGS)

long: $(DEV)  ## run the soaks and other tests of minutes
	@$(BIN)/python -m pytest -m long --timeout 1800 $(ARGS)

chaos: $(DEV)  ## break everything for some minutes: long tests of faults, and new simulated worlds
	@$(BIN)/python -m pytest -m long --timeout 1800 tests/chaos $(ARGS)
	@$(BIN)/python -m tests.chaos.simulation --seconds $(CHAOS_SECONDS)

# Upper bounds are ignored for what pente is built on, and kept for the tools that test it. That pip then
# names each bound that is passed is what one wants to know.
newest: | $(BIN)/python  ## run the tests against the newest releases of all dependencies, whatever the bounds
	@echo "== making $(NEWEST)"
	@$(BIN)/python -m venv --clear $(NEWEST)
	@$(NEWEST)/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --editable .
	@$(NEWEST)/bin/python -m tests.structure.newest > $(NEWEST)/requirements.txt
	@$(NEWEST)/bin/python -m pip --disable-pip-version-check --quiet install --upgrade -r $(NEWEST)/requirements.txt
	@$(NEWEST)/bin/python -m pip --disable-pip-version-check check || true
	@echo "== pytest"
	@$(NEWEST)/bin/python -m pytest -n $(WORKERS) $(DIST) $(ARGS)

fuzz: $(DEV)  ## try new random games, records and frames for FUZZ_SECONDS: make fuzz ARGS="rules --seed 7"
	@$(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS) $(ARGS)

demo-games: $(DEV)  ## play the recorded real games through a live server, and say so
	@$(BIN)/python -m pytest -v -s tests/e2e/games/test_real_games.py $(ARGS)

bench: $(DEV)  ## measure throughput and latency into bench-results/
	@$(BIN)/python -m tests.bench $(ARGS)

bench-check: $(DEV)  ## compare the cost of a move with the commit in tests/bench/bench-base, in eight minutes
	@$(BIN)/python -m tests.bench.check

pictures: $(DEV)  ## draw the pictures of the documents and the icons of the page anew
	@$(BIN)/python -m tests.support.client.pictures
	@$(BIN)/python -m tests.support.drawing.icons

page-pictures: $(DEV)  ## take pictures of every page, as phones and desktops show it, into build/pages
	@$(BIN)/python -m tests.e2e.page.pictures build/pages $(ARGS)

man: $(RUN)  ## write the manual page to build/pente.1; read it with: man -l build/pente.1
	@mkdir -p build
	@COLUMNS=80 $(BIN)/pente manual > build/pente.1
	@echo "== wrote build/pente.1"

npm-package: | $(BIN)/python  ## pack the page's client for npm, into dist
	@$(BIN)/python -m deploy.npm_package dist

lint: $(DEV)  ## check style, types, layers and deployment files
	@echo "== ruff check";       $(BIN)/ruff check --quiet .
	@echo "== ruff format";      $(BIN)/ruff format --quiet --check .
	@echo "== mypy --strict";    $(BIN)/mypy --no-error-summary
	@echo "== layers";           out=$$($(BIN)/lint-imports --no-logo --config pyproject.toml 2>&1) || { echo "$$out"; exit 1; }
	@echo "== deployment files"; deploy/validate $(abspath $(BIN))

# A figure that rises needs a reason, which is written beside it: make cost-update REASON="games know their pauses"
cost-update: $(DEV)  ## write down what a move, a sign-in, a list or a page costs now: REASON="why it rises"
	@$(BIN)/python -m tests.cost --update --reason "$(REASON)"

structure: $(DEV)  ## count circles, hidden imports, double names and arrows between folders
	@$(BIN)/python -m tests.structure

format: $(DEV)  ## let ruff rewrite what it can
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

clean:  ## remove the environment, caches and results
	@rm -rf $(VENV) $(NEWEST) .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@rm -rf bench-results build dist htmlcov client/pente_bots/engine/kernel/compiled
	@find core protocol server client tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
		echo "pente needs Python 3.11 or newer and found none on PATH; install one, or run: make PYTHON=/path/to/python3" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "pente needs Python 3.11 or newer, which $(PYTHON) is not ($$($(PYTHON) -V 2>&1 | head -n 1)). Run: make PYTHON=/path/to/python3" >&2; \
		exit 1; }
	@echo "== making $(VENV) with $$($(PYTHON) -V)"
	@$(PYTHON) -m venv $(VENV) || { \
		rm -rf $(VENV); \
		echo "could not make $(VENV); on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

$(RUN): pyproject.toml $(KERNEL) | $(BIN)/python
	@echo "== installing pente with its server"
	@$(PIP) install --editable '.[server]'
	@$(SAY_IF_UNCOMPILED)
	@touch $@

# Where only the kernel has changed, what is installed can compile it, without a network.
$(DEV): pyproject.toml $(KERNEL) | $(BIN)/python
	@if [ -e $@ ] && [ -z "$(filter pyproject.toml,$?)" ]; then \
		$(BIN)/python hatch_build.py || true; \
	else \
		echo "== installing pente with everything for development (a minute or two the first time)"; \
		$(PIP) install --editable '.[server,ssh,bench,dev]' && \
		$(SAY_IF_UNCOMPILED); \
	fi
	@touch $(RUN) $@
