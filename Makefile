# The front door. The build itself is in meson.build.
#
#   make play     set up, build, and play against the computer
#   make test     set up, build, and run every test
#
# and: build bench fuzz soak golden lint fmt install dist package clean

BUILD   := build
TESTS   := build-test
SECONDS ?= 60
werror  := $(if $(CI),-Dwerror=true)

.PHONY: dist package package-test play test build bench fuzz soak golden lint fmt install clean bootstrap-test

build: | tools/packages
	@tools/bootstrap build
	@[ -f $(BUILD)/build.ninja ] || meson setup $(BUILD) -Dbuildtype=release $(werror)
	@ninja -C $(BUILD)

play: build
	@$(BUILD)/redoubt play

bootstrap-test:
	@tools/bootstrap build test

# Two builds: the release one that people run, and the one with sanitizers that tests run in.
test: bootstrap-test build
	@[ -f $(TESTS)/build.ninja ] || meson setup $(TESTS) -Dbuildtype=debugoptimized \
	    -Db_sanitize=address,undefined -Db_lundef=false $(werror)
	@ninja -C $(TESTS)
	@tools/run-tests $(TESTS)

bench: build
	@$(BUILD)/redoubt bench

soak: bootstrap-test build
	@tools/soak $(BUILD)

fuzz:
	@tools/bootstrap build test
	@tools/fuzz --seconds $(SECONDS)

golden: build
	@tools/golden $(BUILD)

lint:
	@tools/bootstrap build test lint
	@tools/lint

fmt:
	@tools/bootstrap lint
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: build
	@meson install -C $(BUILD) --no-rebuild $(if $(DESTDIR),--destdir "$(DESTDIR)")

# The source as a tarball with the built page in it, the list of its parts and licences, the npm package.
dist: build
	@tools/dist $(BUILD) dist

# Debian packages of it, in dist/debian. Needs no npm and no network.
package: dist
	@tools/bootstrap package
	@tools/package dist

# The same in a clean chroot, twice, with lintian; installed, played, served and purged. Long, as root, with network.
package-test: dist
	@tools/bootstrap package
	@tools/package-test dist

clean:
	@rm -rf $(BUILD) $(TESTS) build-fuzz dist
