import AuthCore
import TestSupport

@testable import AuthClient

extension AuthClient.UserInfo {
  static func phone(_ number: String) -> AuthClient.UserInfo {
    var account = Account()
    account.phoneNumber = number
    guard let token = try? IDToken(TokenFixture.phone()) else { fatalError("no token") }
    let tokens = Tokens(idToken: token, refreshToken: nil, expiresAt: token.expiresAt)
    return AuthClient.UserInfo(providerID: "phone", AuthCore.User(account: account, tokens: tokens))
  }
}
