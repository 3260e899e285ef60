public import Essentials
import IdentityToolkit

/// The user's data at one of the account's providers.
public struct UserInfo: Sendable, Equatable {
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
}

extension UserInfo: Codable {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    providerID = try members.decode(String.self, forKey: "provider")
    uid = try members.decode(String.self, forKey: "id")
    email = try members.decodeIfPresent(String.self, forKey: "email")
    phoneNumber = try members.decodeIfPresent(String.self, forKey: "phone")
    displayName = try members.decodeIfPresent(String.self, forKey: "display_name")
    photoAddress = try members.decodeIfPresent(String.self, forKey: "photo_url")
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(providerID, forKey: "provider")
    try members.encode(uid, forKey: "id")
    try members.encodeIfPresent(email, forKey: "email")
    try members.encodeIfPresent(phoneNumber, forKey: "phone")
    try members.encodeIfPresent(displayName, forKey: "display_name")
    try members.encodeIfPresent(photoAddress, forKey: "photo_url")
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
