import Essentials
import IdentityToolkit

/// A signed-in user: the account and the tokens.
///
/// The account's members are also members of the user.
@dynamicMemberLookup
package struct UserRecord: Equatable, Sendable {
  package var account: Account
  package var tokens: Tokens

  package init(account: Account = Account(), tokens: Tokens) {
    self.account = account
    self.tokens = tokens
  }

  init(record: AccountRecord, tokens: Tokens) {
    account = Account(record, signInProvider: tokens.idToken.signInProvider)
    self.tokens = tokens
  }

  package var uid: String { tokens.idToken.uid }

  /// Refuses a re-authentication by a provider that the account does not have.
  ///
  /// Otherwise the service might link the provider, if its address is the account's.
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

/// Encodes the account under `account`, beside the members of the tokens.
extension UserRecord: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    account = try members.decode(Account.self, forKey: "account")
    tokens = try Tokens(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try tokens.encode(to: encoder)
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(account, forKey: "account")
  }
}
