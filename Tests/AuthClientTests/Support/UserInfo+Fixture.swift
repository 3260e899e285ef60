import IdentityToolkit

@testable import AuthClient

extension UserInfo {
  static func phone(_ number: String) -> UserInfo? {
    var info = ProviderUserInfo(providerId: "phone", rawId: number)
    info.phoneNumber = number
    return UserInfo(info)
  }
}
