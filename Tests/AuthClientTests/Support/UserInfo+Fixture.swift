import AuthClient
import TestSupport

@testable import AuthClient

extension UserInfo {
  static func phone(_ number: String) -> UserInfo {
    var account = Account()
    account.phoneNumber = number
    guard let token = try? IDToken(TokenFixture.phone()) else { fatalError("no token") }
    let tokens = Tokens(idToken: token, refreshToken: nil, expiresAt: token.expiresAt)
    return UserInfo(providerID: "phone", UserRecord(account: account, tokens: tokens))
  }
}
