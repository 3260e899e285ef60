import IdentityToolkit

/// A signed-in user: the account, whose members are the user's own, and the tokens that speak for it.
@dynamicMemberLookup
package struct UserRecord: Equatable, Sendable {
  package var account: Account
  package var tokens: Tokens

  package init(account: Account = Account(), tokens: Tokens) {
    self.account = account
    self.tokens = tokens
  }

  /// The user that `record` describes.
  init(record: AccountRecord, tokens: Tokens) {
    account = Account(record, signInProvider: tokens.idToken.signInProvider)
    self.tokens = tokens
  }

  package var uid: String { tokens.idToken.uid }

  /// Refuses a re-authentication by a provider that the account does not have: the service might link it, by its address.
  package func refuseUnlinked(_ provider: String) throws(AuthFailure) {
    guard account.providers.contains(provider) || tokens.idToken.signInProvider == provider else {
      throw .noSuchProvider(provider)
    }
  }

  package subscript<Value>(dynamicMember member: WritableKeyPath<Account, Value>) -> Value {
    get { account[keyPath: member] }
    set { account[keyPath: member] = newValue }
  }
}

/// `account`, with the tokens' members beside it.
extension UserRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case account
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    account = try members.decode(Account.self, forKey: .account)
    tokens = try Tokens(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try tokens.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(account, forKey: .account)
  }
}
