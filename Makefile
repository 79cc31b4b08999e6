# Each target sets up what it needs in .venv, from nothing but Python 3.11 or later and make.
#
#   make play        the board in the browser; with OPTIONS='--port 9000 --no-browser' those of malecon play
#   make install     the command malecon in .venv/bin
#   make test        the tests, on two cores; on more with JOBS=4
#   make test-fast   the tests without the slow ones, for the daily loop
#   make test-lowest the same with the lowest versions of the dependencies that pyproject.toml allows
#   make constraints renew constraints.txt, the versions that are tested and installed, with the newest ones
#   make check       lint, format, types, layers, dead code, docs; JavaScript if Node.js is installed
#   make docs        the documentation site, in site/
#   make soak        everything together under random faults, for MINUTES=10
#   make bench       speed on this machine, beside OpenSpiel where it can be installed
#   make clean       remove .venv and everything else that was made here
#
# Another Python: make play PYTHON=/path/to/python3.12
# The newest versions of the dependencies instead of the tested ones: make play CONSTRAINTS=

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for name in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	if $$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; then echo $$name; break; fi; done)

JOBS ?= 2
MINUTES ?= 10
CONSTRAINTS ?= constraints.txt
# Python writes the bytecode of modules when they are first imported, which pip would spend a third of its time on for all
# modules. Where the environment forbids it, every process would compile everything it imports again.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	$(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))
REQUIREMENTS = $(BIN)/python scripts/requirements
PYTEST = PYTHONUTF8=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

MKDOCS = NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

.PHONY: help install play test test-fast kernels chromium test-lowest constraints check docs soak bench clean
help:
	@sed -n 's/^#   //p' Makefile

play: $(VENV)/.installed
	@$(BIN)/malecon play $(OPTIONS)

install: $(VENV)/.installed
	@echo 'Installed. Try: $(BIN)/malecon --help'

# Kernels are compiled before the tests, so that test workers do not compile the same ones at the same time, and while
# pip and apt install the rest, which leaves most of one core idle.
test: $(VENV)/.installed
	@$(MAKE) --no-print-directory --jobs=3 kernels $(VENV)/.installed-test chromium
	$(PYTEST) </dev/null

test-fast: $(VENV)/.installed
	@$(MAKE) --no-print-directory --jobs=3 kernels $(VENV)/.installed-test
	$(PYTEST) -m 'not slow' </dev/null

kernels: $(VENV)/.installed
	@$(BIN)/python tests/support/precompile.py

chromium:
	@scripts/install-chromium || echo 'No browser found: skipping its tests.'

# Development tools are left out: some need later versions than the package itself. The kernels are compiled once more.
LOWEST := .venv-lowest
test-lowest: $(LOWEST)/.ready
	@$(MAKE) --no-print-directory test-fast VENV=$(LOWEST) CONSTRAINTS=

$(LOWEST)/.ready: pyproject.toml
	@echo 'Installing the lowest versions that pyproject.toml allows into $(LOWEST) ...'
	@rm -rf $(LOWEST) && $(PYTHON) -m venv $(LOWEST)
	@$(PYTHON) scripts/lowest-versions > $(LOWEST)/lowest.txt
	@$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --prefer-binary \
		--constraint $(LOWEST)/lowest.txt --editable '.[web,lab,cluster]' httpx hypothesis pytest pytest-xdist
	@touch $@ $(LOWEST)/.installed $(LOWEST)/.installed-test

constraints:
	scripts/update-constraints '$(PYTHON)'

check: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture
	@scripts/check-js
	$(MKDOCS)

docs: $(VENV)/.installed-dev
	$(BIN)/malecon players --markdown docs/techniques/reference.md
	$(MKDOCS)

soak: $(VENV)/.installed-dev
	$(BIN)/python -m tools.soak --minutes $(MINUTES)

bench: $(VENV)/.installed-dev
	$(BIN)/malecon bench

clean:
	rm -rf $(VENV) $(LOWEST) build dist site node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n '$(PYTHON)' || { echo 'Malecon needs Python 3.11 to 3.14; name one with: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo '$(PYTHON) cannot be run or is older than Python 3.11; name another with: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo '$(PYTHON) lacks the module venv; on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	@echo 'Making $(VENV) with $(PYTHON) ...'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml $(CONSTRAINTS) | $(BIN)/python
	@echo 'Installing Malecon into $(VENV), which may take a minute ...'
	@$(PIP_INSTALL) --editable '.[web]'
	@touch $@

# OpenSpiel is a second opinion only: where it has no wheel, its tests are skipped.
$(VENV)/.installed-test: $(VENV)/.installed
	@echo 'Installing what the tests need ...'
	@$(REQUIREMENTS) test lab cluster rl notebook > $(VENV)/test.txt
	@$(PIP_INSTALL) --requirement $(VENV)/test.txt
	@$(REQUIREMENTS) peers > $(VENV)/peers.txt
	@$(PIP_INSTALL) --only-binary :all: --requirement $(VENV)/peers.txt || \
		echo 'OpenSpiel cannot be installed here; going on without it.'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed-test
	@echo 'Installing the development tools ...'
	@$(REQUIREMENTS) dev docs > $(VENV)/dev.txt
	@$(PIP_INSTALL) --requirement $(VENV)/dev.txt
	@touch $@
