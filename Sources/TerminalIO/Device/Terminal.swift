package import Essentials

/// Where a person is asked: a real terminal, or a script in tests.
package protocol Terminal: Sendable {
  /// Whether a person can be asked at all. Configuration may forbid it on top of that.
  var isInteractive: Bool { get }

  /// The translations into the language that the person reads.
  var catalog: Catalog { get }

  /// How many columns a line has; nil where nobody knows. A wide character takes two.
  var columns: Int? { get }

  /// How many lines it shows; nil where nobody knows.
  var rows: Int? { get }

  /// Shows `prompt` and returns the line that was typed, without its end.
  ///
  /// A prompt has at most 30 columns, so that the answer fits beside it: what explains it is said before.
  /// - Parameter limit: how long to wait for the person; nil waits for ever.
  func ask(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String

  /// Like `ask`; nil as soon as `descriptor` becomes readable, whatever has been typed by then.
  func ask(
    _ prompt: Text, within limit: Duration?, unlessReadable descriptor: Int32
  ) throws(TerminalError) -> String?

  /// Like `ask`, and what is typed is not shown.
  func askSecret(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String

  /// Like `ask`: earlier lines come back, and tab completes, where lines can be edited at all.
  func ask(
    _ prompt: Text, within limit: Duration?, with assistance: LineAssistance
  ) throws(TerminalError) -> String

  /// Shows a line that belongs to the conversation, not to the results.
  func say(_ text: Text)

  /// Shows a code for a camera to read. Whether there is room for it is the caller's to see.
  func draw(_ code: QRCode, inColor: Bool)

  /// Asks the terminal to put `text` on the clipboard of its own machine (OSC 52); false where there is none.
  /// Terminals do not say whether they did.
  func copy(_ text: String) -> Bool

  /// Does `work`, and gives the terminal back the modes that it had before.
  func keepingModes<Result>(during work: () -> Result) -> Result
}

extension Terminal {
  package func ask(
    _ prompt: Text, within limit: Duration?, unlessReadable descriptor: Int32
  ) throws(TerminalError) -> String? {
    try ask(prompt, within: limit)
  }

  package var catalog: Catalog { .english }

  package func keepingModes<Result>(during work: () -> Result) -> Result { work() }
}

/// No answer was had.
package enum TerminalError: Error, Equatable, Sendable {
  /// Ctrl-D on an empty line, or the terminal is gone.
  case endOfInput
  /// A noted signal, Ctrl-C say, ended the wait; `Interruption.signal` tells which.
  case interrupted
  case timedOut
  /// There is no terminal to ask at.
  case notATerminal
  /// More than a terminal delivers in one line; the end would be missing.
  case lineTooLong
  /// What was typed is not UTF-8.
  case notText
  /// The terminal failed, `reason` in the system's words.
  case io(reason: String)
}
