import Essentials
import TerminalIO

/// The program through which people read what is longer than their screen, as git has it.
struct Pager {
  private let environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
  }

  /// Shows `text` until the person has read enough; says whether a program did.
  func show(_ text: String) -> Bool {
    guard let command else { return false }
    var variables = environment.forChildren
    // Ends at once where everything fits, lets colours through, leaves the text on the screen.
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    return ![126, 127].contains(ChildProgram.feed(text, to: ["/bin/sh", "-c", command], variables))
  }

  /// A line for the shell; nil where people want none.
  private var command: String? {
    switch environment["PAGER"] {
    case "", "cat": nil
    case let pager?: pager
    case nil: "command -v less >/dev/null || exit 127; exec less"
    }
  }
}
