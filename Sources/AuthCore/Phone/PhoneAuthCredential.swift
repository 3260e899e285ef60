/// Proof of a phone number.
package enum PhoneAuthCredential: Sendable, Equatable {
  /// A verification ID and the code that was sent for it.
  case code(verificationID: String, code: String)
  /// What the server gave when the number turned out to belong to another account: signs in to that one,
  /// and nothing else.
  case temporaryProof(String, phoneNumber: String)
}
