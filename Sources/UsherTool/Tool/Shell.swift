import CommandKit
import TerminalIO

struct Shell: Command, WorksUnconfigured {
  static let name = "shell"
  static let abstract = "Run commands in a loop, with history and tab completion."
  static let discussion = """
    Each line is a command without the word usher. The prompt shows the signed-in account and the endpoint, and \
    the exit status of a command that failed. Options given to shell hold for every command; a line that names a \
    profile or an endpoint of its own is not bound to those of shell.

    Tab completes commands, options and values. The arrow keys bring back earlier lines; Ctrl-R looks for one \
    that holds what was typed. Ctrl-C drops the line or ends its command. exit, quit or Ctrl-D leaves.

    Words are split as in other shells: quotes hold a word together, a backslash makes the next character an \
    ordinary one, # begins a comment. There are no variables and no pipes, and & in a link needs no quotes.

    The history is yours alone (0600) and holds the last 1,000 lines. A line with a code, a link or a token in it \
    is not kept, nor one with arguments for another program, one that begins with a space, or one with --no-store.
    """
  static let examples = [
    Example("usher shell", "Start a shell."),
    Example("usher shell --endpoint local", "Start one whose commands go to the embedded server."),
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
    context.output.tell("usher \(Release.version): help lists the commands, exit leaves.")
    var loop = ShellLoop(in: context)
    try loop.run()
  }
}
