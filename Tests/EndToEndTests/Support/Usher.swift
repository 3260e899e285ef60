import Essentials
import LibC
import TestSupport
import Testing

/// The built binary, with a home of its own.
struct Usher: Sendable {
  let home: TemporaryFolder
  var environment: [String: String]

  /// - Parameter isFirst: starts with nothing at all; otherwise the embedded server has its key already,
  ///   which takes a while to make.
  init(isFirst: Bool = false) {
    home = TemporaryFolder()
    environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home.path, "LC_ALL": "C.UTF-8", "TZ": "UTC",
      "USHER_CONFIG_DIR": home.path + "/config",
    ]
    if !isFirst { Self.freshDatabase.write(to: folder) }
  }

  static let freshDatabase: FolderContent = {
    let first = Usher(isFirst: true)
    first.run("local", "outbox")
    EmbeddedDatabase.addKey(at: first.folder + "/local.db")
    return FolderContent(of: first.folder)
  }()

  /// The folder of state and embedded database.
  var folder: String {
    get { environment["USHER_CONFIG_DIR"]! }
    set { environment["USHER_CONFIG_DIR"] = newValue }
  }

  func launch(_ words: String...) -> Launch { launch(words) }

  func launch(_ words: [String]) -> Launch {
    Launch(words: [Self.binary] + words, environment: environment)
  }

  @discardableResult
  func run(_ words: String..., input: String? = nil) -> Ending {
    run(words, input: input)
  }

  @discardableResult
  func run(_ words: [String], input: String? = nil) -> Ending {
    var launch = launch(words)
    if let input { launch.input = .text(input) }
    return launch.run()
  }

  /// Runs a script in which `usher` is the binary.
  func script(_ text: String, _ arguments: String..., shell: String = "bash") -> Ending {
    shellLaunch(text, arguments, shell: shell).run()
  }

  func shellLaunch(_ text: String, _ arguments: [String] = [], shell: String = "bash") -> Launch {
    symlink(Self.binary, home.path + "/usher")
    var environment = environment
    environment["PATH"] = home.path + ":" + environment["PATH"]!
    return Launch(
      words: [shell, "-c", "cd \"$HOME\"\n" + text, "script"] + arguments, environment: environment)
  }

  /// The newest code that the embedded server sent to `number`.
  func code(for number: String, _ more: String...) -> String {
    run(["local", "outbox", "--phone", number, "--latest", "--field", "code"] + more).line
  }

  /// Signs the fictional number in.
  func signIn(_ options: String...) throws {
    let code = home.path + "/code"
    home.write("654321\n", to: "code")
    let ending = run(["verify-phone", "+16505553434", "--code-file", code] + options)
    try #require(ending.status == 0, "\(ending.errors)")
  }

  static let binary: String = {
    let given = getenv("USHER_BINARY").map { String(cString: $0) }
    let path = given ?? Project.folder + "/.build/debug/usher"
    guard access(path, X_OK) == 0 else { fatalError("\(path) is not there: build it first") }
    return path
  }()
}
