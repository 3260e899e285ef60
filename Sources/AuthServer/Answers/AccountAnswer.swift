import IdentityToolkit

// A stored account, as answers describe it.

extension AccountRecord {
  /// The account as its owner and administrators see it.
  init(_ account: Account) {
    self.init(localId: account.localID)
    email = account.email?.text
    emailVerified = account.email == nil ? nil : account.isEmailVerified
    displayName = account.displayName
    photoUrl = account.photoURL
    phoneNumber = account.phone?.e164
    let providers = account.providerUserInfo
    providerUserInfo = providers.isEmpty ? nil : providers
    passwordHash = account.password.map { _ in AccountRecord.redactedHash }
    passwordUpdatedAt = account.password.map { Double($0.updatedAt.milliseconds) }
    validSince = account.validSince.map { DecimalText(String($0.seconds)) }
    disabled = account.isDisabled ? true : nil
    createdAt = DecimalText(String(account.createdAt.milliseconds))
    lastLoginAt = DecimalText(String(account.lastLoginAt.milliseconds))
    lastRefreshAt = account.lastRefreshAt.rfc3339WithFraction
    customAttributes = account.customAttributes
    customAuth = account.isCustomAuth ? true : nil
    emailLinkSignin = account.hasEmailLink ? true : nil
    initialEmail = account.initialEmail?.text
    let factors = account.secondFactors
    mfaInfo = factors.isEmpty ? nil : factors.map { MFAEnrollment($0) }
  }
}

extension Account {
  /// The linked providers, as answers list them.
  var providerUserInfo: [ProviderUserInfo] {
    var ways = identities.map(ProviderUserInfo.init)
    if hasPasswordProvider, let email = email?.text {
      var info = ProviderUserInfo(providerId: "password", rawId: email)
      info.federatedId = email
      info.email = email
      info.displayName = displayName
      info.photoUrl = photoURL
      ways.append(info)
    }
    if let phone = phone?.e164 {
      var info = ProviderUserInfo(providerId: "phone", rawId: phone)
      info.phoneNumber = phone
      ways.append(info)
    }
    return ways
  }
}

extension ProviderUserInfo {
  fileprivate init(_ identity: ProviderIdentity) {
    self.init(providerId: identity.provider, rawId: identity.rawID)
    federatedId = identity.federatedID
    email = identity.email?.text
    displayName = identity.displayName
    photoUrl = identity.photoURL
    screenName = identity.screenName
  }
}

extension UpdateAccount.Response {
  init(_ account: Account) {
    self.init(localId: account.localID)
    email = account.email?.text
    emailVerified = account.email == nil ? nil : account.isEmailVerified
    displayName = account.displayName
    photoUrl = account.photoURL
    let providers = account.providerUserInfo
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
