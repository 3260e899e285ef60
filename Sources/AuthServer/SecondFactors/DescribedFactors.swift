import IdentityToolkit

/// The second factors that an administrator describes.
struct DescribedFactors: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Checks what a request says of them.
  func read(_ enrollments: [MFAEnrollment]) throws -> [DescribedFactor] {
    guard enrollments.count <= call.policy.secondFactorsPerAccount
    else { throw ServerError(.secondFactorLimitExceeded) }
    var (ids, phones): (Set<String>, Set<PhoneNumber>) = ([], [])
    var factors: [DescribedFactor] = []
    for enrollment in enrollments {
      let id = enrollment.mfaEnrollmentId.flatMap { $0.isEmpty ? nil : $0 }
      if let id, !ids.insert(id).inserted { throw ServerError(.duplicateMFAEnrollmentID) }
      var phone: PhoneNumber?
      if let text = enrollment.phoneInfo {
        phone = PhoneNumber(e164: text)
        guard let phone else { throw ServerError(.invalidMFAPhoneNumber, "Invalid format.") }
        guard phones.insert(phone).inserted else { throw ServerError(.secondFactorExists) }
      } else if enrollment.totpInfo == nil {
        throw ServerError(.unsupportedSecondFactor)
      }
      factors.append(
        DescribedFactor(
          enrollmentID: id, newID: try id ?? call.random.localID(),
          displayName: try SecondFactorEnrollment.displayName(enrollment.displayName), phone: phone))
    }
    return factors
  }

  /// Gives an account exactly the factors that are described. What it has already stays as it is but for the
  /// name; a new authenticator app cannot come from here, as nobody would know its secret.
  func replace(
    of account: inout Account, with described: [DescribedFactor], in transaction: Transaction
  ) throws {
    let present = described.map { factor in
      account.secondFactors.first { $0.enrollmentID == factor.enrollmentID && $0.phone == factor.phone }
    }
    for (factor, present) in zip(described, present) where factor.phone == nil && present == nil {
      throw ServerError(.unsupportedSecondFactor)
    }
    for factor in account.secondFactors where !present.contains(factor) {
      try transaction.withdraw(factor, from: &account)
    }
    for (factor, present) in zip(described, present) {
      if let present {
        try transaction.rename(present, to: factor.displayName, in: &account)
      } else if let phone = factor.phone {
        try transaction.enroll(
          SecondFactor(
            enrollmentID: factor.newID, displayName: factor.displayName, enrolledAt: call.now,
            kind: .phone(phone)),
          in: &account)
      }
    }
  }
}
