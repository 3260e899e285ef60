public import Essentials
import IdentityToolkit

/// The user's data at one of the account's providers.
public struct UserInfo: Sendable, Equatable, Codable {
  /// The provider's ID, for example `password`, `phone` or `google.com`.
  public let providerID: String
  /// The user's ID at the provider.
  ///
  /// For `password` it is the address, for `phone` the number.
  public let uid: String
  /// The address at the provider.
  public let email: String?
  /// The number in E.164 format; only for the provider `phone`.
  public let phoneNumber: String?
  /// The display name at the provider.
  public let displayName: String?
  package let photoAddress: String?
  /// The URL of the user's photo.
  public var photoURL: URL? { photoAddress.flatMap { URL(string: $0) } }

  /// Reads the service's record; nil if it names no provider.
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

/// The dates of an account's creation and last sign-in, as the service last reported them.
public struct UserMetadata: Sendable, Equatable {
  /// The date on which the account was created.
  public let creationDate: Date?
  /// The date of the last sign-in.
  ///
  /// A renewal of tokens does not change it.
  public let lastSignInDate: Date?
}
