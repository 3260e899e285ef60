import HTTP

/// `accounts:query`: searches and counts the accounts of a project.
package enum QueryAccounts: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v1/projects/{project}/accounts:query")

  package struct Request: Codable, Equatable, Sendable {
    /// False for the number of accounts alone.
    package var returnUserInfo: Bool?
    /// 500 unless given, and at most.
    package var limit: DecimalText?
    package var offset: DecimalText?
    /// `USER_ID` unless given, `NAME`, `CREATED_AT`, `LAST_LOGIN_AT`, `USER_EMAIL`.
    package var sortBy: String?
    /// `ASC` unless given, `DESC`.
    package var order: String?
    /// Of several, the first counts.
    package var expression: [Expression]?
    package var tenantId: String?

    package init(returnUserInfo: Bool? = nil) {
      self.returnUserInfo = returnUserInfo
    }
  }

  /// What an account must have. Of several, the first counts, in this order.
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
    /// Of the accounts in this answer or, without them, of all that the expression finds.
    package var recordsCount: DecimalText?
    package var userInfo: [AccountRecord]?

    package init(recordsCount: Int, userInfo: [AccountRecord]? = nil) {
      self.recordsCount = DecimalText(String(recordsCount))
      self.userInfo = userInfo
    }
  }
}
