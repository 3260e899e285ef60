import CommandKit
import Essentials
import TerminalIO

struct Shell: UsherCommand {
  static let name = "shell"
  static let worksUnconfigured = true
  static let abstract: Text = "Run commands in a loop, with history and tab completion."
  static let discussion = """
    Type commands without the word usher. Options that you give to shell hold for every command, unless a line \
    names its own profile or endpoint. Tab completes, and Ctrl-R searches earlier lines. exit, quit or Ctrl-D \
    leaves.
    """
  static let manual = """
    The prompt shows the account and the endpoint, in at most 30 columns. The arrow keys bring back earlier \
    lines. Ctrl-C drops the line or ends its command.

    usher splits words as other shells do. Quotes hold a word together, a backslash makes the next character an \
    ordinary one, and # begins a comment. There are no variables and no pipes, and each command has a line of its own. & in a link \
    needs no quotes:

      complete-link https://acme.web.app/__/auth/action?mode=signIn&oobCode=abc

    Only you can read the history (0600). It holds the last 1,000 lines. It omits lines with a code, a link or a \
    token, and lines with arguments for another program. It also omits lines that begin with a space, and lines \
    with --no-store.
    """
  static let examples = [
    Example("usher shell", "Start a shell."),
    Example("usher shell --endpoint local", "Start one whose commands go to the local server."),
    Example("usher shell --as bob --no-store", "Start one as bob that keeps no history."),
  ]

  func run(in context: Context) throws {
    if context.isInShell {
      throw UsageError.misuse("this is already usher's shell", hint: "to leave it, type exit")
    }
    guard context.person.isInteractive else {
      throw UsageError.misuse(
        "shell needs a terminal, and nothing that forbids questions",
        hint: "in a script, run each command by itself")
    }
    for (name, file) in [
      ("USHER_SESSION_FILE", context.world.environment["USHER_SESSION_FILE"]),
      ("--app-check-token-file", context.settings.options.appCheckTokenFile),
    ] {
      if let file, !FileInput.isRegular(file) {
        throw UsageError.misuse(
          "\(name) is not a regular file, and every command of the shell reads it",
          hint: "put its content into a file that only you can read")
      }
    }
    context.output.tell("usher \(Release.version): type help for the commands, and exit to leave.")
    var loop = ShellLoop(in: context)
    try loop.run()
  }
}
