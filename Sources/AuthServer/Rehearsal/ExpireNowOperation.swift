import Essentials
import IdentityToolkit

/// The operation that makes codes, links, pending sign-ins or sessions expire now.
struct ExpireNowOperation: Operation {
  let call: Call

  func answer(_ request: ExpireNow.Request) throws -> ExpireNow.Response {
    guard let subject = request.what.flatMap(ExpireNow.Subject.init(rawValue:)) else {
      let names = ExpireNow.Subject.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServerError.badArgument("what is one of \(names).")
    }
    let count = try call.store.write { transaction in
      let project = try call.findProject(in: transaction).id
      return switch subject {
      case .codes: try expireCodes(of: request.of, project, transaction)
      case .links: try expireLinks(of: request.of, project, transaction)
      case .pending: try expirePending(of: request.of, project, transaction)
      case .sessions: try endSessions(of: request.of, project, transaction)
      }
    }
    return ExpireNow.Response(count: count)
  }

  private func expireCodes(of text: String?, _ project: Int64, _ transaction: Transaction) throws -> Int {
    let phone = try text.map { text in try PhoneNumber(given: text) }
    return try transaction.ageCodes(to: expired(call.policy.codeLifetime), of: phone, project: project)
  }

  private func expireLinks(of text: String?, _ project: Int64, _ transaction: Transaction) throws -> Int {
    let email = try text.map { text in try EmailAddress(described: text, under: call.policy) }
    var count = 0
    for type in OobRequestType.known {
      let date = expired(call.policy.lifetime(of: type))
      count += try transaction.ageLinks(type, to: date, of: email, project: project)
    }
    return count
  }

  private func expirePending(of text: String?, _ project: Int64, _ transaction: Transaction) throws -> Int {
    let account = try text.map { text in try self.account(text, project, transaction).id }
    let window = max(call.policy.secondFactorWindow, call.policy.totpWindow)
    return try transaction.agePendingSignIns(to: expired(window), of: account, project: project)
  }

  private func endSessions(of text: String?, _ project: Int64, _ transaction: Transaction) throws -> Int {
    guard let text else { return try transaction.endSessions(project: project, at: call.now) }
    var account = try self.account(text, project, transaction)
    Sessions(call: call).endAll(of: &account)
    try transaction.update(account)
    return 1
  }

  /// Returns the account with this number, address or uid.
  private func account(_ text: String, _ project: Int64, _ transaction: Transaction) throws -> Account {
    let found =
      if let phone = PhoneNumber(e164: text) {
        try transaction.account(phone: phone, project: project)
      } else if let email = EmailAddress(soughtFor: text) {
        try transaction.account(email: email, project: project)
      } else {
        try transaction.account(localID: text, project: project)
      }
    guard let found else { throw ServerError(.userNotFound) }
    return found
  }

  /// Returns a creation time for which a lifetime of `lifetime` seconds has just ended.
  private func expired(_ lifetime: Int) -> Date {
    call.now.addingTimeInterval(-Double(lifetime + 1))
  }
}
