import IdentityToolkit

/// The operation that returns the account of an ID token or, for an administrator, the named accounts.
struct LookupOperation: Operation {
  let call: Call

  func answer(_ request: Lookup.Request) throws -> Lookup.Response {
    guard call.isAdministrator && request.idToken == nil else {
      let (accounts, passkeys) = try own(request.idToken)
      return Lookup.Response(
        users: accounts.map {
          AccountRecord($0, passkeys: passkeys[$0.id] ?? [], tenant: call.tenant, under: call.policy)
        })
    }
    let (accounts, passkeys) = try found(by: request)
    let users = AccountListing(for: call, isLookup: true).records(of: accounts, passkeys: passkeys)
    return Lookup.Response(users: users.isEmpty ? nil : users)
  }

  private func own(_ idToken: String?) throws -> (accounts: [Account], passkeys: [Int64: [Passkey]]) {
    let token = try call.verified(idToken)
    do {
      return try call.store.read { transaction in
        let accounts = [
          try transaction.account(of: token, project: call.findProject(in: transaction).id)
        ]
        return (accounts, try transaction.passkeys(of: accounts))
      }
    } catch let error as ServerError where error.code == .tenantDisabled {
      // The service ends the tokens, and says so only here.
      throw ServerError(.tokenExpired)
    }
  }

  /// Returns the accounts that an administrator names, each once and in no particular order.
  ///
  /// It skips missing ones.
  private func found(
    by request: Lookup.Request
  ) throws -> (accounts: [Account], passkeys: [Int64: [Passkey]]) {
    try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      guard request.namesAccounts || call.dialect.needsNoNamesToLookUp else {
        throw ServerError(.missingIDToken)
      }
      var accounts: [Account?] = []
      for id in request.localId ?? [] {
        accounts.append(try transaction.incompleteAccount(localID: id, project: project))
      }
      for email in (request.email ?? []).compactMap(EmailAddress.init(soughtFor:)) {
        accounts.append(try transaction.incompleteAccount(email: email, project: project))
      }
      for phone in (request.phoneNumber ?? []).compactMap(PhoneNumber.init(e164:)) {
        accounts.append(try transaction.incompleteAccount(phone: phone, project: project))
      }
      for identity in request.federatedUserId ?? [] {
        guard let provider = identity.providerId, let rawID = identity.rawId else { continue }
        accounts.append(
          try transaction.incompleteAccount(provider: provider, rawID: rawID, project: project))
      }
      for email in (request.initialEmail ?? []).compactMap(EmailAddress.init(soughtFor:)) {
        accounts += try transaction.incompleteAccounts(initialEmail: email, project: project)
      }
      var seen: Set<Int64> = []
      let found = try transaction.complete(
        accounts.compactMap(\.self).filter { seen.insert($0.id).inserted })
      return (found, try transaction.passkeys(of: found))
    }
  }
}

extension Lookup.Request {
  /// Whether the request names accounts, as administrators do.
  fileprivate var namesAccounts: Bool {
    let texts = [localId, email, phoneNumber, initialEmail].compactMap(\.self)
    return texts.contains { !$0.isEmpty } || federatedUserId?.isEmpty == false
  }
}
