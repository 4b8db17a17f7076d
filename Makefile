# make demo    install what is missing, build, tune the embedded example
# make test    the same set-up, then every test
# make python  the Python package
# The rest is described in CONTRIBUTING.md.

JOBS ?= $(shell nproc)
# The first build compiles the files of a folder as one, in a folder of its own: a third of the time from nothing. Whoever
# configures build/release (cmake --preset release), where a change compiles one file, has it used from then on.
PRESET ?= $(if $(wildcard build/release/CMakeCache.txt),release,quick)
BUILD := build/$(PRESET)
PREFIX ?= /usr/local
export NINJA_STATUS ?= [%f/%t, %es] 

.PHONY: demo build all test unit python cuda install asan tsan bench evidence race race-gpu torture fuzz format check docs clean setup peers configure

demo: build
	build/release/gbho tune

setup:
	@scripts/install-packages build

# The package gbho, at build/release/python/gbho: with that folder's parent on PYTHONPATH `import gbho` works.
python: configure
	@scripts/install-packages python
	@scripts/configure $(PRESET) -DGBHO_BUILD_PYTHON=ON
	@scripts/build $(PRESET) $(JOBS) gbho_python_package

# The program with kernels for NVIDIA GPUs, and their compiler where there is none (docs/cuda.md).
cuda: setup
	@scripts/cuda-compiler
	@scripts/configure $(PRESET) -DGBHO_CUDA=ON
	@scripts/build $(PRESET) $(JOBS) gbho_program

# What the tests compare our numbers with, what draws figures, and what looks at reports.
peers:
	@scripts/install-packages peers figures browser

# Ninja itself runs CMake again when a file of the build has changed.
configure: setup
	@scripts/configure $(PRESET)

# The program alone; `make all` adds tests, benchmarks and examples.
build: configure
	@scripts/build $(PRESET) $(JOBS) gbho_program

all: configure
	@scripts/build $(PRESET) $(JOBS)

test: configure peers
	@scripts/install-packages python python-tests
	@scripts/configure $(PRESET) -DGBHO_BUILD_PYTHON=ON
	@scripts/build $(PRESET) $(JOBS)
	ctest --preset $(PRESET) -j $(JOBS)

# After a change in src/ROOM: compiles what changed and runs the room's tests, in seconds. SLOW=1 runs the long ones too.
unit: setup
	@scripts/unit "$(ROOM)" $(if $(SLOW),--slow)

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

# Every test under a sanitizer, over all cores.
asan tsan: peers
	scripts/sanitize $@

bench: all
	$(BUILD)/gbho_bench

# Kills running studies at random instants, and breaks everything they need; METHODS=all for every method.
KILLS ?= 50
METHODS ?= gbho,two_sided,hyperband
torture: build
	/usr/bin/python3 tests/system/torture.py --gbho build/release/gbho --kills $(KILLS) --methods $(METHODS) --jobs $(JOBS)

race: all
	@scripts/install-packages race
	/usr/bin/python3 bench/race/race.py --build $(BUILD) --out bench/results/race.json

# On a machine with a GPU, JAX and PyTorch (docs/cuda.md): training steps against both, side by side.
race-gpu: cuda
	@scripts/build $(PRESET) $(JOBS) gbho_gpu_steps
	python3 bench/gpu/race.py --ours $(BUILD)/gbho_gpu_steps --out bench/results/race-gpu.json

# What docs/results says about GBHO, two-sided hypergradients and certificates, measured again; QUICK=1: a small version of
# it on the embedded digits, in minutes, which shows that everything runs and proves nothing.
evidence: build
	bench/evidence/all $(if $(QUICK),--quick)

fuzz: setup
	@scripts/install-packages lint
	scripts/fuzz 60

format:
	scripts/check-format --fix

check: setup
	@scripts/install-packages lint python python-tests
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
