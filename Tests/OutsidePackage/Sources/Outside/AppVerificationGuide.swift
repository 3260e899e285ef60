import AuthClient
import LocalAuthServer

/// App verification by hand: a server that asks for it, and a delegate that shows the challenge.
@Sendable func appVerificationGuide() async throws {
  var rules = LocalServer.Rules.emulator
  rules.requiresAppVerification = true
  let server = try LocalServer(rules: rules)
  let auth = server.auth()
  let provider = PhoneAuthProvider.provider(auth: auth)
  do {
    _ = try await provider.verifyPhoneNumber("+16505550123", uiDelegate: GivingUp())
    try expect(false)
  } catch let error as AuthError {
    try expect(error.code == .webContextCancelled, "\(error)")
  }
}

/// Someone who closes the challenge.
private struct GivingUp: AuthUIDelegate {
  func token(for challenge: RecaptchaChallenge) async throws -> String { throw CancellationError() }
}
