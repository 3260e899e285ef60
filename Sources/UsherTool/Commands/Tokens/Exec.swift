import AuthClient
import CommandKit
import Flows

struct Exec: Command, RunsProgram {
  static let name = "exec"
  static let abstract = "Run a program with a valid ID token in its environment."
  static let discussion = """
    The program finds the token in FIREBASE_ID_TOKEN, or in the variable that --env names. With --token-file it \
    finds the token in that file instead, which only you can read (0600) and which is removed when the program \
    ends; FIREBASE_ID_TOKEN_FILE, or the variable that --env names, then holds the file's path. A file that is there \
    already is not replaced: if usher itself was killed (SIGKILL), the file stays, and you remove it.

    The token is renewed before the program starts, if needed, and not while it runs. The variables in which \
    usher itself is given secrets, like USHER_REFRESH_TOKEN, are removed from the program's environment. \
    --timeout does not end the program.

    Signals are passed on. The exit status is the program's, 128 and a signal's number if it died of one; 126 if \
    it cannot be run, 127 if there is none, 125 for every failure of usher's own.
    """
  static let arguments: [Argument<Self>] =
    [
      .option(
        \.variable, "env", value: "NAME", help: "The variable to set; FIREBASE_ID_TOKEN by default."),
      .option(
        \.file, "token-file", value: "FILE",
        help: "Write the token to this new file, and set the variable to its path.", completion: .file),
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
    // The program may change its folder.
    environment[variable?.text ?? VariableName.idTokenFile] =
      file.hasPrefix("/") ? file : context.world.currentFolder + "/" + file
    try ChildProgram.run(command, environment, in: context)
  }
}
