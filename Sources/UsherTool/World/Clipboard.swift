import CommandKit
import Essentials
import TerminalIO

/// The clipboard of the person at the terminal.
struct Clipboard {
  private let environment: Environment
  private let terminal: any Terminal

  init(_ environment: Environment, at terminal: any Terminal) {
    self.environment = environment
    self.terminal = terminal
  }

  /// Copies `text` through the terminal, which also works over SSH.
  ///
  /// Uses this machine's clipboard program if the terminal cannot copy.
  func copy(_ text: String) throws(Diagnosis) {
    if terminalCopies, terminal.copy(text) { return }
    guard let program else {
      throw Diagnosis(
        .noClipboard,
        "this machine has no clipboard, and there is no terminal that can copy",
        hint: "leave --copy out")
    }
    // xclip keeps running to serve the clipboard, so it must not hold usher's output open.
    let silent = ["/bin/sh", "-c", #"exec >/dev/null 2>&1; exec "$@""#, "sh"]
    let status = ChildProgram.feed(text, to: silent + program, environment.forChildren)
    guard status == 0 else {
      throw Diagnosis(
        .noClipboard,
        status == 127 ? "\(program[0]) is not installed" : "\(program[0]) copied nothing",
        hint: status == 127 ? "install it, or leave --copy out" : "leave --copy out")
    }
  }

  /// Whether the terminal may be able to copy.
  ///
  /// These cannot: Apple's Terminal, terminals based on VTE such as GNOME's, tmux by default, and the Linux console.
  private var terminalCopies: Bool {
    environment["TERM_PROGRAM"] != "Apple_Terminal" && environment["VTE_VERSION"] == nil
      && environment["TMUX"] == nil && !["", "linux", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// The command line of a program that copies its standard input; tmux passes it on to its own terminal.
  private var program: [String]? {
    if environment["TMUX"] != nil { return ["tmux", "load-buffer", "-w", "-"] }
    #if canImport(Darwin)
      return ["pbcopy"]
    #else
      if environment["WAYLAND_DISPLAY"] != nil { return ["wl-copy"] }
      return environment["DISPLAY"] == nil ? nil : ["xclip", "-selection", "clipboard"]
    #endif
  }
}
