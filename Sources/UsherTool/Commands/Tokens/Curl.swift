import AuthClient
import CommandKit
import Flows

struct Curl: Command, RunsProgram {
  static let name = "curl"
  static let abstract = "Run curl with the ID token in the Authorization header."
  static let discussion = """
    The arguments after -- are curl's own, and so are its output and exit status. Exit status 126: curl cannot be run. \
    127: it is not installed. 125: usher failed. No command line, file or variable holds the token. curl sends it to \
    every address up to the first --next, and drops it at a redirect to another host.
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
