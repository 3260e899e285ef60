public import AuthClient
import BrowserPages
import Crypto
import CurlTransport
package import Essentials
package import HTTP
package import HTTPListener
import IdentityToolkit
import OpenIDConnect

/// An OAuth client of your own at an identity provider, which a program asks without the service.
///
/// The service takes tokens of such clients from Google, GitHub and a project's own OpenID Connect providers. The client has
/// to be among those that the project allows for the provider.
public struct OwnOAuthClient: Sendable {
  /// The provider's id, `google.com` or `oidc.corp`.
  public let providerID: String

  private let client: OAuthClient
  private let issuer: String?
  private let scopes: [String]
  private let surroundings: Surroundings

  /// What a client needs of the system.
  package struct Surroundings: Sendable {
    /// Makes what reaches providers, until its latch is open.
    package var transport: @Sendable (_ interruption: Latch) -> any HTTPTransport
    package var now: @Sendable () -> Date
    package var uptime: @Sendable () -> Duration
    /// Waits, until its latch is open.
    package var pause: @Sendable (Duration, _ interruption: Latch) -> Void

    package init(
      transport: @escaping @Sendable (_ interruption: Latch) -> any HTTPTransport,
      now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
      pause: @escaping @Sendable (Duration, _ interruption: Latch) -> Void
    ) {
      self.transport = transport
      self.now = now
      self.uptime = uptime
      self.pause = pause
    }

    static var live: Surroundings {
      let start = ContinuousClock.now
      return Surroundings(
        transport: { interruption in
          var configuration = CurlTransport.Configuration()
          configuration.isInterrupted = { interruption.isOpen }
          return CurlTransport(configuration)
        }, now: { Date() }, uptime: { start.duration(to: .now) },
        pause: { duration, interruption in _ = interruption.wait(for: duration) })
    }
  }

  /// A client that is registered with the provider.
  /// - Parameters:
  ///   - providerID: The provider's id, `google.com`.
  ///   - clientID: The client's id at the provider.
  ///   - clientSecret: The client's secret, where the provider gave one.
  ///   - issuer: The address of a project's own provider, `https://id.example.com`.
  ///   - scopes: What is asked for beyond what a sign-in needs.
  public init(
    providerID: String, clientID: String, clientSecret: String? = nil, issuer: String? = nil,
    scopes: [String] = []
  ) {
    self.init(
      providerID: providerID, clientID: clientID, clientSecret: clientSecret, issuer: issuer, scopes: scopes,
      in: .live)
  }

  /// A client in other surroundings.
  package init(
    providerID: String, clientID: String, clientSecret: String? = nil, issuer: String? = nil,
    scopes: [String] = [], in surroundings: Surroundings
  ) {
    self.providerID = providerID
    client = OAuthClient(id: clientID, secret: clientSecret)
    self.issuer = issuer
    self.scopes = scopes
    self.surroundings = surroundings
  }

  /// Sends a person to the provider's page; gives the credential that comes back.
  ///
  /// The provider has to know the address of `uiDelegate`, a ``LoopbackOAuth`` for example. Google's clients for desktop apps
  /// take any port of this machine.
  /// - Parameters:
  ///   - uiDelegate: Shows the page.
  ///   - customParameters: Parameters for the provider's page, `login_hint` for example.
  /// - Throws: `AuthErrorCode.webSignInUserInteractionFailure` where the person declines; what `uiDelegate` throws, as
  ///   `AuthError.underlyingError`.
  public func credential(
    with uiDelegate: any OAuthUIDelegate, customParameters: [String: String] = [:]
  ) async throws(AuthError) -> OAuthCredential {
    try await explained {
      let interruption = try Latch()
      let client = try await connected(until: interruption)
      let question = try client.question(to: uiDelegate.continueURL.absoluteString)
      let parameters = customParameters.sorted { $0.key < $1.key }.map { QueryItem($0, $1) }
      guard let page = URL(string: question.url(parameters)) else { throw AuthError(.internalError) }
      let callback = try await uiDelegate.callbackURL(of: page)
      let answer = callback.query(percentEncoded: true).flatMap { FormEncoding.decode($0) } ?? []
      // Some providers leave the state out where the person declined.
      if ProviderCallback(answer, to: "")?.answer == .cancelled {
        throw AuthError(.webSignInUserInteractionFailure, message: "the person declined")
      }
      return try await OwnThread.run(endedBy: interruption) {
        client.credential(try client.tokens(for: answer, to: question))
      }
    }
  }

  /// Has a person sign in on another machine, where they open an address and type a code; gives the credential.
  /// - Parameters:
  ///   - timeLimit: How long the person may take, if that is less than the code is good for.
  ///   - show: Shows the person the code, and returns.
  /// - Throws: `AuthErrorCode.webSignInUserInteractionFailure` where the person declines, `AuthErrorCode.sessionExpired` where
  ///   the code expires, `AuthErrorCode.webContextCancelled` where the time is up before; what `show` throws, as
  ///   `AuthError.underlyingError`.
  public func credential(
    timeLimit: Duration? = nil, showing show: @escaping @Sendable (DeviceCode) async throws -> Void
  ) async throws(AuthError) -> OAuthCredential {
    try await explained {
      let interruption = try Latch()
      let client = try await connected(until: interruption)
      let device = try await OwnThread.run(endedBy: interruption) { try client.deviceAuthorization() }
      guard let code = DeviceCode(device) else { throw AuthError(.webInternalError) }
      try await show(code)
      let tokens = try await OwnThread.run(endedBy: interruption) { [surroundings] in
        try client.tokens(of: device, within: timeLimit ?? device.lifetime, uptime: surroundings.uptime) {
          interval in
          surroundings.pause(interval, interruption)
          if interruption.isOpen { throw CancellationError() }
        }
      }
      guard let tokens else {
        throw AuthError(.webContextCancelled, message: "nobody typed the code in time")
      }
      return client.credential(tokens)
    }
  }

  private func connected(until interruption: Latch) async throws -> OwnClient {
    try await OwnThread.run(endedBy: interruption) { [self] in
      try OwnClient(
        client, of: IdentityProvider(providerID), issuer: issuer, scopes: scopes,
        over: ProviderConnection(surroundings.transport(interruption)), random: SecureRandom.bytes,
        now: surroundings.now)
    }
  }

  private func explained(
    _ work: () async throws -> OAuthCredential
  ) async throws(AuthError) -> OAuthCredential {
    do {
      return try await work()
    } catch _ where Task.isCancelled {
      throw AuthError(.cancelled)
    } catch let problem as OwnClientProblem {
      throw AuthError(problem)
    } catch let error as ListenError {
      throw AuthError(error)
    } catch {
      throw AuthError(delegate: error, as: .webSignInUserInteractionFailure)
    }
  }
}

extension OwnClient {
  /// What the service takes of the provider's answer.
  fileprivate func credential(_ tokens: Tokens) -> OAuthCredential {
    OAuthCredential(
      providerID: identityProvider.id, idToken: tokens.idToken, accessToken: tokens.accessToken,
      rawNonce: tokens.rawNonce)
  }
}

extension Latch {
  fileprivate var isOpen: Bool { wait(for: .zero) == .open }
}
