import CommandKit
import Essentials
import TerminalIO

/// The person at the terminal, as far as there is one: who is asked, and told what to do.
final class Person {
  let terminal: any Terminal
  let next: NextCommands
  let output: Output
  let now: @Sendable () -> Date
  let settings: RunSettings
  private let errors: FileOutput
  private let typed: [String]

  /// - Parameter typed: The words of the command line, without the program's name.
  init(
    _ world: World, _ settings: RunSettings, _ next: NextCommands, _ output: Output, typed: [String]
  ) {
    self.typed = typed
    terminal = world.terminal
    errors = world.standardError
    now = world.now
    self.settings = settings
    self.next = next
    self.output = output
  }

  /// Whether there is a person who can be asked.
  var isInteractive: Bool { mayWaitForPeople && terminal.isInteractive }

  /// Whether a command may wait for a person at all, who may have no terminal, only a browser.
  var mayWaitForPeople: Bool { settings.mayWaitForPeople }

  /// How long a person may take to find a code.
  var waitLimit: Duration { settings.waitLimit }

  /// How long a person may take to find a mail.
  var linkWaitLimit: Duration { settings.linkWaitLimit }

  /// When they are shown colours.
  var colorMode: ColorMode { settings.colorMode }

  /// Whether something may move on standard error while they wait.
  var seesProgress: Bool { settings.showsProgress(on: errors) }

  /// What opens pages for them.
  var browser: PersonsBrowser { settings.browser }

  /// Tells whoever has to act, also where they wanted quiet.
  func say(_ text: Text) {
    if isInteractive { return terminal.say(text) }
    try? errors.write(SafeText.line(text.in(output.catalog)) + "\n")
  }

  /// Has the person choose one of `items`.
  func choose<Item>(
    _ question: Text, among items: [Item], by name: (Item) -> Text
  ) throws(TerminalError) -> Item {
    items[try terminal.choose(question, from: items.map(name), within: waitLimit)]
  }

  /// Says how a browser elsewhere reaches a page of usher's. A program that runs usher has no options for a container.
  func sayHowToReach(_ origin: String, isPublished: Bool) {
    for hint in browser.hints(for: origin, isPublished: isPublished || next.host != nil) { say(hint) }
  }

  /// Shows the command that goes on after the conversation.
  func suggest(_ phrase: Text, _ argv: [String]) {
    let lines = next.lines(phrase, argv)
    if !lines.isEmpty { terminal.say(lines.joined(separator: "\n")) }
  }

  /// Shows the command that was typed, to be run again.
  func suggestSameCommand(_ phrase: Text) {
    terminal.say(
      [Text("\(phrase):"), Text(verbatim: "  " + typedLine)].joined(separator: "\n"))
  }

  /// The command that was typed, with whatever secrets are in it.
  var typedLine: String { (next.host?.signIn ?? ["usher"] + typed).shellLine }

  /// The way that begins again: `argv`, or the command that was typed.
  func tryingAgain(with argv: [String]? = nil) -> Hint {
    argv.map { Hint("try again", $0) } ?? Hint("try again", copying: typedLine)
  }

  /// Shows an address on a line of its own, to be copied.
  func say(_ text: Text, address: String) {
    say(text)
    say(Text(verbatim: "  " + address))
  }

  /// A failure that the conversation goes on after.
  func say(_ diagnosis: Diagnosis) {
    for line in next.completed(diagnosis).lines(columns: terminal.columns, in: output.catalog) {
      terminal.say(Text(verbatim: line))
    }
  }
}

// What `--copy` does in place of printing.

extension RunSettings {
  /// Refuses `--copy` where the result is asked for as well.
  func checkCopying() throws {
    if wantsJSON || options.field != nil {
      throw UsageError.misuse("--copy prints no result, so --json and --field do not go with it")
    }
  }
}

extension Person {
  func copy(_ text: String) throws(Diagnosis) {
    try Clipboard(settings.environment, at: terminal).copy(text)
    output.tell(Text("Copied."))
  }
}
