import LibC

/// A program with its arguments and environment.
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

  /// Runs the program until it ends.
  ///
  /// - Parameter keepingOutput: Whether to keep the output; otherwise it goes to /dev/null.
  /// - Throws: The program's error message if it fails.
  @discardableResult
  func run(keepingOutput: Bool = false) throws -> Run {
    let child = try Child(self, keepingOutput: keepingOutput)
    let output = keepingOutput ? child.readAll() : ""
    var run = try child.wait()
    run.output = output
    return run
  }
}

/// The time and memory that a finished program used.
struct Run {
  var wall: Duration
  /// The processor time of the program and its children, in user and kernel mode.
  var cpu: Duration
  /// The peak memory in bytes.
  var memory: Int
  var output = ""
}
