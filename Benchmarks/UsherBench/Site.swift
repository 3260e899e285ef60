import LibC

/// A folder of the bench's own, removed at the end.
///
/// Not under `/tmp`, which is memory on many systems: syncs are part of what is measured.
struct Site {
  private let folder: String
  private let binary: String

  init() throws {
    guard let binary = getenv("USHER_BINARY") else { throw Failure("USHER_BINARY names no program") }
    self.binary = String(cString: binary)
    var template = Array("/var/tmp/usher-bench.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure("no folder can be made under /var/tmp") }
    folder = String(cString: made)
  }

  /// A part of the folder, with nothing in it yet.
  func lot(_ name: String) throws -> Lot {
    try Lot(folder: folder + "/" + name, binary: binary)
  }

  func remove() {
    _ = try? Program("/bin/rm", "-rf", folder, environment: [:]).run()
  }
}

/// The ground that one bar is measured on.
struct Lot: Sendable {
  let folder: String
  let binary: String

  init(folder: String, binary: String) throws {
    self.folder = folder
    self.binary = binary
    guard mkdir(folder, 0o700) == 0 else { throw Failure("\(folder) cannot be made") }
  }

  /// Part of this one.
  func lot(_ name: String) throws -> Lot {
    try Lot(folder: folder + "/" + name, binary: binary)
  }

  func path(_ name: String) -> String {
    folder + "/" + name
  }

  /// The measured program with `words`, its state in this lot.
  ///
  /// - Parameter endpoint: the embedded server by default.
  func usher(_ words: String..., endpoint: String = "local") -> Program {
    Program(binary, words, environment: environment(endpoint))
  }

  func usher(words: [String]) -> Program {
    Program(binary, words, environment: environment("local"))
  }

  /// Another program, found on the path.
  func program(_ name: String, _ words: String...) throws -> Program {
    Program(try Program.find(name), words, environment: environment("local"))
  }

  /// Nothing of the caller's own settings, so that every run measures the same.
  private func environment(_ endpoint: String) -> [String: String] {
    [
      "PATH": Program.searchPath, "HOME": folder, "LANG": "C.UTF-8", "USHER_CONFIG_DIR": path("state"),
      "USHER_ENDPOINT": endpoint,
    ]
  }
}
