import IdentityToolkit

/// A verified phone number, and the means of its verification.
struct VerifiedNumber: Sendable {
  let phone: PhoneNumber
  fileprivate let means: Means

  fileprivate enum Means: Sendable {
    case session(PhoneSession)
    case temporaryProof(String)
  }

  /// Whether the number is fictional in the project, or nil if this is unknown.
  var isFictional: Bool? {
    if case .session(let session) = means { session.isFictional } else { nil }
  }
}

/// The checks of proofs of phone numbers.
struct NumberProofs: Sendable {
  let call: Call

  /// Returns the number that `proof` verifies.
  ///
  /// It counts a wrong code.
  func confirm(
    _ proof: NumberProof, project: Int64, in transaction: Transaction
  ) throws -> VerifiedNumber {
    switch proof {
    case .code(let code, let info):
      let session = try PhoneCodes(call: call).session(
        info, for: [.firstFactor], project: project, in: transaction)
      try PhoneCodes(call: call).check(code, of: session, in: transaction)
      return VerifiedNumber(phone: session.phone, means: .session(session))
    case .temporary(let text, let phone):
      guard let proof = try transaction.find(TemporaryProof.self, secret: text.utf8, project: project),
        proof.phone == phone, try transaction.account(phone: phone, project: project)?.id == proof.account
      else { throw ServerError(.invalidTemporaryProof) }
      try call.refuse(
        madeAt: proof.createdAt, unlessInLast: Policy.temporaryProofLifetime,
        ServerError(.invalidTemporaryProof))
      return VerifiedNumber(phone: phone, means: .temporaryProof(text))
    }
  }

  func consume(_ number: VerifiedNumber, in transaction: Transaction) throws {
    switch number.means {
    case .session(let session): try PhoneCodes(call: call).consume(session, in: transaction)
    case .temporaryProof(let proof):
      if call.dialect.takesProofsOnce { try transaction.delete(TemporaryProof.self, secret: proof.utf8) }
    }
  }
}
