import CommandKit
import Essentials
import Flows
import LibC
import TerminalIO

/// The loop of `usher shell`: reads a line and runs its command.
struct ShellLoop {
  private let world: World
  /// The options of `shell` itself, which apply to every command.
  private let options: GlobalOptions
  private let person: Person
  private var history: ShellHistory

  init(in context: Context) {
    world = context.world
    options = context.settings.options
    person = context.person
    history = ShellHistory(
      keptBy: HistoryRule(Tool.commands), isKept: context.state.isKept, in: world, context.output)
  }

  /// Runs until the user leaves.
  /// - Throws: `TerminalError` if the terminal fails, or if a signal asks the shell itself to end.
  mutating func run() throws(TerminalError) {
    while let line = try nextLine() {
      let split = SplitLine(line)
      if ["exit", "quit"].contains(split.commandWords.first) { return }
      history.add(line)
      if !split.words.isEmpty || split.problem != nil { follow(split) }
      try settleInterruption()
    }
  }

  /// Returns nil at the end of the input.
  private func nextLine() throws(TerminalError) -> String? {
    while true {
      do throws(TerminalError) {
        return try person.terminal.ask(
          Text(verbatim: prompt), within: nil,
          with: LineAssistance(
            history: history.lines, complete: ShellCompletion(world: world, options: options).choices)
        )
      } catch .endOfInput {
        return nil
      } catch .interrupted {
        // Ctrl-C discards the line.
        try settleInterruption()
      } catch {
        // A bad line does not end the loop. A terminal failure does.
        guard [.notText, .lineTooLong].contains(error) else { throw error }
        person.say(Diagnosis(error))
      }
    }
  }

  private var prompt: String {
    var options = options
    options.quiet = true
    let run = Context(world, under: options)
    return ShellPrompt(at: run.place, run.state, run.sessions.given)
      .text(columns: person.terminal.columns ?? 80, in: world.catalog)
  }

  /// Continues after Ctrl-C, which ends only the line or its command; other signals end the shell.
  private func settleInterruption() throws(TerminalError) {
    guard let signal = world.interruption() else { return }
    guard signal == SIGINT else { throw .interrupted }
    world.forgetInterruption()
  }

  /// Runs the command of a line.
  private mutating func follow(_ line: SplitLine) {
    let words = line.commandWords
    if let problem = line.problem {
      let explanation = Tool.commands.explanation(of: problem.error, at: .root)
      _ = Context(world, under: options).fail(Diagnosis(explanation))
    } else {
      let isQuestion = words.first == "?"
      let run = ToolRun(
        CommandWords(isQuestion ? ["help"] + words.dropFirst() : words), in: world,
        under: options, isInShell: true)
      // A program may leave the terminal in different modes.
      let status = person.terminal.keepingModes { run.status() }
      // The signal was meant for the shell too.
      if let signal = run.context.output.signalHandedOn, ![SIGINT, SIGQUIT].contains(signal) {
        raise(signal)
      }
      // The terminal has shown ^C, so the prompt needs a new line.
      if status == 128 + SIGINT { person.terminal.say("") }
    }
  }
}

extension SplitLine.Problem {
  fileprivate var error: UsageError {
    switch self {
    case .openQuote(let quote):
      .misuse("a quote is not closed: \(quote)", hint: #"to use a quote as a character, write \ before it"#)
    case .openBackslash: .misuse(#"nothing follows the \ at the end"#)
    case .shellOperator(let word):
      .misuse(
        "'\(word)' has no meaning here: usher's shell runs only usher's commands",
        hint: [";", "&&", "||", "&"].contains(word)
          ? "type each command on a line of its own, or put the word in quotes"
          : "leave the shell with exit to use pipes and files, or put the word in quotes")
    }
  }
}

/// The shell's prompt: the user and the destination.
struct ShellPrompt: Equatable {
  /// Nil if no user is signed in.
  var account: String?
  /// The destination; nil if it cannot be determined.
  var place: String?

  /// Returns the prompt; it has at most 30 columns, and leaves at least a third of the line for typing.
  func text(columns: Int, in catalog: Catalog = .english) -> String {
    let end = "usher> "
    let room = min(columns * 2 / 3, 30) - end.count - " () ".count
    guard let place, room >= 12 else { return end }
    let account = account ?? Text("not signed in").in(catalog)
    let shownAccount = account.cut(to: max(room - LineWrapping.width(place), room / 2))
    return "\(shownAccount) (\(place.cut(to: room - LineWrapping.width(shownAccount)))) \(end)"
  }
}

extension ShellPrompt {
  /// Reads account and destination from the saved state, without a request.
  /// - Parameter place: A place whose messages are switched off.
  init(at place: Place, _ state: StateAccess, _ given: GivenSession) {
    // Ignore errors: the next command reports them.
    guard let destination = try? place.destination(), let state = try? state.read(),
      let key = try? place.sessionKey(in: state)
    else { return }
    self.place = destination.name + (key.name == SessionKey.defaultName ? "" : ", " + key.name)
    account =
      if let variable = given.variable {
        (try? given.findOffline())?.saved.title.in(place.output.catalog) ?? variable.rawValue
      } else {
        state[key]?.title.in(place.output.catalog)
      }
  }
}

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
