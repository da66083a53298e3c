# The front door. The build itself is in meson.build.
#
#   make play     set up, build, and play against the computer
#   make dev      serve the page, and build it again at every change
#   make check    the short tests, after every change: a minute at most (GAME=fortress: those of one game)
#   make test     set up, build, and run every test
#
# and the others that `make help` lists.

BUILD   := build
TESTS   := build-test
SECONDS ?= 60
GAME    ?=
werror  := $(if $(CI),-Dwerror=true)

.PHONY: help play dev check test build bench python fuzz coverage soak golden lint fmt install dist package package-test clean tests-folder

build: | tools/packages ## a release build; the command is build/redoubt
	@tools/bootstrap build
	@[ -f $(BUILD)/build.ninja ] || meson setup $(BUILD) -Dbuildtype=release $(werror)
	@ninja -C $(BUILD) product

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

play: build ## build, and play in your browser; in the terminal where there is none
	@$(BUILD)/redoubt play

dev: build ## serve the page at localhost; a changed source, in C too, is built and open pages load again
	@node clients/web/dev.mjs --dist $(BUILD)/clients/web/dist $(if $(PORT),--port $(PORT)) \
	    $(foreach folder,bindings bots clients/web games host include lib,--watch $(folder)) -- \
	    ninja -C $(BUILD) clients/web/web.stamp

# The build with sanitizers that all tests run in. Meson looks for chromium and others only once, so they
# have to be there before.
tests-folder:
	@tools/bootstrap build test
	@[ -f $(TESTS)/build.ninja ] || meson setup $(TESTS) -Dbuildtype=debugoptimized \
	    -Db_sanitize=address,undefined -Db_lundef=false $(werror)

check: tests-folder ## the short tests, for after every change; GAME=fortress: only those of one game
	@tools/run-tests $(TESTS) --suite check$(if $(GAME),-$(GAME))

test: tests-folder build ## build with sanitizers and run all tests; the last line counts them
	@ninja -C $(TESTS) product
	@tools/run-tests $(TESTS)

python: build tests-folder ## the Python package as a wheel in dist/, tested
	@tools/bootstrap card || echo "make python: without clang-19 and llvm-19 the wheel has no kernels for cards" >&2
	@[ ! -x "$$(command -v clang-19)" ] || ninja -C $(BUILD) -t query kernels >/dev/null 2>&1 || meson setup --reconfigure $(BUILD)
	@[ ! -x "$$(command -v clang-19)" ] || ninja -C $(BUILD) kernels
	@python3 bindings/python/wheel_backend.py dist
	@tools/run-tests $(TESTS) --suite python
	@python3 tests/python/wheel_test.py $(CURDIR)/$(BUILD)

bench: build ## how fast the rules are
	@$(BUILD)/redoubt bench

coverage: ## branches of lib and games that tests take; what they don't is explained in tests/coverage.txt
	@tools/bootstrap build test
	@tools/coverage build-coverage

soak: tests-folder build ## the laws over very many random games, and the long form of other tests
	@tools/soak $(BUILD)

fuzz: ## every fuzzer for a minute (SECONDS=600: for longer)
	@tools/bootstrap build test
	@tools/fuzz --seconds $(SECONDS)

golden: build ## record anew how the games play, after a change of rules that was meant
	@tools/golden $(BUILD)

lint: tests-folder ## static checks of all sources
	@tools/bootstrap lint
	@tools/lint

fmt: ## clang-format over all sources
	@tools/bootstrap lint
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: build ## with DESTDIR= and Meson's prefix
	@meson install -C $(BUILD) --no-rebuild $(if $(DESTDIR),--destdir "$(DESTDIR)")

# The source as a tarball with the built page in it, the list of its parts and licences, the npm package.
dist: build ## the source as a tarball, the list of its parts, the npm package
	@tools/dist $(BUILD) dist

# Debian packages of it, in dist/debian. Needs no npm and no network.
package: dist ## Debian packages, in dist/debian
	@tools/bootstrap package
	@tools/package dist

# The same in a clean chroot, twice, with lintian; installed, played, served and purged. Long, as root, with network.
package-test: dist ## the same in a clean chroot: built twice, installed, used, removed (long, as root)
	@tools/bootstrap package
	@tools/package-test dist

clean: ## remove the build folders
	@rm -rf $(BUILD) $(TESTS) build-fuzz build-coverage dist
