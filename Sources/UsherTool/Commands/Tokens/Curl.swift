import AuthClient
import CommandKit
import Flows

struct Curl: Command, RunsProgram {
  static let name = "curl"
  static let abstract = "Run curl with the ID token in the Authorization header."
  static let discussion = """
    The arguments after -- are curl's own, and so are its output and its exit status. The header is handed to \
    curl through a descriptor of its own, as a configuration: the token stands on no command line, in no file and \
    in no variable, and curl's standard input stays free, for -d @- say. It is sent to every address that the \
    arguments name, up to the first --next; curl itself drops it where a redirect leads to another host.

    The token is renewed first, if needed. 126 if curl cannot be run, 127 if it is not installed, 125 for every \
    failure of usher's own.
    """
  static let arguments: [Argument<Self>] =
    Argument.set(\.life) + [
      // Headers, passwords for -u, forms to send.
      .rest(\.words, "arg", help: "What curl is to do.", required: true, holdsSecret: true)
    ]
  // Those that people give are curl's own.
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
    // What keeps curl from reading its own configuration counts only as the first argument.
    let isFirst = ["-q", "--disable"].contains(words.first ?? "")
    let first = isFirst ? [words[0]] : []
    let command = ["curl"] + first + ["--config", input.path] + words.dropFirst(first.count)
    try ChildProgram.run(command, context.world.environment.forChildren, in: context) {
      input.send(configuration)
    }
  }
}
