"""The public symbols of the package's library products, read from the compiler's symbol graphs.

SwiftPM's `dump-symbol-graph` does the same, but for all modules, including executables and tests.
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
    """A declaration that other packages can use."""

    def __init__(self, entry, product):
        self.product = product
        self.id = entry["identifier"]["precise"]
        self.path = tuple(entry["pathComponents"])
        self.kind = entry["kind"]["identifier"]
        self.fragments = entry["declarationFragments"]
        comment = entry.get("docComment", {})
        self.comment = "\n".join(line["text"] for line in comment.get("lines", []))
        # An inherited comment describes symbols of another module.
        self.is_own_comment = comment.get("module", product) == product
        location = entry.get("location")
        self.file = os.path.relpath(location["uri"].removeprefix("file://")) if location else None
        self.line = location["position"]["line"] + 1 if location else 0
        self.conformances = []
        self.is_requirement_of_others = False
        # Whether this is a protocol's default implementation.
        self.is_default = False

    @property
    def name(self):
        return ".".join(self.path)

    @property
    def place(self):
        return f"{self.file}:{self.line}" if self.file else self.product


class Product:
    """A library product: its module's public symbols and its documentation catalogue."""

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
                # Skip members from other modules' protocols, such as Equatable's `!=`.
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
    """Returns the standard output of a command; if it fails, shows its errors and exits."""
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        # The compiler repeats each error for every file, so show it once.
        lines = [line for line in (result.stdout + result.stderr).splitlines() if ": error:" in line]
        print("\n".join(dict.fromkeys(lines)) or result.stdout + result.stderr, file=sys.stderr)
        sys.exit(f"error: {' '.join(words[:4])} … failed")
    return result.stdout


def package_modules():
    """Returns the names of the package's modules, and of those that are library products."""
    package = json.loads(run("swift", "package", "describe", "--type", "json"))
    # A product has a module of its own name. It may have more that nobody imports.
    products = [product["name"] for product in package["products"] if "library" in product["type"]]
    return [target["name"] for target in package["targets"]], sorted(products)


def products():
    """Builds the library products and returns them with their public symbols."""
    _, names = package_modules()
    for name in names:
        run("swift", "build", "--target", name)
    modules = run("swift", "build", "--show-bin-path").strip()
    triple = json.loads(run("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
    options = ["-target", triple, "-I", f"{modules}/Modules", "-minimum-access-level", "public"]
    # Loading a module also loads its imports, including the C libraries.
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
    """Returns the path of a tool in the toolchain of `swift`; only its name if the toolchain does not have it."""
    compiler = json.loads(run("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]
    beside = os.path.join(os.path.dirname(os.path.dirname(compiler)), "bin", name)
    return beside if os.access(beside, os.X_OK) else shutil.which(name)


def module_of(identifier):
    """Returns the module in a symbol's mangled name (`s:10AuthClient…`); none for the standard library."""
    match = re.match(r"s:(\d+)", identifier)
    return identifier[match.end() : match.end() + int(match[1])] if match else None
