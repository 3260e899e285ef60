import LibC

/// The folder of a benchmark run, which is removed at the end.
///
/// It is not in `/tmp`, which is in memory on many systems, because the measurements include syncs to disk.
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

  /// Returns a new empty part of the folder.
  func lot(_ name: String) throws -> Lot {
    try Lot(folder: folder + "/" + name, binary: binary)
  }

  func remove() {
    _ = try? Program("/bin/rm", "-rf", folder, environment: [:]).run()
  }
}

/// The folder in which one bar is measured.
struct Lot: Sendable {
  let folder: String
  let binary: String

  init(folder: String, binary: String) throws {
    self.folder = folder
    self.binary = binary
    guard mkdir(folder, 0o700) == 0 else { throw Failure("\(folder) cannot be made") }
  }

  /// Returns a new empty part of this folder.
  func lot(_ name: String) throws -> Lot {
    try Lot(folder: folder + "/" + name, binary: binary)
  }

  func path(_ name: String) -> String {
    folder + "/" + name
  }

  /// Returns the measured program with `words`; its state is in this folder.
  ///
  /// - Parameter endpoint: The endpoint; by default, the embedded server.
  func usher(_ words: String..., endpoint: String = "local") -> Program {
    Program(binary, words, environment: environment(endpoint))
  }

  func usher(words: [String]) -> Program {
    Program(binary, words, environment: environment("local"))
  }

  /// Returns another program, found in PATH.
  func program(_ name: String, _ words: String...) throws -> Program {
    Program(try Program.find(name), words, environment: environment("local"))
  }

  /// Returns an environment without the caller's settings, so that every run measures the same.
  private func environment(_ endpoint: String) -> [String: String] {
    [
      "PATH": Program.searchPath, "HOME": folder, "LANG": "C.UTF-8", "USHER_CONFIG_DIR": path("state"),
      "USHER_ENDPOINT": endpoint,
    ]
  }
}
