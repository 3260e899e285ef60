internal import LibC

/// How a terminal treats what is typed.
struct TerminalModes {
  private var modes = termios()

  /// As they are now at `terminal`.
  init(of terminal: borrowing TerminalDevice) throws(TerminalError) {
    guard tcgetattr(terminal.descriptor, &modes) == 0 else { throw .io(reason: systemMessage(errno)) }
  }

  /// The same, and what is typed is not shown.
  var hidden: TerminalModes { without(ECHO | ECHOE | ECHOK | ECHONL) }

  /// The same, and every byte is there as soon as it is typed, and not shown. Keys for signals still work.
  var unbuffered: TerminalModes { without(ECHO | ECHOE | ECHOK | ECHONL | ICANON) }

  private func without(_ flags: Int32) -> TerminalModes {
    var copy = self
    copy.modes.c_lflag &= ~tcflag_t(flags)
    return copy
  }

  /// - Parameter flushing: what was typed up to now, and not read yet, is dropped in the same step.
  /// - Throws: `interrupted` when a signal came first, as it may while the terminal is another job's.
  func apply(to terminal: borrowing TerminalDevice, flushing: Bool) throws(TerminalError) {
    var modes = modes
    guard tcsetattr(terminal.descriptor, flushing ? TCSAFLUSH : TCSANOW, &modes) == 0 else {
      throw errno == EINTR ? .interrupted : .io(reason: systemMessage(errno))
    }
  }

  /// Applies them whatever comes in between, with what was typed up to now dropped.
  func restore(to terminal: borrowing TerminalDevice) {
    var modes = modes
    while tcsetattr(terminal.descriptor, TCSAFLUSH, &modes) != 0 && errno == EINTR {}
  }
}

/// How a terminal tells what is pasted from what is typed, once it was asked to.
///
/// One that has not heard of it ignores the request and sends a paste as if it were typed.
enum BracketedPaste {
  static let on = "\u{1B}[?2004h"
  static let off = "\u{1B}[?2004l"

  /// What stands before a paste, and behind it.
  static let begin = "\u{1B}[200~"
  static let end = "\u{1B}[201~"
}
