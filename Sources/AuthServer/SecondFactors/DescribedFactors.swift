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
      let phone = try enrollment.phoneInfo.map { text throws(ServerError) in
        guard let phone = PhoneNumber(e164: text)
        else { throw ServerError(.invalidMFAPhoneNumber, "Invalid format.") }
        return phone
      }
      let isRepeated = phone.map { !phones.insert($0).inserted } ?? false
      // The emulator takes the first of the same number.
      if isRepeated, !call.policy.serviceAnswers { continue }
      if let id, !ids.insert(id).inserted { throw ServerError(.duplicateMFAEnrollmentID) }
      if isRepeated { throw ServerError(.secondFactorExists) }
      guard phone != nil || enrollment.totpInfo != nil else { throw ServerError(.unsupportedSecondFactor) }
      factors.append(
        DescribedFactor(
          enrollmentID: id, newID: try id ?? SecondFactorEnrollment(call).newID(),
          displayName: try SecondFactorEnrollment.displayName(enrollment.displayName), phone: phone))
    }
    return factors
  }

  /// Checks what a request says of the factors of a new account, which can be numbers only.
  func readNumbers(_ enrollments: [MFAEnrollment]?) throws -> [DescribedFactor] {
    let factors = try read(enrollments ?? [])
    guard factors.allSatisfy({ $0.phone != nil }) else { throw ServerError(.unsupportedSecondFactor) }
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
