public import AuthClient
import BrowserPages
import Crypto
import CurlTransport
public import Essentials
package import HTTP
package import HTTPListener
import IdentityToolkit
import OpenIDConnect

/// Your own OAuth client at an identity provider, with which a program signs users in without the service's page.
///
/// The service accepts tokens of such clients from Google, GitHub and a project's own OpenID Connect providers. The
/// project must allow the client for the provider.
public struct OwnOAuthClient: Sendable {
  /// The provider's ID, for example `google.com` or `oidc.corp`.
  public let providerID: String

  private let client: OAuthClient
  private let issuer: String?
  private let scopes: [String]
  private let surroundings: Surroundings

  /// The clock, the network and the waits that a client uses.
  package struct Surroundings: Sendable {
    /// Creates the transport to providers. It works until the latch is open.
    package var transport: @Sendable (_ interruption: Latch) -> any HTTPTransport
    package var now: @Sendable () -> Date
    package var uptime: @Sendable () -> Duration
    /// Waits for a duration, or until the latch is open.
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

  /// Creates a client that is registered with the provider.
  /// - Parameters:
  ///   - providerID: The provider's ID, for example `google.com`.
  ///   - clientID: The client's ID at the provider.
  ///   - clientSecret: The client's secret, if the provider issued one.
  ///   - issuer: The issuer of a project's own provider, for example `https://id.example.com`.
  ///   - scopes: The scopes to request in addition to those of a sign-in.
  public init(
    providerID: String, clientID: String, clientSecret: String? = nil, issuer: String? = nil,
    scopes: [String] = []
  ) {
    self.init(
      providerID: providerID, clientID: clientID, clientSecret: clientSecret, issuer: issuer, scopes: scopes,
      in: .live)
  }

  /// Creates a client with another clock, network and waits.
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

  /// Sends the user to the provider's page, and returns the credential from it.
  ///
  /// The address of `uiDelegate`, for example a ``LoopbackOAuth``, must be registered with the provider. Google's
  /// clients for desktop apps accept any port of this machine.
  /// - Parameters:
  ///   - uiDelegate: Shows the page.
  ///   - customParameters: Extra parameters for the provider's page, for example `login_hint`.
  /// - Throws: `AuthErrorCode.webSignInUserInteractionFailure` if the user declines. The delegate's error, or one with
  ///   that error as `AuthError.underlyingError`.
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
      // Some providers leave out the state if the user declines.
      if ProviderCallback(answer, to: "")?.answer == .cancelled {
        throw AuthError(.webSignInUserInteractionFailure, message: "the person declined")
      }
      return try await OwnThread.run(endedBy: interruption) {
        client.credential(try client.tokens(for: answer, to: question))
      }
    }
  }

  /// Signs the user in on another machine, with a code that the user types there, and returns the credential.
  /// - Parameters:
  ///   - timeLimit: How long the user may take, if this is shorter than the life of the code.
  ///   - show: Shows the code to the user, and returns.
  /// - Throws: `AuthErrorCode.webSignInUserInteractionFailure` if the user declines. `AuthErrorCode.sessionExpired` if
  ///   the code expires. `AuthErrorCode.webContextCancelled` if the time limit ends first. The error of `show`, or one
  ///   with that error as `AuthError.underlyingError`.
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
        throw AuthError(.webContextCancelled, message: "the code was not typed in time")
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
  /// Creates the credential that the service accepts from the provider's tokens.
  fileprivate func credential(_ tokens: Tokens) -> OAuthCredential {
    OAuthCredential(
      providerID: identityProvider.id, idToken: tokens.idToken, accessToken: tokens.accessToken,
      rawNonce: tokens.rawNonce)
  }
}

extension Latch {
  fileprivate var isOpen: Bool { wait(for: .zero) == .open }
}

/// The code and address with which a user signs in on another machine.
public struct DeviceCode: Sendable, Equatable {
  /// The code that the user types.
  public let userCode: String
  /// The address of the page on which the user types the code.
  public let verificationURL: URL
  /// The same address with the code in it, for a QR code; nil if the provider does not return one.
  public let verificationURLComplete: URL?
  /// How long the code is valid.
  public let expiresIn: Duration

  /// Reads the provider's answer; nil if its address is not valid.
  init?(_ device: DeviceAuthorization) {
    guard let url = URL(string: device.verificationURI) else { return nil }
    userCode = SafeText.line(device.userCode)
    verificationURL = url
    verificationURLComplete = device.completeURI.flatMap { URL(string: $0) }
    expiresIn = device.lifetime
  }
}
