import AuthClient
import CommandKit
import Essentials
import Flows
import LibC

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
