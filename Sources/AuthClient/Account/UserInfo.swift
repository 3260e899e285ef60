public import Essentials
import IdentityToolkit

/// What one of the account's providers says of the user.
public struct UserInfo: Sendable, Equatable, Codable {
  /// `password`, `phone`, `google.com`…
  public let providerID: String
  /// The user's id at the provider: the address or the number, where the account's own are meant.
  public let uid: String
  /// The address at the provider.
  public let email: String?
  /// The number, in E.164; for phone numbers only.
  public let phoneNumber: String?
  /// The name that the user goes by there.
  public let displayName: String?
  private let photoAddress: String?
  /// Where a picture of the user is.
  public var photoURL: URL? { photoAddress.flatMap { URL(string: $0) } }

  /// Nil for what has no provider.
  init?(_ info: ProviderUserInfo) {
    guard let providerID = info.providerId else { return nil }
    self.providerID = providerID
    uid = info.rawId ?? info.federatedId ?? info.phoneNumber ?? info.email ?? ""
    email = info.email
    phoneNumber = info.phoneNumber
    displayName = info.displayName
    photoAddress = info.photoUrl
  }

  private enum CodingKeys: String, CodingKey {
    case providerID = "provider"
    case uid = "id"
    case email
    case phoneNumber = "phone"
    case displayName = "display_name"
    case photoAddress = "photo_url"
  }
}

/// When an account was created and used, as the service last said.
public struct UserMetadata: Sendable, Equatable {
  /// When the account was created.
  public let creationDate: Date?
  /// When the user last signed in; renewals of tokens do not count.
  public let lastSignInDate: Date?
}
