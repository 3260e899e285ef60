import AuthClient
import Foundation
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

  // A silent push, for which nobody is asked.
  let deviceToken = Data([1, 2, 3])
  server.deliverPushes(to: deviceToken) { notification in _ = auth.canHandleNotification(notification) }
  auth.setAPNSToken(deviceToken, type: .sandbox)
  try expect(!(try await provider.verifyPhoneNumber("+16505550123", uiDelegate: nil)).isEmpty)
}

/// Someone who closes the challenge.
private struct GivingUp: AuthUIDelegate {
  func token(for challenge: RecaptchaChallenge) async throws -> String { throw CancellationError() }
}
