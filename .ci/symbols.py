"""What is public in the package's library products, as the compiler describes it: its symbol graphs.

SwiftPM's own `dump-symbol-graph` makes the same, of every module, executables and tests included.
"""

import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys

FOLDER = ".build/symbol-graphs"


class Symbol:
    """One declaration that other packages can use."""

    def __init__(self, entry, product):
        self.product = product
        self.id = entry["identifier"]["precise"]
        self.path = tuple(entry["pathComponents"])
        self.kind = entry["kind"]["identifier"]
        self.fragments = entry["declarationFragments"]
        comment = entry.get("docComment", {})
        self.comment = "\n".join(line["text"] for line in comment.get("lines", []))
        # What is inherited from another module's protocol speaks of that module's symbols.
        self.is_own_comment = comment.get("module", product) == product
        location = entry.get("location")
        self.file = os.path.relpath(location["uri"].removeprefix("file://")) if location else None
        self.line = location["position"]["line"] + 1 if location else 0
        self.conformances = []
        self.is_requirement_of_others = False
        # What a protocol's requirement does where a type does not say.
        self.is_default = False

    @property
    def name(self):
        return ".".join(self.path)

    @property
    def place(self):
        return f"{self.file}:{self.line}" if self.file else self.product


class Product:
    """A library product: its module's public symbols, and its catalogue of articles."""

    def __init__(self, name):
        self.name = name
        self.folder = f"{FOLDER}/{name}"
        self.catalogue = f"Sources/{name}/{name}.docc"
        self.symbols = {}
        relationships = []
        for path in sorted(glob.glob(f"{self.folder}/*.symbols.json")):
            with open(path, encoding="utf-8") as file:
                graph = json.load(file)
            relationships += graph["relationships"]
            for entry in graph["symbols"]:
                # Members that come with other modules' protocols: Equatable's `!=`, say.
                if "::SYNTHESIZED::" not in entry["identifier"]["precise"]:
                    self.symbols[entry["identifier"]["precise"]] = Symbol(entry, name)
        for relationship in relationships:
            source = self.symbols.get(relationship["source"])
            if source is None:
                continue
            if relationship["kind"] == "conformsTo":
                target = self.symbols.get(relationship["target"])
                name = target.name if target else relationship.get("targetFallback", relationship["target"])
                source.conformances.append((relationship["target"], name))
            if relationship["kind"] == "defaultImplementationOf":
                source.is_default = True
            if "sourceOrigin" in relationship and relationship["sourceOrigin"]["identifier"] not in self.symbols:
                source.is_requirement_of_others = True

    def ordered(self):
        return sorted(self.symbols.values(), key=lambda symbol: (symbol.path, symbol.id))


def run(*words):
    """Standard output of a command, which has to succeed; what it says meanwhile is shown if it does not."""
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        # The compiler says the same for each file.
        lines = [line for line in (result.stdout + result.stderr).splitlines() if ": error:" in line]
        print("\n".join(dict.fromkeys(lines)) or result.stdout + result.stderr, file=sys.stderr)
        sys.exit(f"error: {' '.join(words[:4])} … failed")
    return result.stdout


def package_modules():
    """The names of the package's modules, and of those that are library products."""
    package = json.loads(run("swift", "package", "describe", "--type", "json"))
    products = [
        target
        for product in package["products"]
        if "library" in product["type"]
        for target in product["targets"]
    ]
    return [target["name"] for target in package["targets"]], sorted(products)


def products():
    """Builds the library products, and reads what is public in them."""
    _, names = package_modules()
    for name in names:
        run("swift", "build", "--target", name)
    modules = run("swift", "build", "--show-bin-path").strip()
    triple = json.loads(run("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
    options = ["-target", triple, "-I", f"{modules}/Modules", "-minimum-access-level", "public"]
    # What a module imports is loaded with it, down to the C libraries.
    for module_map in glob.glob(f"{modules}/*.build/module.modulemap") + glob.glob("Sources/*/module.modulemap"):
        options += ["-Xcc", f"-fmodule-map-file={module_map}"]
    if platform.system() == "Darwin":
        options += ["-sdk", run("xcrun", "--show-sdk-path").strip()]
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name in names:
        os.makedirs(f"{FOLDER}/{name}")
        run(tool("swift-symbolgraph-extract"), "-module-name", name, "-output-dir", f"{FOLDER}/{name}", *options)
    return [Product(name) for name in names]


def tool(name):
    """The path of a tool of the toolchain that `swift` is of; its bare name where it is not beside it."""
    compiler = json.loads(run("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]
    beside = os.path.join(os.path.dirname(os.path.dirname(compiler)), "bin", name)
    return beside if os.access(beside, os.X_OK) else shutil.which(name)


def module_of(identifier):
    """The module that a Swift symbol's mangled name (`s:10AuthClient…`) begins with; nil for the standard library."""
    match = re.match(r"s:(\d+)", identifier)
    return identifier[match.end() : match.end() + int(match[1])] if match else None
