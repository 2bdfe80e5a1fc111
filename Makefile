# Everything that one runs here. `make` alone lists the targets.
# Needs Python 3.11 or newer with pip; the rest is installed into $(VENV), again only when what is pinned changes.

PYTHON ?= python3
VENV ?= .venv

RUN := "$(VENV)/bin/python"
MDEXA := "$(VENV)/bin/mdexa"
READY := $(VENV)/.ready

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run setup build site validate test lint types unit docs format bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r target what; do \
		printf '%-16s %s\n' "$$target" "$$what"; done

# `check` leaves with 1 when not every asked use is permitted: an answer, and no failure.
define ask
	@printf '\n$$ mdexa %s\n\n' '$(1)'
	@$(MDEXA) $(1) || test $$? -eq 1
endef

run: build ## set up, compile the catalogue, and answer three real questions
	$(call ask,search "chest x-ray with reports" --limit 5)
	$(call ask,check kits19 medmnist mimic-iv chexpert --purpose commercial_product)
	$(call ask,access mimic-iv)

setup: $(READY) ## make the environment

# The exact closure first, without the build isolation that would fetch its own copies; then the project itself.
$(READY): pyproject.toml constraints.txt hatch_build.py
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Mdexa needs Python 3.11 or newer: make PYTHON=python3.x")'
	@echo "== setting up $(VENV)"
	@"$(PYTHON)" -m venv "$(VENV)"
	@$(RUN) -m pip install -qq -r constraints.txt
	@$(RUN) -m pip install -qq --no-build-isolation -c constraints.txt -e '.[all,dev]'
	@touch "$@"

build: $(READY) ## compile the catalogue into build/
	@echo "== compiling the catalogue"
	@$(MDEXA) build

site: build ## write the static web site into build/site
	@$(MDEXA) site --index build/catalogue.mdexa --target build/site

validate: $(READY) ## check the cards, and print what to mend; doubts count
	@$(MDEXA) validate --strict

test: lint types unit ## lint, types and tests

lint: $(READY) ## style and format
	@echo "== style"
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m ruff format --check --quiet . || { echo "some files are not formatted: run make format" >&2; exit 1; }

types: $(READY) ## mypy, strict
	@echo "== types"
	@$(RUN) -m mypy --no-error-summary

unit: $(READY) ## the tests alone
	@echo "== tests"
	@$(RUN) -m pytest

docs: $(READY) ## the checks of the documentation alone
	@$(RUN) -m pytest tests/test_package.py $(wildcard tests/test_docs*.py)

format: $(READY) ## put the code into its format
	@$(RUN) -m ruff check --quiet --fix-only .
	@$(RUN) -m ruff format --quiet .

bench: build ## measure speed against other engines (minutes; no part of the tests)
	@$(RUN) tests/benchmarks/run.py $(BENCH)

clean: ## remove what was made, the environment excepted
	@find build -mindepth 1 ! -name README.md -delete
	@rm -rf dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find mdexa tests -name __pycache__ -type d -exec rm -rf {} +
