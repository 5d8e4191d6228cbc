# make help | demo | browser | test | nightly | bench | clean
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help demo browser test nightly bench clean

help:     ## show these lines
	@grep -E '^[a-z]+: .*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(STAMP)

demo: $(STAMP)   ## check and build the shipped games, watch one game of Duel, print the reference site
	$(BIN)/kaiju check content
	$(BIN)/kaiju build content -o build
	$(BIN)/kaiju play duel --seat all=random --seed 7
	$(BIN)/kaiju site build
	@echo
	@echo "The reference site: build/site/index.html"
	@echo "Play yourself:      $(BIN)/kaiju play duel"

browser:  ## installs Debian's chromium, in which the tests look at the site
	@command -v chromium >/dev/null || { apt-get update -q && apt-get install -q -y chromium fonts-dejavu-core; }

test: $(STAMP) browser   ## everything that must hold before a change goes in
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2

nightly: $(STAMP)   ## the full figures of the fuzzers and of random play (hours)
	KAIJU_NIGHTLY=1 $(BIN)/pytest -q -n 2 -o timeout=0 -m "nightly or not nightly"

bench: $(STAMP)   ## speed of games against plain Python, of the way to a game, what stays in proportion, the site of 2,000 records
	PYTHONPATH=tests $(BIN)/python tests/bench/run.py
	PYTHONPATH=tests $(BIN)/python tests/bench/start.py
	PYTHONPATH=tests $(BIN)/python tests/bench/growth.py
	$(BIN)/python tests/bench/site.py

clean:    ## remove what was built, and the environment
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find compiler runtime site tests -name __pycache__ -type d -prune -exec rm -rf {} +
