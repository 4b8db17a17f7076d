# make demo    install what is missing, build, tune the embedded example
# make test    the same set-up, then every test
# The rest is described in CONTRIBUTING.md.

JOBS ?= $(shell nproc)
PRESET ?= release
BUILD := build/$(PRESET)

.PHONY: demo build all test asan tsan bench race torture fuzz format check docs clean setup peers configure

demo: build
	$(BUILD)/gbho tune

setup:
	@scripts/install-packages build

# What the tests compare our numbers with, what draws figures, and what looks at reports.
peers:
	@scripts/install-packages peers figures browser

configure: setup
	@mkdir -p build
	@cmake --preset $(PRESET) $(if $(GBHO_UNITY),-DGBHO_UNITY=$(GBHO_UNITY)) > build/configure-$(PRESET).log 2>&1 || { cat build/configure-$(PRESET).log; exit 1; }

# The program alone; `make all` adds tests, benchmarks and examples.
build: configure
	@cmake --build --preset $(PRESET) -j $(JOBS) --target gbho_program

all: configure
	@cmake --build --preset $(PRESET) -j $(JOBS)

test: all peers
	ctest --preset $(PRESET) -j $(JOBS)

# The tests under a sanitizer. LibTorch keeps memory for the life of the process, which is not a leak of ours.
asan: peers
	$(MAKE) all PRESET=asan
	ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j $(JOBS)

tsan: peers
	$(MAKE) all PRESET=tsan
	TSAN_OPTIONS=suppressions=$(CURDIR)/tests/tsan.supp ctest --preset tsan -j $(JOBS)

bench: all
	$(BUILD)/gbho_bench

# Kills running studies at 50 random instants, and breaks everything they need.
torture: build
	/usr/bin/python3 tests/system/torture.py --gbho $(BUILD)/gbho --kills 50

race: all
	@scripts/install-packages race
	/usr/bin/python3 bench/race/race.py --build $(BUILD) --out bench/results/race.json

fuzz: setup
	@scripts/install-packages lint
	scripts/fuzz 60

format:
	scripts/check-format --fix

check: setup
	@scripts/install-packages lint
	scripts/check-rooms
	scripts/check-format
	scripts/tidy

docs: setup
	@scripts/install-packages docs
	@mkdir -p build/docs
	doxygen docs/Doxyfile
	@echo "open build/docs/html/index.html"

clean:
	rm -rf build
