import CommandKit
import Essentials
import HTTP
import LibC
import TerminalIO

/// The browser of the person at this machine, if there is one.
struct PersonsBrowser {
  private let environment: Environment
  private let preferred: String?

  /// - Parameter preferred: The program that the person chose, if any.
  init(_ environment: Environment, preferred: String?) {
    self.environment = environment
    self.preferred = preferred
  }

  /// Opens `url`; returns whether a browser was found.
  func open(_ url: String) -> Bool {
    guard let program else { return false }
    // Run the browser in the background without output. The variable may also hold options.
    let script = #"command -v "${0%% *}" || exit 1; $0 "$1" &"#
    let words = ["/bin/sh", "-c", "exec </dev/null >/dev/null 2>&1; " + script, program, url]
    guard let child = ChildProgram.start(words, environment.forChildren) else { return false }
    return ChildProgram.wait(for: child).status == 0
  }

  /// Returns advice for the case that no browser was opened.
  /// - Parameter isPublished: Whether options already say where the page is, and how others call it.
  func hints(for origin: String, isPublished: Bool) -> [Text] {
    guard let port = Origin(origin)?.port else { return [] }
    if let connection = environment["SSH_CONNECTION"] {
      let words = connection.split(separator: " ")
      let host = words.count == 4 ? String(words[2]) : "HOST"
      return [
        "You are connected by SSH. First run this on the machine that has the browser:",
        Text(verbatim: "  ssh -L \(port):127.0.0.1:\(port) \(host)"),
      ]
    }
    if isInContainer, !isPublished {
      return [
        "You are in a container. Publish a port, such as 8123, and run the command again with these options:",
        Text(verbatim: "  " + Self.publishing(as: Origin(origin)?.host ?? "127.0.0.1")),
      ]
    }
    return []
  }

  /// How to open a page here, as no program opens it.
  var adviceWithoutProgram: Text {
    if environment["SSH_CONNECTION"] != nil {
      return "usher prints the addresses of pages: forward their port with --listen"
    }
    return isInContainer
      ? "usher prints the addresses of pages: publish a port, and use \(Self.publishing(as: "127.0.0.1"))"
      : "usher prints the addresses of pages: open them on this machine, or forward their port with --listen"
  }

  private static func publishing(as host: String) -> String {
    "--listen 0.0.0.0:8123 --page-host \(host)"
  }

  /// The program that opens pages; nil if nobody would see them.
  var program: String? {
    if let preferred { return preferred }
    guard environment["SSH_CONNECTION"] == nil else { return nil }
    if let first = environment["BROWSER"]?.split(separator: ":").first { return String(first) }
    return environment["DISPLAY"] ?? environment["WAYLAND_DISPLAY"] == nil ? nil : "xdg-open"
  }

  private var isInContainer: Bool {
    environment["container"] != nil || access("/.dockerenv", F_OK) == 0
      || access("/run/.containerenv", F_OK) == 0
  }
}

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
