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
      var accounts: [Account] = []
      for id in request.localId ?? [] {
        if let account = try transaction.account(localID: id, project: project) { accounts.append(account) }
      }
      for phone in (request.phoneNumber ?? []).compactMap(PhoneNumber.init) {
        if let account = try transaction.account(phone: phone, project: project) { accounts.append(account) }
      }
      var seen: Set<Int64> = []
      return accounts.filter { seen.insert($0.id).inserted }
    }
  }
}

extension AccountRecord {
  init(_ account: Account) {
    self.init(localId: account.localID)
    email = account.email
    emailVerified = account.email == nil ? nil : account.isEmailVerified
    displayName = account.displayName
    photoUrl = account.photoURL
    phoneNumber = account.phone?.text
    providerUserInfo = account.phone.map { phone in
      var info = ProviderUserInfo(providerId: "phone", rawId: phone.text)
      info.phoneNumber = phone.text
      return [info]
    }
    validSince = account.validSince.map { String($0.seconds) }
    disabled = account.isDisabled ? true : nil
    createdAt = String(account.createdAt.milliseconds)
    lastLoginAt = String(account.lastLoginAt.milliseconds)
    lastRefreshAt = account.lastRefreshAt.rfc3339
    customAttributes = account.customAttributes
  }
}
