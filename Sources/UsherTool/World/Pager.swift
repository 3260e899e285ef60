import Essentials
import LibC
import TerminalIO

/// The program that shows text longer than the screen, found as git finds it.
struct Pager {
  private let environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
  }

  /// Shows `text` until the person quits the pager; returns whether a pager could run.
  func show(_ text: String) -> Bool {
    guard let command else { return false }
    var variables = environment.forChildren
    // F: quit if the text fits the screen; R: show colours; X: leave the text on the screen.
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    // Where the locale is not installed, it would show bytes.
    if variables["LESSCHARSET"] == nil { variables["LESSCHARSET"] = "utf-8" }
    let status = ChildProgram.feed(text, to: ["/bin/sh", "-c", command], variables)
    // A pager that was killed has shown nothing, unless the person ended it.
    return ![126, 127].contains(status) && (status < 128 || status == 128 + SIGINT)
  }

  /// The shell command of the pager; nil if the person does not want one.
  private var command: String? {
    switch environment["PAGER"] {
    case "", "cat": nil
    case let pager?: pager
    case nil: "command -v less >/dev/null || exit 127; exec less"
    }
  }
}
