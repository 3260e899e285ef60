/// Whether an authenticator verifies its user, in WebAuthn's words.
package enum UserVerification: String, CaseIterable, Sendable {
  case required, preferred, discouraged
}
