# Everything happens in a virtual environment of its own, .venv. `make help` tells what there is.

PYTHON = python3
VENV = .venv
BIN = $(VENV)/bin
SOURCES := setup.py pyproject.toml $(shell find src/cardhouse -type f ! -name '*.pyc' ! -name '*.so')
RUN = env -u CARDHOUSE_PURE -u PYTHONPATH
PLAIN = env -u PYTHONPATH CARDHOUSE_PURE=1
# The page is the same with plain and with compiled files: it is tested once, and whoever is free takes the next test.
WITHOUT_BROWSER = --ignore=tests/browser
IN_THE_BROWSER = $(BIN)/python -m pytest -n auto --dist worksteal tests/browser

.PHONY: help install test test-browser quick lint play screenshots digests golden bench bench-engine bench-page wheel check-wheel clean

help:
	@echo "make test         all tests, with the plain files and with the compiled ones, and the page in Chromium"
	@echo "make test-browser only those of the page in Chromium"
	@echo "make quick        the tests with the plain files of src, without building anything and without a browser"
	@echo "make lint         ruff, mypy and the checks of our own"
	@echo "make play         cardhouse itself"
	@echo "make screenshots  pictures of every game at three sizes, in screenshots"
	@echo "make bench        everything that is measured"
	@echo "make digests      pin the digests of seeded games anew, after a rule was changed"
	@echo "make golden       play the golden playthroughs anew, after a rule was changed"
	@echo "make wheel        a wheel and an sdist in dist; make check-wheel also tests each of them"
	@echo "make clean        remove all that was made"

$(VENV)/tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cardhouse needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "This Python can't make virtual environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Installing the tools into $(VENV)"
	@needs=$$($(BIN)/python -m tools.needs dev) && echo "$$needs" | $(BIN)/python -m pip install --quiet -r /dev/stdin
	@touch $@

# Built anew whenever a source is newer, so that a compiled file is never older than what it was compiled from.
$(VENV)/installed: $(VENV)/tools $(SOURCES)
	@echo "Building and installing Cardhouse"
	@rm -rf build/lib build/lib.* build/bdist.*
	@$(RUN) $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation .
	@cd $(VENV) && $(RUN) bin/python -c 'from cardhouse.build import running; print("Installed:", running())'
	@touch $@

install: $(VENV)/installed

test: install
	@cd $(VENV) && if $(RUN) bin/python -c 'import sys, cardhouse.build as b; sys.exit(b.running() == "plain")'; then \
	  cd .. && echo "Testing the plain files" && $(PLAIN) $(BIN)/python -m pytest -n auto $(WITHOUT_BROWSER) && \
	  echo "Testing the compiled files" && $(RUN) $(BIN)/python -m pytest -n auto $(WITHOUT_BROWSER) && \
	  echo "Testing the page in Chromium" && $(RUN) $(IN_THE_BROWSER); \
	else \
	  cd .. && echo "There is no C compiler here: testing the plain files only" && \
	  $(PLAIN) $(BIN)/python -m pytest -n auto $(WITHOUT_BROWSER) && \
	  echo "Testing the page in Chromium" && $(PLAIN) $(IN_THE_BROWSER); \
	fi

test-browser: install
	@$(RUN) $(IN_THE_BROWSER)

quick: $(VENV)/tools
	@CARDHOUSE_PURE=1 PYTHONPATH=src $(BIN)/python -m pytest -n auto $(WITHOUT_BROWSER)

lint: $(VENV)/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m tools.check_shifts
	@if command -v npx >/dev/null; then echo "tsc --checkJs --strict"; npx --yes --package typescript@5.9.3 tsc -p jsconfig.json; \
	else echo "There is no Node here: the page's types are not checked"; fi

screenshots: install
	@$(RUN) $(BIN)/python -m tools.screenshots

play: install
	@$(RUN) $(BIN)/cardhouse

digests: $(VENV)/tools
	@CARDHOUSE_PURE=1 PYTHONPATH=src:tests $(BIN)/python -m seeded > tests/digests.txt

golden: $(VENV)/tools
	@CARDHOUSE_PURE=1 PYTHONPATH=src:tests $(BIN)/python -m golden.make

bench: bench-engine bench-page

bench-page: install
	@$(RUN) $(BIN)/python -m bench.page

bench-engine: $(VENV)/bench install
	@$(RUN) $(BIN)/python -m bench.engine

$(VENV)/bench: $(VENV)/tools
	@needs=$$($(BIN)/python -m tools.needs bench) && echo "$$needs" | $(BIN)/python -m pip install --quiet -r /dev/stdin
	@touch $@

wheel: $(VENV)/tools
	@rm -rf dist build/lib build/lib.* build/bdist.*
	@$(RUN) $(BIN)/python -m build --no-isolation

check-wheel: wheel
	@for made in dist/*.whl dist/*.tar.gz; do \
	  echo "Testing $$made" && rm -rf build/check && $(PYTHON) -m venv build/check/venv && \
	  build/check/venv/bin/python -m pip install --quiet "$$made[dev]" && \
	  $(PYTHON) -m tarfile -e dist/*.tar.gz build/check && \
	  (cd build/check/cardhouse-* && unset PYTHONPATH && \
	    CARDHOUSE_PURE=1 ../venv/bin/python -m pytest -n auto $(WITHOUT_BROWSER) && \
	    CARDHOUSE_PURE=0 ../venv/bin/python -m pytest -n auto) || exit 1; \
	done

clean:
	rm -rf $(VENV) build dist src/cardhouse.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} +
