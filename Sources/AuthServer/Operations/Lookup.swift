import Essentials
import IdentityToolkit

extension Call {
  func lookup(_ request: Lookup.Request) throws -> Lookup.Response {
    let accounts = isOwner && request.idToken == nil ? try found(by: request) : [try own(request.idToken)]
    return Lookup.Response(users: accounts.isEmpty ? nil : accounts.map(AccountRecord.init))
  }

  private func own(_ idToken: String?) throws -> Account {
    let token = try verified(idToken)
    return try store.read { transaction in
      try transaction.account(of: token, project: findProject(in: transaction).id)
    }
  }

  /// The accounts that an administrator names; each once, in no promised order, the missing left out.
  private func found(by request: Lookup.Request) throws -> [Account] {
    try store.read { transaction in
      let project = try findProject(in: transaction).id
      var accounts: [Account?] = []
      for id in request.localId ?? [] {
        accounts.append(try transaction.account(localID: id, project: project))
      }
      for email in (request.email ?? []).compactMap({ try? EmailAddress($0) }) {
        accounts.append(try transaction.account(email: email, project: project))
      }
      for phone in (request.phoneNumber ?? []).compactMap(PhoneNumber.init(e164:)) {
        accounts.append(try transaction.account(phone: phone, project: project))
      }
      for identity in request.federatedUserId ?? [] {
        guard let provider = identity.providerId, let rawID = identity.rawId else { continue }
        accounts.append(try transaction.account(provider: provider, rawID: rawID, project: project))
      }
      for email in (request.initialEmail ?? []).compactMap({ try? EmailAddress($0) }) {
        accounts += try transaction.accounts(initialEmail: email, project: project)
      }
      var seen: Set<Int64> = []
      return accounts.compactMap(\.self).filter { seen.insert($0.id).inserted }
    }
  }
}

extension AccountRecord {
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
    validSince = account.validSince.map { String($0.seconds) }
    disabled = account.isDisabled ? true : nil
    createdAt = String(account.createdAt.milliseconds)
    lastLoginAt = String(account.lastLoginAt.milliseconds)
    lastRefreshAt = account.lastRefreshAt.rfc3339
    customAttributes = account.customAttributes
    customAuth = account.isCustomAuth ? true : nil
    emailLinkSignin = account.hasEmailLink ? true : nil
    initialEmail = account.initialEmail?.text
    let factors = account.secondFactors
    mfaInfo = factors.isEmpty ? nil : factors.map { MFAEnrollment($0) }
  }
}

extension Account {
  /// The ways in, as answers list them.
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
