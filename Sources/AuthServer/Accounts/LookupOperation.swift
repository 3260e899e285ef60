import Essentials
import IdentityToolkit

/// The operation that returns the account of an ID token or, for an administrator, the named accounts.
struct LookupOperation: Operation {
  typealias Procedure = Lookup

  let call: Call

  func answer(_ request: Lookup.Request) throws -> Lookup.Response {
    let accounts =
      call.isOwner && request.idToken == nil ? try found(by: request) : [try own(request.idToken)]
    let users = accounts.map { AccountRecord($0, tenant: call.tenant, under: call.policy) }
    return Lookup.Response(users: users.isEmpty ? nil : users)
  }

  private func own(_ idToken: String?) throws -> Account {
    let token = try call.verified(idToken)
    return try call.store.read { transaction in
      try transaction.account(of: token, project: call.findProject(in: transaction).id)
    }
  }

  /// Returns the accounts that an administrator names, each once and in no particular order.
  ///
  /// It skips missing ones.
  private func found(by request: Lookup.Request) throws -> [Account] {
    try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      var accounts: [Account?] = []
      for id in request.localId ?? [] {
        accounts.append(try transaction.account(localID: id, project: project))
      }
      for email in (request.email ?? []).compactMap(EmailAddress.init(soughtFor:)) {
        accounts.append(try transaction.account(email: email, project: project))
      }
      for phone in (request.phoneNumber ?? []).compactMap(PhoneNumber.init(e164:)) {
        accounts.append(try transaction.account(phone: phone, project: project))
      }
      for identity in request.federatedUserId ?? [] {
        guard let provider = identity.providerId, let rawID = identity.rawId else { continue }
        accounts.append(try transaction.account(provider: provider, rawID: rawID, project: project))
      }
      for email in (request.initialEmail ?? []).compactMap(EmailAddress.init(soughtFor:)) {
        accounts += try transaction.accounts(initialEmail: email, project: project)
      }
      var seen: Set<Int64> = []
      return accounts.compactMap(\.self).filter { seen.insert($0.id).inserted }
    }
  }
}
