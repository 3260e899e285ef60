import CommandKit
import TerminalIO

/// The clipboard of whoever sits at the terminal.
struct Clipboard {
  private let environment: Environment
  private let terminal: any Terminal

  init(_ environment: Environment, at terminal: any Terminal) {
    self.environment = environment
    self.terminal = terminal
  }

  /// Copies `text` by way of the terminal, which may be far away, or by the program that this machine has for it
  /// where the terminal is known not to copy.
  func copy(_ text: String) throws(Diagnosis) {
    if terminalCopies, terminal.copy(text) { return }
    guard let program else {
      throw Diagnosis(
        .noClipboard,
        "this machine has no clipboard, and there is no terminal that can copy",
        hint: "leave --copy out")
    }
    // xclip lives on to serve the clipboard, and must not keep our output open.
    let silent = ["/bin/sh", "-c", #"exec >/dev/null 2>&1; exec "$@""#, "sh"]
    let status = ChildProgram.feed(text, to: silent + program, environment.forChildren)
    guard status == 0 else {
      throw Diagnosis(
        .noClipboard,
        status == 127 ? "\(program[0]) is not installed" : "\(program[0]) copied nothing",
        hint: status == 127 ? "install it, or leave --copy out" : "leave --copy out")
    }
  }

  /// Known not to: Apple's Terminal, those built on VTE, as GNOME's is, tmux as it comes, and Linux's console.
  private var terminalCopies: Bool {
    environment["TERM_PROGRAM"] != "Apple_Terminal" && environment["VTE_VERSION"] == nil
      && environment["TMUX"] == nil && !["", "linux", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// The words of a program that copies its standard input; tmux hands on to its own terminal.
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
