import HTTP

/// The RPC `accounts:query`, which searches and counts the accounts of a project.
package enum QueryAccounts: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v1/projects/{project}/accounts:query")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    /// False to get only the number of accounts.
    package var returnUserInfo: Bool?
    /// 500 by default, which is also the maximum.
    package var limit: DecimalText?
    package var offset: DecimalText?
    /// `USER_ID` (the default), `NAME`, `CREATED_AT`, `LAST_LOGIN_AT` or `USER_EMAIL`.
    package var sortBy: String?
    /// `ASC` (the default) or `DESC`.
    package var order: String?
    /// If there are several, only the first one counts.
    package var expression: [Expression]?
    package var tenantId: String?

    package init(returnUserInfo: Bool? = nil) {
      self.returnUserInfo = returnUserInfo
    }
  }

  /// A property that an account must have.
  ///
  /// If there are several, the first one counts, in this order.
  package struct Expression: Codable, Equatable, Sendable {
    package var email: String?
    package var phoneNumber: String?
    package var userId: String?

    package init(email: String? = nil, phoneNumber: String? = nil, userId: String? = nil) {
      self.email = email
      self.phoneNumber = phoneNumber
      self.userId = userId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// The number of accounts in this answer or, without them, of all that the expression matches.
    package var recordsCount: DecimalText?
    package var userInfo: [AccountRecord]?

    package init(recordsCount: Int, userInfo: [AccountRecord]? = nil) {
      self.recordsCount = DecimalText(String(recordsCount))
      self.userInfo = userInfo
    }
  }
}
