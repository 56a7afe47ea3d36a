# Everything happens in a virtual environment of its own, .venv. `make help` tells what there is.
# The package is used as it lies in src: only a change of what is compiled makes it compile again.

PYTHON = python3
BIN = .venv/bin
RUN = env -u CARDHOUSE_PURE -u PYTHONPATH
PLAIN = env -u PYTHONPATH CARDHOUSE_PURE=1
PYTEST = $(BIN)/python -m pytest -n auto
BIOME = @biomejs/biome@2.6.7
TYPESCRIPT = typescript@5.9.3
# The page is the same with plain and with compiled files: it is tested once, and the free worker takes the next test.
WITHOUT_BROWSER = --ignore=tests/browser --ignore=tests/page
IN_THE_BROWSER = $(PYTEST) --dist worksteal tests/browser
# Tests of live servers and pages; the results of both runs stay in the output.
ONCE_MORE = $(1) || { [ $$? -eq 1 ] && \
  echo "What failed is run once more, by itself; what passes only then depends on the moment and is to be mended" && \
  $(1) --last-failed --maxfail 3 -n 0; }

.NOTPARALLEL:
.PHONY: help runtime tools install play watch test check test-page test-rules test-python test-browser ready-browser ready-postgres \
  quick lint lint-page format-page page-types coverage screenshots digests golden bench bench-engine bench-page soak bundle wheel check-wheel wasm site docs clean

help:
	@echo "make play         cardhouse itself; the first time it installs what is needed and compiles while you play"
	@echo "make watch        the house with the plain files of src, started again whenever one changes"
	@echo "make quick        what finds most mistakes within a minute, without compiling and without a browser"
	@echo "make test         all tests, the quickest first: the rules plain and compiled, and the page in Chromium"
	@echo "make test-rules, test-python, test-page, test-browser   one part of them"
	@echo "make lint         ruff, mypy, the checks of our own and, where there is Node, Biome and tsc for the page"
	@echo "make format-page  let Biome write the page's JavaScript as it should be"
	@echo "make page-types   the page's types of all messages, made from the contract"
	@echo "make coverage     which lines and branches the tests with the plain files run, and whether it is enough"
	@echo "make install      compile the rules now"
	@echo "make screenshots  pictures of every game at three sizes, in screenshots"
	@echo "make bench        everything that is measured"
	@echo "make soak         long runs of live tables on virtual time; see bench/soak.py for a real server"
	@echo "make digests      pin the digests of seeded games again, after a rule was changed"
	@echo "make golden       play the golden playthroughs again, after a rule was changed"
	@echo "make bundle       the page as one script and one stylesheet, for wheels and the site; needs Node"
	@echo "make wheel        a wheel and an sdist in dist; make check-wheel also tests each of them"
	@echo "make wasm         compile the rules to WebAssembly, for the site; needs clang-19 and lld-19"
	@echo "make site         the house as files for any web host, with no server, in build/site"
	@echo "make docs         the docs site, in site-docs: guides, rules, every message, the API, plots"
	@echo "make clean        remove all that was made"

play:
	@$(PYTHON) tools/play.py

runtime:
	@$(PYTHON) -m tools.environment server

tools:
	@$(PYTHON) -m tools.environment server dev

# Without a C compiler it says so, and everything runs with the plain files.
install: tools
	@$(PLAIN) $(BIN)/python -m tools.compiling || [ $$? -eq 3 ]

watch: runtime
	@$(BIN)/python -m tools.watch

# What fails quickest comes first.
test: check ready-browser ready-postgres test-page test-rules test-python test-browser

check: tools
	@$(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet && $(BIN)/python -m tools.check_shifts
	@$(BIN)/python -m tools.game_state --check
	@$(PLAIN) $(BIN)/python -m tools.page_types --check

# A first look, so that what is missing is said or installed before the tests; test-browser fails without.
ready-browser: tools
	@$(BIN)/python -m tools.browser || echo "The tests before those of the page are run all the same."

# Without it the tests of a house on many machines are left out.
ready-postgres: tools
	@$(BIN)/python -m tools.postgres || true

# In Node, without a browser; where there is none it says so.
test-page: tools
	@echo "Testing the page's modules in Node"
	@$(PLAIN) $(BIN)/python -m pytest tests/page

# Both builds run the tests of the rules; where there is no compiler, test-python runs them all with the plain files.
test-rules: tools
	@echo "Testing the rules with the plain files"
	@$(PLAIN) $(PYTEST) tests/engine tests/games -m "not search"

test-python: install
	@echo "Testing everything but the page, with the rules as they are installed"
	@$(call ONCE_MORE,$(RUN) $(PYTEST) $(WITHOUT_BROWSER))

# Its tests want the bundle; where there is no Node they say so and are left out.
test-browser: install bundle
	@$(BIN)/python -m tools.browser
	@echo "Testing the page in Chromium"
	@$(call ONCE_MORE,$(RUN) $(IN_THE_BROWSER))

quick: check test-page
	@$(PLAIN) $(PYTEST) $(WITHOUT_BROWSER) -m "not slow"

lint: tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m tools.check_shifts
	$(BIN)/python -m tools.game_state --check
	$(PLAIN) $(BIN)/python -m tools.page_types --check
	@$(MAKE) --no-print-directory lint-page

# What Node checks: how the page's JavaScript is written, and its types.
lint-page:
	@if command -v npx >/dev/null; then \
	  echo "biome ci" && npx --yes --package $(BIOME) biome ci && \
	  echo "tsc --checkJs --strict" && npx --yes --package $(TYPESCRIPT) tsc -p jsconfig.json; \
	elif [ -n "$$CI" ]; then echo "There is no Node here: the page can't be checked"; exit 1; \
	else echo "There is no Node here: the page's JavaScript and its types are not checked"; fi

format-page:
	@npx --yes --package $(BIOME) biome check --write

page-types: tools
	@$(PLAIN) $(BIN)/python -m tools.page_types

coverage: tools
	@$(BIN)/coverage erase
	@$(PLAIN) $(BIN)/coverage run -m pytest -n auto $(WITHOUT_BROWSER)
	@$(BIN)/coverage combine --quiet && $(BIN)/coverage report
	@$(BIN)/python -m tools.coverage_gate

screenshots: install
	@$(RUN) $(BIN)/python -m tools.screenshots

digests: tools
	@CARDHOUSE_PURE=1 PYTHONPATH=tests $(BIN)/python -m seeded

golden: tools
	@CARDHOUSE_PURE=1 PYTHONPATH=tests $(BIN)/python -m golden.make

bench: bench-engine bench-page

bench-page: install
	@$(RUN) $(BIN)/python -m bench.page

bench-engine: install
	@$(PYTHON) -m tools.environment bench
	@$(RUN) $(BIN)/python -m bench.engine

soak: install
	@$(RUN) $(BIN)/python -m bench.soak

# The page as one script, for wheels and the site. Without Node it says so, and they have the plain files.
bundle: tools
	@$(PLAIN) $(BIN)/python -m tools.bundle || [ $$? -eq 3 ]

wheel: bundle
	@rm -rf dist build/lib build/lib.* build/bdist.* build/temp.*
	@$(RUN) $(BIN)/python -m build --no-isolation

check-wheel: wheel
	@$(BIN)/python -m tools.check_wheel

# Without a clang that compiles to WebAssembly it says so, and the site has the plain rules.
wasm: tools
	@$(PLAIN) $(BIN)/python -m tools.wasm || [ $$? -eq 3 ]

site: wasm bundle
	@$(PLAIN) $(BIN)/python -m cardhouse.cli site build/site --parts build/site-parts

# Without a request to any other host, when it is built or when it is read.
docs:
	@$(PYTHON) -m tools.environment docs
	@$(PLAIN) $(BIN)/python -m tools.docs_site.build

clean:
	rm -rf .venv build dist site-docs page-bundle src/cardhouse.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} +
