import Crypto
import Essentials
import IdentityToolkit

/// A reader of the second factors that an administrator describes.
struct DescribedFactors: Sendable {
  let call: Call

  /// Checks the factors in a request.
  ///
  /// - Parameter needsIDs: Whether Firebase's emulator needs the ID of each factor.
  func read(_ enrollments: [MFAEnrollment], needsIDs: Bool = false) throws -> [DescribedFactor] {
    guard enrollments.count <= call.policy.secondFactorsPerAccount
    else { throw ServerError(.secondFactorLimitExceeded) }
    var (ids, phones): (Set<String>, Set<PhoneNumber>) = ([], [])
    var factors: [DescribedFactor] = []
    for enrollment in enrollments {
      let id = enrollment.mfaEnrollmentId.flatMap { $0.isEmpty ? nil : $0 }
      let phone = try enrollment.phoneInfo.map { text throws(ServerError) in
        if let phone = PhoneNumber(e164: text) { return phone }
        let isAsService = call.dialect.callsNumberOfFactorsInvalid
        throw ServerError(isAsService ? .invalidPhoneNumber : .invalidMFAPhoneNumber, "Invalid format.")
      }
      let isRepeated = phone.map { !phones.insert($0).inserted } ?? false
      // The emulator takes the first factor with the number.
      if isRepeated, call.dialect.takesFirstOfEqualFactors { continue }
      if let id, !ids.insert(id).inserted { throw ServerError(.duplicateMFAEnrollmentID) }
      if isRepeated { throw ServerError(.secondFactorExists) }
      guard phone != nil || enrollment.totpInfo != nil else {
        throw call.dialect.tellsUnsupportedFactors
          ? ServerError(.unsupportedSecondFactor) : ServerError(.invalidMFAPhoneNumber, "Invalid format.")
      }
      if needsIDs, id == nil, call.dialect.needsFactorIDs {
        throw ServerError(.invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.")
      }
      factors.append(
        DescribedFactor(
          enrollmentID: id, newID: try id ?? SecondFactorEnrollment(call: call).newID(),
          displayName: try SecondFactorEnrollment.displayName(enrollment.displayName), phone: phone,
          totp: try phone == nil ? enrollment.totpInfo.flatMap(Self.totp) : nil,
          enrolledAt: enrollment.enrolledAt.flatMap { Date(given: $0) }))
    }
    guard factors.count(where: { $0.totp != nil }) <= 1 else { throw ServerError(.secondFactorLimitExceeded) }
    return factors
  }

  /// Does the same for a new account, where an authenticator app must have its secret.
  func readNew(_ enrollments: [MFAEnrollment]) throws -> [DescribedFactor] {
    let factors = try read(enrollments)
    guard factors.allSatisfy({ $0.phone != nil || $0.totp != nil }) else { throw appWithoutSecret }
    return factors
  }

  /// Does the same for the factors of a user who signs up, which can only be phone numbers and get new IDs.
  func readNumbers(_ enrollments: [MFAEnrollment]?) throws -> [DescribedFactor] {
    let factors = try read((enrollments ?? []).map(\.withoutID))
    guard factors.allSatisfy({ $0.phone != nil }) else { throw ServerError(.unsupportedSecondFactor) }
    return factors
  }

  /// The service refuses every new app. Here, one with its secret can be described.
  private var appWithoutSecret: ServerError {
    call.dialect.tellsUnsupportedFactors
      ? ServerError(.unsupportedSecondFactor, "attempting to add a new TOTP enrollment")
      : ServerError(.invalidMFAPhoneNumber, "Invalid format.")
  }

  /// Returns the app with the given secret, or nil if there is none.
  private static func totp(_ info: TOTPInfo) throws(ServerError) -> TOTP? {
    guard let text = info.sharedSecretKey else { return nil }
    let digits = info.verificationCodeLength ?? 6
    // Short secrets can be guessed, and apps do not accept very long ones.
    guard let secret = Base32.decode(text), (10...128).contains(secret.count), (6...8).contains(digits)
    else { throw .badArgument("totpInfo holds no secret of an authenticator app.") }
    return TOTP(secret: secret, digits: digits)
  }

  /// Replaces the account's factors with the described ones.
  ///
  /// An existing factor changes only its name. A new authenticator app must have its secret, because otherwise nobody
  /// would know it.
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
      throw appWithoutSecret
    }
    account.hasWithdrawnFactors = false
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

extension MFAEnrollment {
  /// The same factor, which gets a new ID.
  var withoutID: MFAEnrollment {
    var factor = self
    factor.mfaEnrollmentId = nil
    return factor
  }
}

/// A second factor that an administrator describes, checked as far as possible without the account.
struct DescribedFactor: Sendable {
  /// The ID of a factor that the account already has.
  var enrollmentID: String?
  var newID: String
  var displayName: String?
  /// The number, or nil for an authenticator app.
  var phone: PhoneNumber?
  /// The parameters of an authenticator app's codes, if given.
  var totp: TOTP?
  /// The enrollment time.
  ///
  /// The default is now.
  var enrolledAt: Date?
}
