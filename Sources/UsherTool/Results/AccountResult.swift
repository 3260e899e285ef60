import AuthClient
import Flows

/// An account in a result: all that is saved of it, the numbers of its second factors masked.
struct AccountResult: Codable, Sendable {
  var uid: String
  var account: Account

  init(_ session: SavedSession) {
    uid = session.uid
    account = session.account
    // A state file of an earlier version does not have them.
    account.passkeys = account.passkeys ?? []
  }

  private enum CodingKeys: CodingKey {
    case uid, mfa
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    uid = try members.decode(String.self, forKey: .uid)
    account = try Account(from: decoder)
    _ = try members.decode([FactorResult].self, forKey: .mfa)
  }

  /// What is encoded last replaces what the account says of its factors itself.
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(uid, forKey: .uid)
    try account.encode(to: encoder)
    try members.encode(account.factors.map(FactorResult.init), forKey: .mfa)
  }
}
