import Essentials
import IdentityToolkit

extension AccountRecord {
  /// An account with every member.
  static var full: AccountRecord {
    var account = AccountRecord(localId: "kim")
    account.email = "kim@example.com"
    account.emailVerified = true
    account.displayName = "Kim \"\\\u{202E}\u{7} 😀"
    account.photoUrl = "https://example.com/kim.png"
    account.screenName = "kim"
    account.phoneNumber = "+14155550100"
    account.providerUserInfo = [.full, ProviderUserInfo(providerId: "oidc.acme", rawId: "2")]
    account.passwordHash = "-_-_"
    account.salt = "-_8="
    account.version = 0
    account.passwordUpdatedAt = 1_700_000_000_000
    account.validSince = "1700000000"
    account.disabled = false
    account.createdAt = "1700000000001"
    account.lastLoginAt = "1700000000002"
    account.lastRefreshAt = "2023-11-14T22:13:20Z"
    account.customAttributes = #"{"role":"tester"}"#
    account.customAuth = true
    account.emailLinkSignin = true
    account.initialEmail = "old@example.com"
    account.mfaInfo = [.full]
    account.passkeyInfo = [.full]
    account.tenantId = "acme-1"
    account.rawPassword = "correct horse"
    account.passwordHashParameters = ["hashAlgorithm": "BCRYPT"]
    account.adminMade = true
    return account
  }

  /// The account after it was in a file: the hash has another alphabet, and its version has served its purpose.
  var fromFile: AccountRecord {
    var account = self
    account.version = nil
    account.passwordHash = "+/+/"
    account.salt = "+/8="
    return account
  }
}

extension ProviderUserInfo {
  static var full: ProviderUserInfo {
    var info = ProviderUserInfo(providerId: "google.com", rawId: "1")
    info.federatedId = "https://accounts.google.com/1"
    info.email = "kim@gmail.com"
    info.displayName = "Kim"
    info.photoUrl = "https://example.com/k.png"
    info.phoneNumber = "+14155550101"
    info.screenName = "k"
    return info
  }
}

extension MFAEnrollment {
  static var full: MFAEnrollment {
    var factor = MFAEnrollment(mfaEnrollmentId: "f1")
    factor.displayName = "Phone"
    factor.enrolledAt = "2023-11-14T22:13:20Z"
    factor.phoneInfo = "+14155550102"
    factor.unobfuscatedPhoneInfo = "+14155550103"
    factor.totpInfo = TOTPInfo(sharedSecretKey: "JBSWY3DPEHPK3PXP", verificationCodeLength: 6)
    return factor
  }
}

extension PasskeyRecord {
  static var full: PasskeyRecord {
    var passkey = PasskeyRecord(credentialId: "AQ", name: "Laptop")
    passkey.publicKey = "AQID"
    passkey.signCount = 3
    passkey.backupEligible = true
    passkey.backedUp = false
    passkey.enrolledAt = "2023-11-14T22:13:20Z"
    return passkey
  }
}
