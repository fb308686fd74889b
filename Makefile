# `make run` and `make test` are all there is to know; each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ARGS ?=
COMPILE := uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header

.PHONY: run test check format openapi lock
.DEFAULT_GOAL := run

$(READY): requirements-dev.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.txt
	touch $(READY)

run: $(READY)  ## Host a match on this machine, with an example to watch. ARGS="--no-example" and the like are passed on.
	$(BIN)/python -m infra.local $(ARGS)

test: $(READY) check  ## Every check: format, lint, types, the OpenAPI document, tests with branch coverage.
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term $(ARGS)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(READY)  ## Let ruff write what ruff can write.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: $(READY)  ## Write infra/openapi.json anew from the handlers.
	$(BIN)/python -m infra.openapi

lock:  ## Pin the newest versions that pyproject.toml allows; both files agree. Needs uv.
	$(COMPILE) --group dev pyproject.toml -o requirements-dev.txt
	$(COMPILE) -c requirements-dev.txt pyproject.toml -o requirements.txt

# What `sam build` calls: one package for every function, for Lambda's own processor and Python.
build-%:
	$(PYTHON) -m pip install --quiet --require-hashes --no-deps --only-binary=:all: --implementation cp --python-version 3.14 \
		--platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --target "$(ARTIFACTS_DIR)" -r requirements.txt
	cp -r engine functions "$(ARTIFACTS_DIR)"
	mkdir -p "$(ARTIFACTS_DIR)/infra" && cp infra/openapi.json "$(ARTIFACTS_DIR)/infra/"
