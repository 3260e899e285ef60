import Crypto
import Essentials
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
          displayName: try SecondFactorEnrollment.displayName(enrollment.displayName), phone: phone,
          totp: try phone == nil ? enrollment.totpInfo.flatMap(Self.totp) : nil,
          enrolledAt: enrollment.enrolledAt.flatMap { Date(given: $0) }))
    }
    guard factors.count(where: { $0.totp != nil }) <= 1 else { throw ServerError(.secondFactorLimitExceeded) }
    return factors
  }

  /// The same of the factors of a new account: an app without its secret would be nobody's.
  func readNew(_ enrollments: [MFAEnrollment]) throws -> [DescribedFactor] {
    let factors = try read(enrollments)
    guard factors.allSatisfy({ $0.phone != nil || $0.totp != nil })
    else { throw ServerError(.unsupportedSecondFactor) }
    return factors
  }

  /// The same of the factors with which a user signs up, and which can be numbers only.
  func readNumbers(_ enrollments: [MFAEnrollment]?) throws -> [DescribedFactor] {
    let factors = try read(enrollments ?? [])
    guard factors.allSatisfy({ $0.phone != nil }) else { throw ServerError(.unsupportedSecondFactor) }
    return factors
  }

  /// The app of a secret that is told; nil where none is.
  private static func totp(_ info: TOTPInfo) throws(ServerError) -> TOTP? {
    guard let text = info.sharedSecretKey else { return nil }
    let digits = info.verificationCodeLength ?? 6
    // Short ones are guessed, and no app takes very long ones.
    guard let secret = Base32.decode(text), (10...128).contains(secret.count), (6...8).contains(digits)
    else { throw .badArgument("totpInfo holds no secret of an authenticator app.") }
    return TOTP(secret: secret, digits: digits)
  }

  /// Gives an account exactly the factors that are described. What it has already stays as it is but for the
  /// name; a new authenticator app comes with its secret, or nobody would know it.
  func replace(
    of account: inout Account, with described: [DescribedFactor], in transaction: Transaction
  ) throws {
    let present = described.map { factor in
      account.secondFactors.first {
        $0.enrollmentID == factor.enrollmentID && $0.phone == factor.phone
          && (factor.totp == nil || factor.totp == $0.totp)
      }
    }
    for (factor, present) in zip(described, present)
    where factor.phone == nil && factor.totp == nil && present == nil {
      throw ServerError(.unsupportedSecondFactor)
    }
    for factor in account.secondFactors where !present.contains(factor) {
      try transaction.withdraw(factor, from: &account)
    }
    for (factor, present) in zip(described, present) {
      if let present {
        try transaction.rename(present, to: factor.displayName, in: &account)
      } else if let kind = factor.phone.map(SecondFactor.Kind.phone)
        ?? factor.totp.map(SecondFactor.Kind.totp)
      {
        try transaction.enroll(
          SecondFactor(
            enrollmentID: factor.newID, displayName: factor.displayName,
            enrolledAt: factor.enrolledAt ?? call.now, kind: kind),
          in: &account)
      }
    }
  }
}

/// A second factor as an administrator describes it, checked as far as that needs no account.
struct DescribedFactor: Sendable {
  /// The name of one that the account has.
  var enrollmentID: String?
  /// The name that a new one gets.
  var newID: String
  var displayName: String?
  /// Nil for an authenticator app.
  var phone: PhoneNumber?
  /// What an app computes codes with, where that is said.
  var totp: TOTP?
  /// Now, unless it is said.
  var enrolledAt: Date?
}
