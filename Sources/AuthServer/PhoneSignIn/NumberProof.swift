import IdentityToolkit

/// A client's proof that it owns a phone number.
enum NumberProof: Sendable {
  case code(String, of: SessionInfo)
  /// A proof issued for a right code if the number belongs to another account.
  case temporary(String, of: PhoneNumber)

  init(_ request: SignInWithPhoneNumber.Request) throws(ServerError) {
    if let proof = request.temporaryProof, !proof.isEmpty {
      guard let number = request.phoneNumber, !number.isEmpty
      else { throw ServerError(.missingPhoneNumber) }
      guard let phone = PhoneNumber(e164: number) else { throw ServerError(.invalidTemporaryProof) }
      self = .temporary(proof, of: phone)
      return
    }
    guard let info = request.sessionInfo, !info.isEmpty else { throw ServerError(.missingSessionInfo) }
    guard let code = request.code, !code.isEmpty else { throw ServerError(.missingCode) }
    guard let info = SessionInfo(info) else { throw ServerError(.invalidSessionInfo) }
    self = .code(code, of: info)
  }

  var isTemporary: Bool {
    if case .temporary = self { true } else { false }
  }
}
