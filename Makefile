# The targets for developers; `make help` lists them. Steps of more than one line are in .ci/.

PREFIX ?= /usr/local
DESTDIR ?=

# The stripped release binary, which is measured, packaged and installed.
BINARY := .build/bin/usher
# The debug program, which is tried and tested.
DEBUG := .build/debug/usher
SOURCES := $(wildcard Sources Tests Benchmarks Fuzz Package.swift)
# How many seconds each fuzz target runs.
SECONDS ?= 10

.PHONY: help deps build try test check-long check-terminal check-browser check-provider check-saml check-passkey check-agents check-more check-project check-admin check-events check-suite check-team \
  check-load check-library lint docs public-api pages catalogs messages record format bench package check-packages check-action image \
  check-image check-suites install uninstall clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system packages that are missing, for building and testing
	.ci/deps test

build: ## Build the release binary and its translations
	.ci/toolchain
	.ci/build $(BINARY)

try: ## Sign in by phone on the local server, in a folder of its own
	.ci/deps build
	@echo "Building usher for trying and testing. The first time, this takes about two minutes on two cores."
	.ci/build-debug --product usher
	.ci/try $(DEBUG)

test: ## Run the whole test suite, and show what failed
	.ci/deps test
	@echo "Building the tests. The first time, this takes about five minutes on two cores."
	.ci/build-debug --build-tests
	@echo "Running the tests, which takes about four minutes on two cores"
	.ci/test $(DEBUG)

check-long: build ## Run the tests of which make test has a sample in full, for hours
	.ci/deps test
	.ci/build-debug --build-tests
	USHER_LONG_CHECKS=1 USHER_TEST_LIMIT=$${USHER_TEST_LIMIT:-6h} .ci/test $(BINARY) \
	  --filter 'EndToEndTests|OathtoolTests|SecondFactorAttackTests|DamagedDatabaseTests|RandomWordsTests|BadAddressTests'

check-terminal: build ## Drive every prompt in a real terminal (SEED=)
	.ci/deps test
	.ci/check-terminal $(BINARY) $(SEED)

check-browser: build ## Open mailed links and the inbox, pass reCAPTCHA, sign in by a pop-up, in headless Chromium
	.ci/deps browser
	.ci/check-browser $(BINARY)

check-provider: build ## Sign in through an OpenID provider from PyPI, in headless Chromium
	.ci/deps browser
	.ci/deps admin
	.ci/check-provider $(BINARY) $(SCREENSHOT)

check-saml: build ## Sign in by SAML with pysaml2 and python3-saml from Debian, both ways, and with forged responses
	.ci/deps saml
	.ci/check-saml $(BINARY)

check-passkey: build ## Use passkeys of Chromium's virtual authenticators and of soft-webauthn, from PyPI
	.ci/deps browser
	.ci/deps admin
	.ci/check-passkey $(BINARY)

check-agents: build ## Let the protocol's own client use usher mcp, and open a page that is signed in, in headless Chromium
	.ci/deps browser
	.ci/deps admin
	.ci/check-agents $(BINARY)

# For a longer check, run make check-admin EXAMPLES=100.
check-more: ## Run the checks that a release needs besides .ci/run, with the release binary
	$(MAKE) check-terminal check-project check-suite check-events
	$(MAKE) check-browser check-provider check-saml check-passkey check-agents check-team
	$(MAKE) check-admin EXAMPLES=2

check-project: build ## Administer a project with a service account and a workload identity
	.ci/deps test
	.ci/check-project $(BINARY)

check-admin: build ## Drive serve with firebase-admin and Schemathesis, from PyPI (EXAMPLES=10)
	.ci/deps admin
	.ci/check-admin $(BINARY) $(EXAMPLES)

check-suite: build ## Start serve in the place of the Emulator Suite's Auth, with stand-ins of firebase-tools
	.ci/deps admin
	.ci/check-suite $(BINARY)

check-events: build ## Tell functions of accounts, also functions-framework's from PyPI, and kill them in between
	.ci/deps admin
	.ci/check-events $(BINARY)

check-team: build ## Run serve behind nginx, as systemd starts it and within its unit's limits
	.ci/deps team
	.ci/check-proxy $(BINARY)
	.ci/check-units $(BINARY)

check-load: build ## Press serve with a crowd, kill it at work, take its disk away, for minutes (KILLS=200, SEED=)
	.ci/deps test
	.ci/check-load $(BINARY) $(or $(KILLS),200) $(SEED)

check-library: build ## Build and run a package outside this one that depends on the libraries
	.ci/deps test
	.ci/check-library $(BINARY)

lint: ## Check format, warnings, scripts, words, imports, manual pages and the public API
	.ci/deps test
	.ci/lint

docs: ## Build the documentation of the libraries, in .build/docs
	.ci/deps test
	.ci/docs

public-api: ## Write what the libraries offer into Tests/PublicAPI, which lint compares
	.ci/public-api --write

pages: ## Write the manual and the completions from the command table
	.ci/build-debug --product usher-pages
	.build/debug/usher-pages .

catalogs: pages ## Take new texts into the catalogues of translations, and check them
	.ci/catalogs merge
	.ci/catalogs check

messages: ## Write what is said of errors into Tests/Messages, which the tests compare
	.ci/build-debug --build-tests
	USHER_WRITE_MESSAGES=1 .ci/test $(DEBUG) --filter MessagesPageTests

record: build ## Record the terminal session that the README shows
	.ci/deps test
	.ci/record $(BINARY) Packaging/session.svg

fuzz: ## Feed random inputs to what reads foreign ones (SECONDS=10)
	.ci/toolchain
	.ci/fuzz "$(SECONDS)"

format: ## Format the Swift sources
	swift format -i -r -p $(SOURCES)

bench: build ## Measure what the project promises
	USHER_BINARY="$(CURDIR)/$(BINARY)" Benchmarks/run

package: ## Make a Debian package, an archive, an image, a Python wheel and an npm package, in .build/package
	.ci/deps package
	$(MAKE) --no-print-directory build
	.ci/package $(BINARY) .build/package

check-packages: ## Install, upgrade, use and remove the packages in bare systems, as root
	.ci/deps package
	.ci/check-packages .build/package

check-action: ## Run the GitHub Action and the GitLab snippet as their runners would, as root
	.ci/deps package
	.ci/check-action .build/package

check-suites: build ## Make the Python wheel and the npm package, and run test suites with them
	.ci/deps suites
	.ci/check-suites $(BINARY)

image: build ## Make the container image alone, in .build/image
	.ci/image $(BINARY) .build/image

check-image: ## Make the packages' container image again and try it with podman, as root, for minutes (KILLS=20, SEED=)
	.ci/deps image
	.ci/check-image $(BINARY) .build/package $(or $(KILLS),20) $(SEED)

install: $(BINARY) ## Install binary, manual, completions, translations, adapter, systemd units (PREFIX=/usr/local, DESTDIR=)
	.ci/install put $(BINARY) "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove what install put there
	.ci/install remove $(BINARY) "$(DESTDIR)$(PREFIX)"

$(BINARY):
	$(MAKE) --no-print-directory build

clean: ## Remove everything that was built
	rm -rf .build
