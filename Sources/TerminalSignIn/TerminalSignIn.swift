public import AuthClient
import CommandKit
package import Essentials
import Flows
import LibC
import Synchronization
import TerminalIO
package import UsherTool

/// Signs the users of a command-line program in, at their terminal.
///
/// The conversation is that of `usher signin`: it asks for a number, an address or a provider, then for the code, the
/// link, the password or the second factor. It speaks of your program. The session is saved in the folder
/// `~/.config/APP/usher`, which only the user can read. All calls block.
public struct TerminalSignIn: Sendable {
  /// A way to sign in.
  public enum Method: Hashable, Sendable {
    /// A code by SMS.
    case phone
    /// A link by e-mail.
    case emailLink
    /// An e-mail address and a password. It includes new accounts, if the project allows sign-ups.
    case password
    /// A passkey of the browser, of a phone, or of a security key.
    case passkey
    /// An account without a sign-in method.
    case anonymous
    /// An identity provider, in the browser.
    case provider(AuthProviderID)
  }

  /// The server that users sign in to.
  public enum Server: Equatable, Sendable {
    /// Google's service.
    case production
    /// The server inside this program, for trying it without a project. Its project IDs start with `demo-`.
    case embedded
    /// A local server, such as `http://127.0.0.1:9099`.
    case address(String)
  }

  /// The methods that users are offered; nil for all.
  public var methods: Set<Method>?
  /// The server that users sign in to.
  public var server: Server = .production
  /// The ID of the tenant that users sign in to.
  public var tenant: String?
  /// The name of the session, for a program that keeps several users signed in.
  public var session: String?
  /// The program's command that signs in. Messages tell the user to run it.
  public var command: [String]
  /// Your own sentences, in place of usher's English ones, which are the keys.
  ///
  /// Both have `usher` where the program's name is shown, `%1$@` for the first value, and `%%` for a percent sign. The keys
  /// are the `msgid`s of `Sources/Catalogs/usher.pot`, and may change with any version.
  public var words: [String: String] = [:]

  private let options: AuthOptions
  private let appName: String
  /// The world of a test.
  private let world: (@Sendable (HostProgram, Catalog) throws -> World)?

  /// Creates the sign-in of a program.
  /// - Parameters:
  ///   - options: The project, its API key, and the proxy and certificate authorities if requests need them. The other
  ///     options do not count.
  ///   - appName: The program's name, in messages and as the name of its folder. It has no slash.
  public init(_ options: AuthOptions, appName: String) {
    self.init(options, appName: appName, world: nil)
  }

  package init(
    _ options: AuthOptions, appName: String, world: (@Sendable (HostProgram, Catalog) throws -> World)?
  ) {
    self.options = options
    self.appName = appName
    self.world = world
    command = [appName, "login"]
  }

  /// Signs a user in at the terminal, and saves the session.
  ///
  /// It asks also if a user is signed in, who is replaced.
  /// - Parameter who: A number, an address or a provider, if the user has named one already.
  /// - Throws: `auth/operation-not-allowed` for a method that is not in `methods`, `usher/no-terminal` without a
  ///   terminal, `usher/interrupted` after Ctrl-C, and the service's `auth/…` codes.
  @discardableResult
  public func signIn(as who: String? = nil) throws(TerminalSignInError) -> TerminalUser {
    try watched { session throws(Diagnosis) in try session.signIn(as: who) }
  }

  /// Returns the user who is signed in, as the session was last saved; nil if nobody is. It sends no request.
  public func currentUser() throws(TerminalSignInError) -> TerminalUser? {
    try told { session throws(Diagnosis) in try session.saved().map(TerminalUser.init) }
  }

  /// Returns an ID token that stays valid for at least five minutes. It is renewed if necessary.
  ///
  /// - Throws: A `TerminalSignInError` whose `needsSignIn` is true if nobody is signed in, or the session has ended.
  public func idToken(forcingRefresh: Bool = false) throws(TerminalSignInError) -> String {
    try told { session throws(Diagnosis) in
      try session.renewed(force: forcingRefresh).tokens.idToken.text
    }
  }

  /// Signs the user out: deletes the session from this machine. It works offline, and if nobody is signed in.
  public func signOut() throws(TerminalSignInError) {
    try told { session throws(Diagnosis) in try session.signOut() }
  }

  private func watched(
    _ body: (HostedSession) throws(Diagnosis) -> SavedSession
  ) throws(TerminalSignInError) -> TerminalUser {
    // A test has its own signals.
    if world != nil { return TerminalUser(try told(body)) }
    guard Self.asks.exchange(true, ordering: .acquiring) == false else {
      throw TerminalSignInError(
        Diagnosis(.busy, "another sign-in asks at this terminal", retry: .same), in: catalog)
    }
    defer { Self.asks.store(false, ordering: .releasing) }
    let (result, signal) = Interruption.watching {
      Result<SavedSession, TerminalSignInError> { () throws(TerminalSignInError) in try told(body) }
    }
    // The error tells of Ctrl-C.
    if let signal, signal != SIGINT || (try? result.get()) != nil { Interruption.passOn(signal) }
    return TerminalUser(try result.get())
  }

  /// Whether a sign-in of this process asks at the terminal.
  private static let asks = Atomic(false)

  private func told<Value>(
    _ body: (HostedSession) throws(Diagnosis) -> Value
  ) throws(TerminalSignInError) -> Value {
    do {
      return try body(try hostedSession())
    } catch {
      throw TerminalSignInError(Diagnosis(error, now: Date()), in: catalog)
    }
  }

  private var catalog: Catalog {
    var catalog = Catalog(language: "en") { [words] format, plural in
      words[plural.map { $0.count == 1 ? format : $0.format } ?? format]
    }
    catalog.program = appName
    return catalog
  }

  private func hostedSession() throws -> HostedSession {
    if appName.isEmpty || appName.hasPrefix(".") || appName.contains("/") {
      throw Diagnosis(
        AuthErrorCode.invalidArgument.name, .usage, "the program's name '\(appName)' cannot name a folder",
        hint: "use a name without a slash that does not start with a full stop")
    }
    let host = HostProgram(name: appName, signIn: command, methods: methods.map { Set($0.map(\.offered)) })
    var place = GlobalOptions()
    place.endpoint = server.word
    place.project = options.projectID
    place.tenant = tenant
    place.session = session
    place.caFile = options.certificateAuthorities
    place.proxy = options.proxy
    return HostedSession(
      place, apiKey: options.apiKey,
      in: try world?(host, catalog) ?? World.live(for: host, catalog))
  }
}

extension TerminalSignIn.Method {
  fileprivate var offered: OfferedMethod {
    switch self {
    case .phone: .phone
    case .emailLink: .emailLink
    case .password: .password
    case .passkey: .passkey
    case .anonymous: .anonymous
    case .provider(let id): .provider(id.rawValue)
    }
  }
}

extension TerminalSignIn.Server {
  fileprivate var word: String {
    switch self {
    case .production: "production"
    case .embedded: "local"
    case .address(let address): address
    }
  }
}
