public import Essentials

/// A delegate that shows reCAPTCHA on the project's own page.
///
/// At the end of the page, the system opens the app with an address. Pass the address to ``Auth/canHandle(_:)``. Its
/// scheme is the reversed ``AuthOptions/clientID`` if that is set, or else made from ``AuthOptions/googleAppID``, as in
/// `PhoneAuthProvider` of the Apple SDK. The page is on ``Auth/customAuthDomain``, or on the project's domain at
/// `firebaseapp.com`.
public struct HostedRecaptcha: AuthUIDelegate {
  private let auth: Auth
  private let open: @Sendable (URL) async throws -> Void
  private let random: @Sendable () -> UInt8

  /// Creates a delegate that opens the page with `open`.
  /// - Parameters:
  ///   - auth: The client that sends the codes.
  ///   - open: Opens a page in a browser.
  public init(auth: Auth, open: @escaping @Sendable (URL) async throws -> Void) {
    self.auth = auth
    self.open = open
    random = { UInt8.random(in: 0...255) }
  }

  /// Opens the project's page and returns reCAPTCHA's token.
  /// - Throws: ``AuthErrorCode/invalidClientID`` without ``AuthOptions/clientID`` and ``AuthOptions/googleAppID``.
  ///   ``AuthErrorCode/captchaCheckFailed`` for reCAPTCHA Enterprise, which the page does not support.
  ///   ``AuthErrorCode/webContextCancelled`` if no address comes back within five minutes.
  public func token(for challenge: RecaptchaChallenge) async throws -> String {
    guard challenge.kind == .v2 else {
      throw AuthError(.captchaCheckFailed, message: "the project's page has no reCAPTCHA Enterprise")
    }
    let (clientID, appID) = (auth.options.clientID, auth.options.googleAppID)
    guard let app = clientID.map(HostedRecaptchaPage.App.clientID) ?? appID.map({ .appID($0) }) else {
      throw AuthError(.invalidClientID)
    }
    let domain = auth.customAuthDomain ?? auth.options.projectID + ".firebaseapp.com"
    var page = HostedRecaptchaPage(
      authDomain: domain, apiKey: auth.options.apiKey, app: app, random: bytes)
    page.bundleID = auth.options.bundleID
    page.languageCode = auth.languageCode
    auth.inbox.await(page)
    guard let url = URL(string: page.url) else { throw AuthError(.internalError) }
    try await open(url)
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      if let callback = auth.inbox.takeCallback() {
        do {
          return try callback.get()
        } catch {
          throw AuthError(.appVerification(error))
        }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw AuthError(.webContextCancelled)
  }

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in random() } }
}
