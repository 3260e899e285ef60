import AuthClient
import CommandKit
import IdentityToolkit

extension Context {
  /// Has the app verified for the message that is sent next: done before its recipient is locked, this keeps
  /// no other usher waiting while a person is at the browser.
  func prepareSending(for action: RecaptchaAction) throws {
    try sendingSMS(try auth()) { provider throws(AuthError) in try provider.prepare(action) }
  }

  /// Has `send` make the service send an SMS, by `auth`, with the app verified as this run's options say.
  func sendingSMS<Answer>(
    _ auth: Auth, _ send: (PhoneAuthProvider) throws(AuthError) -> Answer
  ) throws -> Answer {
    auth.appVerification = try appVerifier().verification
    do {
      return try send(PhoneAuthProvider(auth: auth))
    } catch AuthError.caller(let failure) {
      throw failure.reason
    }
  }

  /// How the app is verified: as the options say, else as the profile does.
  func appVerificationMethod(_ options: AppVerificationOptions) throws -> AppVerificationMethod {
    try options.method(orElse: try destination().settings.appVerification)
  }

  /// Changes the state after an SMS was sent, and keeps in the same write what the app was verified with.
  func updateStateAfterSending<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    try stateFile().update { state in
      knownAppVerifier?.save(in: &state)
      return try change(&state)
    }
  }

  /// Keeps a credential that no other write took along: of a message that was refused, of a late push.
  func keepAppCredential() {
    guard keepsState, knownAppVerifier?.hasNews == true else { return }
    // The next run can do without it.
    try? updateStateAfterSending { _ in }
  }
}
