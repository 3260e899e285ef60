import Essentials
import IdentityToolkit

// This describes a stored account in answers.

extension AccountRecord {
  /// Creates the record that the account's user and administrators see.
  ///
  /// - Parameters:
  ///   - passkeys: The account's passkeys, if the record shows them.
  ///   - tenant: The account's tenant.
  init(_ account: Account, passkeys: [Passkey], tenant: String?, under policy: Policy) {
    self.init(localId: account.localID)
    tenantId = tenant
    email = account.email?.text
    let isMade = account.maker != .user && policy.dialect.describesMadeAccounts
    let isUploaded = account.maker == .upload
    emailVerified = account.answeredVerification(under: policy)
    displayName = account.displayName
    photoUrl = account.photoURL
    screenName = policy.dialect.answersScreenName ? account.identities.compactMap(\.screenName).first : nil
    phoneNumber = account.phone?.e164
    let providers = account.providerUserInfo(under: policy)
    providerUserInfo = providers.isEmpty ? nil : providers
    passwordHash = account.password.map { _ in AccountRecord.redactedHash }
    passwordUpdatedAt = (account.password?.updatedAt ?? account.formerPasswordUpdatedAt)
      .map { Double($0.milliseconds) }
    validSince = account.answeredValidSince.map { DecimalText(String($0.seconds)) }
    disabled = account.isDisabled ? true : isMade || isUploaded ? false : nil
    createdAt = DecimalText(String(account.createdAt.milliseconds))
    let made = policy.dialect.waitsForFirstSignIn || isUploaded ? nil : account.createdAt
    lastLoginAt = (account.lastLoginAt ?? made).map { DecimalText(String($0.milliseconds)) }
    lastRefreshAt = account.lastRefreshAt?.answered(under: policy)
    customAttributes = account.customAttributes
    customAuth = account.isCustomAuth ? true : nil
    emailLinkSignin = account.hasEmailLink ? true : nil
    initialEmail = account.initialEmail?.text
    let factors = account.secondFactors
    let saysNone = account.hasWithdrawnFactors && policy.dialect.answersNoFactors
    passkeyInfo = passkeys.isEmpty ? nil : passkeys.map { PasskeyRecord($0) }
    mfaInfo = factors.isEmpty && !saysNone ? nil : factors.map { MFAEnrollment($0, under: policy) }
  }
}

extension Date {
  /// Returns the time in the form that answers use.
  func answered(under policy: Policy) -> String {
    policy.dialect.writesMicroseconds ? rfc3339WithMicroseconds : rfc3339WithFraction
  }
}

extension Account {
  /// Returns the linked providers in the form that answers use.
  func providerUserInfo(under policy: Policy) -> [ProviderUserInfo] {
    var ways = identities.map(ProviderUserInfo.init)
    var phoneInfo: [ProviderUserInfo] = []
    if let phone = phone?.e164 {
      var info = ProviderUserInfo(providerId: "phone", rawId: phone)
      info.phoneNumber = phone
      phoneInfo = [info]
    }
    if hasPasswordProvider, let email = email?.text {
      var info = ProviderUserInfo(providerId: "password", rawId: email)
      info.federatedId = email
      info.email = email
      info.displayName = displayName
      info.photoUrl = photoURL
      ways.append(info)
    }
    // The service appends the number to the providers of an upload.
    let first = policy.dialect.listsPhoneFirst ? maker == .upload ? identities.count : 0 : ways.count
    ways.insert(contentsOf: phoneInfo, at: first)
    return ways
  }

  /// The `emailVerified` of answers, or nil for an account without an address that was never verified.
  ///
  /// An upload sets it even without an address.
  fileprivate func answeredVerification(under policy: Policy) -> Bool? {
    let isUploaded = maker == .upload && policy.dialect.describesMadeAccounts
    return email != nil || isEmailVerified || isUploaded ? isEmailVerified : nil
  }

  /// The `validSince` of answers.
  ///
  /// Without a stored value, it is the time of creation. Anonymous accounts and accounts with only a phone number do
  /// not have it then.
  fileprivate var answeredValidSince: Date? {
    let isPlain = email == nil && password == nil && identities.isEmpty && !isCustomAuth && maker == .user
    return validSince ?? (isPlain ? nil : createdAt)
  }
}

extension ProviderUserInfo {
  init(_ identity: ProviderIdentity) {
    self.init(providerId: identity.provider, rawId: identity.rawID)
    federatedId = identity.federatedID
    email = identity.email?.text
    displayName = identity.displayName
    photoUrl = identity.photoURL
    screenName = identity.screenName
  }
}

extension PasskeyRecord {
  init(_ passkey: Passkey) {
    self.init(credentialId: passkey.credentialID, name: passkey.name)
  }

  /// Creates the record with everything that another server needs to accept the passkey.
  init(exported passkey: Passkey) {
    self.init(passkey)
    publicKey = passkey.publicKey.map { Base64URL.encode($0) }
    signCount = Int(passkey.counter)
    backupEligible = passkey.isBackupEligible
    backedUp = passkey.isBackedUp
    enrolledAt = passkey.enrolledAt.rfc3339WithFraction
  }
}

extension UpdateAccount.Response {
  init(_ account: Account, under policy: Policy) {
    self.init(localId: account.localID)
    email = account.email?.text
    emailVerified = account.answeredVerification(under: policy)
    displayName = account.displayName
    photoUrl = account.photoURL
    let providers = account.providerUserInfo(under: policy)
    providerUserInfo = providers.isEmpty ? nil : providers
    passwordHash = account.password.map { _ in AccountRecord.redactedHash }
  }
}

extension SignUp.Response {
  init(_ account: Account) {
    self.init()
    localId = account.localID
    email = account.email?.text
    displayName = account.displayName
  }
}
