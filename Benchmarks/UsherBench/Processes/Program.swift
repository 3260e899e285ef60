import LibC

/// A program, the words it gets and its environment.
struct Program {
  var path: String
  var words: [String]
  var environment: [String: String]

  init(_ path: String, _ words: [String], environment: [String: String]) {
    self.path = path
    self.words = words
    self.environment = environment
  }

  init(_ path: String, _ words: String..., environment: [String: String]) {
    self.init(path, words, environment: environment)
  }

  static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

  static func find(_ name: String) throws -> String {
    for folder in searchPath.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw Failure("\(name) is not installed")
  }

  /// Runs the program to its end.
  ///
  /// - Parameter keepingOutput: false sends it where it costs nothing.
  /// - Throws: what the program complained of, unless it succeeded.
  @discardableResult
  func run(keepingOutput: Bool = false) throws -> Run {
    let child = try Child(self, keepingOutput: keepingOutput)
    let output = keepingOutput ? child.readAll() : ""
    var run = try child.wait()
    run.output = output
    return run
  }
}

/// What a finished program took.
struct Run {
  var wall: Duration
  /// Its own and its children's, in the user's and the kernel's part.
  var cpu: Duration
  /// The most memory it had at once, in bytes.
  var memory: Int
  var output = ""
}
