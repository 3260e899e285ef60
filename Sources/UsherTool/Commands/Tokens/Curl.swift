import AuthClient
import CommandKit
import Essentials
import Flows

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
