import IdentityToolkit

/// What a client shows to prove that a telephone number is its own.
enum NumberProof: Sendable {
  case code(String, of: SessionInfo)
  /// Handed out when the code was right, but for the number of another account.
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

/// A number that was proved, and what did it.
struct ProvedNumber: Sendable {
  let phone: PhoneNumber
  fileprivate let means: Means

  fileprivate enum Means: Sendable {
    case session(PhoneSession)
    case temporaryProof(String)
  }

  /// Whether the number is one of the project's fictional ones; nil where nothing says so.
  var isFictional: Bool? {
    if case .session(let session) = means { session.isFictional } else { nil }
  }
}

extension Call {
  /// The number that `proof` is right for; a wrong code is counted.
  func confirm(
    _ proof: NumberProof, project: Int64, in transaction: Transaction
  ) throws -> ProvedNumber {
    switch proof {
    case .code(let code, let info):
      let session = try phoneSession(info, for: [.firstFactor], project: project, in: transaction)
      try check(code, of: session, in: transaction)
      return ProvedNumber(phone: session.phone, means: .session(session))
    case .temporary(let text, let phone):
      guard let proof = try transaction.temporaryProof(text, project: project), proof.phone == phone,
        period(ofLast: policy.temporaryProofLifetime).contains(proof.createdAt),
        try transaction.account(phone: phone, project: project)?.id == proof.account
      else { throw ServerError(.invalidTemporaryProof) }
      return ProvedNumber(phone: phone, means: .temporaryProof(text))
    }
  }

  /// Uses up what proved the number.
  func consume(_ number: ProvedNumber, in transaction: Transaction) throws {
    switch number.means {
    case .session(let session): try consume(session, in: transaction)
    case .temporaryProof(let proof):
      try transaction.deleteTemporaryProof(proof)
    }
  }
}
