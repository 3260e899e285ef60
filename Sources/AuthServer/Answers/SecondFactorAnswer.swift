import IdentityToolkit

// This describes a stored second factor in answers.

extension MFAEnrollment {
  /// Creates the record that the account's user and administrators see.
  init(_ factor: SecondFactor, under policy: Policy) {
    self.init(hint: factor, under: policy)
    phoneInfo = factor.phone?.e164
    if policy.dialect.repeatsFullNumber { unobfuscatedPhoneInfo = phoneInfo }
  }

  /// Creates the record shown after the first factor, with masked numbers.
  init(hint factor: SecondFactor, under policy: Policy) {
    self.init(mfaEnrollmentId: factor.enrollmentID)
    displayName = factor.displayName
    enrolledAt = factor.enrolledAt.answered(under: policy)
    switch factor.kind {
    case .phone(let phone):
      phoneInfo = MaskedNumber.mask(phone.e164, keepingCallingCode: policy.dialect.showsCallingCode)
    case .totp: totpInfo = TOTPInfo()
    }
  }
}
