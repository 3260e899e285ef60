import AuthClient
import CommandKit
import Essentials
import Flows

struct Exec: UsherCommand {
  static let name = "exec"
  static let runsProgram = true
  static let abstract: Text = "Run a program with a valid ID token in its environment."
  static let discussion = """
    The program finds the token in FIREBASE_ID_TOKEN, or in the variable that --env names. usher renews the \
    token before the program starts, but not while it runs.

    The exit status is the program's. It is 126 if the program cannot run, 127 if it does not exist, and 125 if \
    usher fails.
    """
  static let manual = """
    With --token-file, the token is in a file that only you can read (0600). FIREBASE_ID_TOKEN_FILE, or the \
    variable that --env names, holds the file's path. usher replaces no existing file, and removes its own when the \
    program ends. If usher itself is killed (SIGKILL), the file stays: remove it.

      usher exec --token-file token.txt -- ./report.sh

    The program does not see the variables with usher's own secrets, such as USHER_REFRESH_TOKEN. --timeout \
    does not end the program. usher passes signals to it. If a signal ends the program, the exit status is 128 \
    plus the signal number.
    """
  static let arguments: [Argument<Self>] =
    [
      .option(
        \.variable, "env", value: "NAME", help: "The variable to set; by default FIREBASE_ID_TOKEN."),
      .option(
        \.file, "token-file", value: "FILE",
        help: "Write the token to this new file; the variable holds its path.", completion: .file),
    ] + Argument.set(\.life) + [
      .rest(\.command, "command", help: "The program to run, and its arguments.", required: true)
    ]
  static let examples = [
    Example("usher exec -- npm test", "Run tests that read FIREBASE_ID_TOKEN."),
    Example("usher exec --env TOKEN --min-ttl 30m -- ./upload.sh", "Name the variable, for a long upload."),
    Example("usher exec --token-file token.txt -- ./report.sh", "Keep the token out of the environment."),
  ]

  var variable: VariableName?
  var file: String?
  var life = TokenLife()
  var command: [String] = []

  func run(in context: Context) throws {
    let session = try life.session(in: context)
    let token = session.saved.tokens.idToken.text
    var environment = context.world.environment.forChildren
    guard let file else {
      environment[variable?.text ?? VariableName.idToken] = token
      return try ChildProgram.run(command, environment, in: context)
    }
    let secret = try NewSecretFile(creating: file)
    try secret.finish(with: token.utf8)
    defer { secret.abandon() }
    // Pass an absolute path, because the program may change its folder.
    environment[variable?.text ?? VariableName.idTokenFile] =
      file.hasPrefix("/") ? file : context.world.currentFolder + "/" + file
    try ChildProgram.run(command, environment, in: context)
  }
}

/// The name of an environment variable.
struct VariableName: ArgumentValue, Equatable {
  let text: String

  init(argument: String) throws(InvalidValue) {
    let isName = argument.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
    guard isName, !argument.isEmpty else {
      throw InvalidValue("must be the name of a variable, letters, digits and _")
    }
    text = argument
  }

  /// The default variables for an ID token, and for the path of a file with one.
  static let idToken = "FIREBASE_ID_TOKEN"
  static let idTokenFile = "FIREBASE_ID_TOKEN_FILE"
}
