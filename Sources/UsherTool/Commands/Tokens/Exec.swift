import AuthClient
import CommandKit
import Essentials
import Flows
import LibC

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

struct VariableName: ArgumentValue, Equatable {
  let text: String

  init(argument: String) throws(InvalidValue) {
    guard argument.utf8.first.map({ !$0.isASCIIDigit }) == true,
      argument.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") })
    else {
      throw InvalidValue("must be the name of a variable, letters, digits and _")
    }
    text = argument
  }

  /// The default variables for an ID token, and for the path of a file with one.
  static let idToken = "FIREBASE_ID_TOKEN"
  static let idTokenFile = "FIREBASE_ID_TOKEN_FILE"
}

struct Curl: UsherCommand {
  static let name = "curl"
  static let runsProgram = true
  static let abstract: Text = "Run curl with the ID token in the Authorization header."
  static let discussion = """
    The arguments after -- go to curl. Output and exit status are curl's own. The status is 126 if curl \
    cannot run, 127 if it is not installed, and 125 if usher fails.
    """
  static let manual = """
    The token is on no command line, in no file and in no variable. curl sends it to every address before the \
    first --next. At a redirect to another host, curl drops it.

      usher curl -- -sS https://api.example.com/me --next https://example.org
    """
  static let arguments: [Argument<Self>] =
    Argument.set(\.life) + [
      // The words may have headers, passwords for -u, or form data.
      .rest(\.words, "arg", help: "The arguments of curl.", required: true, holdsSecret: true)
    ]
  // All options after `--` belong to curl, so none is refused.
  static let refused: [RefusedOption] = []
  static let examples = [
    Example("usher curl -- https://api.example.com/me", "Call an API as the signed-in user."),
    Example(
      "usher curl -- -sS -d @- https://api.example.com/notes < note.json", "Send a file on standard input."),
  ]

  var life = TokenLife()
  var words: [String] = []

  func run(in context: Context) throws {
    let session = try life.session(in: context)
    let configuration = TokenText.curl(session.saved.tokens.idToken.text)
    let input = try ProgramInput()
    // `-q`, which makes curl ignore its configuration file, works only as the first argument.
    let isFirst = ["-q", "--disable"].contains(words.first ?? "")
    let first = isFirst ? [words[0]] : []
    let command = ["curl"] + first + ["--config", input.path] + words.dropFirst(first.count)
    try ChildProgram.run(command, context.world.environment.forChildren, in: context) {
      input.send(configuration)
    }
  }
}

/// A text that a child program reads from its own descriptor.
///
/// The text is then in no argument, variable or file, and the child's standard input stays free.
final class ProgramInput {
  private var ends: [Int32] = [-1, -1]

  init() throws(Diagnosis) {
    guard pipe(&ends) == 0 else {
      throw Diagnosis(
        .io, "cannot make a pipe (\(String(cString: strerror(errno))))", retry: .same
      )
    }
    // The child inherits only the end for reading.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
  }

  /// The path by which the child opens the pipe.
  var path: String { "/dev/fd/\(ends[0])" }

  /// Writes `text` to the child after it has started; a child may leave it unread.
  func send(_ text: String) {
    closeEnd(0)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { break }
      rest = rest.dropFirst(max(0, count))
    }
    closeEnd(1)
  }

  private func closeEnd(_ index: Int) {
    if ends[index] >= 0 { close(ends[index]) }
    ends[index] = -1
  }

  deinit {
    for index in ends.indices { closeEnd(index) }
  }
}
