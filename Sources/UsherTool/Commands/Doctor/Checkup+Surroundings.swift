import AuthClient
import CommandKit
import Crypto
import CurlTransport
import Essentials
import Flows
import LibC
import SAML
import SecurityKeys
import TerminalIO

// Checks of terminal, browser and completions, which are useful but not required.

extension Checkup {
  mutating func lookAtSurroundings() {
    add(terminal)
    add(browser)
    add(completions)
  }

  private var terminal: Check {
    let kind = world.environment["TERM"].map { Text(verbatim: $0) } ?? "no TERM"
    guard world.terminal.isInteractive else { return .ok(.terminal, "none, so usher asks nothing") }
    if world.environment.isCI { return .ok(.terminal, "\(kind), but CI is set, so usher asks nothing") }
    return .ok(.terminal, "\(kind), usher can ask questions")
  }

  private var browser: Check {
    guard let program = settings.browser.program else {
      let isRemote = world.environment["SSH_CONNECTION"] != nil
      return .warn(
        .browser, isRemote ? "this is a remote session" : "there is no display",
        settings.browser.adviceWithoutProgram)
    }
    guard isInstalled(program) else {
      return .warn(.browser, "\(program) was not found", "name one with USHER_BROWSER")
    }
    return .ok(.browser, Text(verbatim: program))
  }

  /// - Parameter command: A program's name or path, with or without options.
  private func isInstalled(_ command: String) -> Bool {
    let program = command.prefix { $0 != " " }
    if program.contains("/") { return access(String(program), X_OK) == 0 }
    return (world.environment["PATH"] ?? "").split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }

  private var completions: Check? {
    let variables = world.environment
    guard let shell = variables["SHELL"]?.split(separator: "/").last.map(String.init) else { return nil }
    let home = variables["HOME"] ?? ""
    let data =
      [variables["XDG_DATA_HOME"] ?? home + "/.local/share"]
      + (variables["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    let places: [String]
    switch shell {
    case "bash": places = ["bash-completion/completions/usher"]
    case "zsh": places = ["zsh/site-functions/_usher", "zsh/vendor-completions/_usher"]
    case "fish": places = ["fish/vendor_completions.d/usher.fish", "fish/completions/usher.fish"]
    default: return .ok(.completions, "none for \(shell)")
    }
    let paths = data.flatMap { folder in places.map { folder + "/" + $0 } }
    let own = home + "/.config/fish/completions/usher.fish"
    guard let found = (paths + (shell == "fish" ? [own] : [])).first(where: { access($0, R_OK) == 0 }) else {
      let advice: Text = "to install them, see: usher help completion"
      guard shell == "fish" else {
        // Its start file may load them, and only the shell can tell.
        return Check(
          name: .completions, verdict: .ok,
          text: "not in the folders of \(shell), which is fine if your start file loads them", hint: advice)
      }
      return .warn(.completions, "not installed for fish", advice)
    }
    return .ok(.completions, Text(verbatim: found))
  }
}

// Checks of the session that commands use.

extension Checkup {
  mutating func lookAtSession() {
    look(at: .session) { checkup in
      let given = checkup.given
      if let variable = given.variable?.rawValue {
        guard let session = try given.findOffline() else { return .ok(.session, "given by \(variable)") }
        return .ok(.session, "\(session.saved.title), given by \(variable)")
      }
      let state = try checkup.state.read()
      let key = try checkup.place.sessionKey(in: state)
      return .ok(.session, state[key].map { "\($0.title), saved as \(key.name)" } ?? "no user is signed in")
    }
  }
}

// Checks of the libraries that are loaded on demand.

extension Checkup {
  mutating func lookAtLibraries() {
    let missing = SystemLibrary.allCases.filter { !$0.isAvailable }
    if missing.isEmpty {
      add(.ok(.libraries, Text(verbatim: SystemLibrary.allCases.map(\.rawValue).joined(separator: ", "))))
    }
    for library in missing {
      add(
        .warn(
          .libraries, "\(library.rawValue) is not installed, for \(library.purpose)",
          world.packageSystem?.installation(of: library).text))
    }
  }
}

extension SystemLibrary {
  fileprivate var isAvailable: Bool {
    switch self {
    case .curl: CurlTransport.isAvailable
    case .crypto: CryptoLibrary.isAvailable
    case .qrencode: QRCode.isAvailable
    case .png: QRCode.canBePicture
    case .edit: EditLibrary.isAvailable
    case .argon2: Argon2.isAvailable
    case .fido2: SecurityKeyLibrary.isInstalled
    case .xml2: XMLLibrary.isAvailable
    }
  }
}
