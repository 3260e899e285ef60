import IdentityToolkit

/// The operation that finds accounts by a property, or lists them in the requested order.
struct QueryAccountsOperation: Operation {
  let call: Call

  private static let most = 500

  func answer(_ request: QueryAccounts.Request) throws -> QueryAccounts.Response {
    let limit = try min(number(request.limit, "limit") ?? Self.most, Self.most)
    let offset = try number(request.offset, "offset") ?? 0
    let isDescending = try isDescending(request.order)
    let sortBy = request.sortBy ?? ""
    guard
      ["", "SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL"]
        .contains(sortBy)
    else {
      throw call.dialect.refusesUnreadableValues
        ? ServerError.unknownName(
          sortBy, at: "sort_by", of: "identitytoolkit.v1.QueryUserInfoRequest.SortByField")
        : ServerError.badArgument("sortBy is not among the fields to sort by.")
    }
    return try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      let isCounted = request.returnUserInfo == false
      // An expression without a condition is none.
      if let expression = request.expression?.first?.withoutEmptyTexts,
        expression != QueryAccounts.Expression()
      {
        let found = try account(expression, project: project, in: transaction).map { [$0] } ?? []
        if isCounted { return .init(recordsCount: found.count) }
        return try response(Array(found.dropFirst(offset).prefix(limit)), in: transaction)
      }
      if isCounted { return .init(recordsCount: try transaction.countAccounts(project: project)) }
      return try response(
        transaction.accounts(
          sortedBy: sortBy, isDescending: isDescending, limit: limit, offset: offset, project: project),
        in: transaction)
    }
  }

  private func response(
    _ accounts: [Account], in transaction: Transaction
  ) throws -> QueryAccounts.Response {
    .init(
      recordsCount: accounts.count,
      userInfo: AccountListing(for: call, isLookup: call.dialect.hidesHashesInQueries)
        .records(of: accounts, passkeys: try transaction.passkeys(of: accounts)))
  }

  /// Returns the account that matches `expression`, or nil if there is none.
  ///
  /// A value that no account can have finds none.
  private func account(
    _ expression: QueryAccounts.Expression, project: Int64, in transaction: Transaction
  ) throws -> Account? {
    if let text = expression.email {
      guard let email = EmailAddress(soughtFor: text) else { return nil }
      return try transaction.account(email: email, project: project)
    }
    if let text = expression.phoneNumber {
      guard let phone = PhoneNumber(e164: text) else { return nil }
      return try transaction.account(phone: phone, project: project)
    }
    return try expression.userId.flatMap { try transaction.account(localID: $0, project: project) }
  }

  private func isDescending(_ order: String?) throws(ServerError) -> Bool {
    switch order {
    case nil, "", "ORDER_UNSPECIFIED", "ASC": return false
    case "DESC": return true
    default: throw .badArgument("order is ASC or DESC.")
    }
  }

  private func number(_ value: DecimalText?, _ name: String) throws(ServerError) -> Int? {
    guard let value, !value.text.isEmpty else { return nil }
    guard let number = Int(value.text), number >= 0 else {
      throw .badArgument("\(name) is not a valid number.")
    }
    return number
  }
}

extension QueryAccounts.Expression {
  fileprivate var withoutEmptyTexts: Self {
    var expression = self
    expression.email = email?.nonEmpty
    expression.phoneNumber = phoneNumber?.nonEmpty
    expression.userId = userId?.nonEmpty
    return expression
  }
}
