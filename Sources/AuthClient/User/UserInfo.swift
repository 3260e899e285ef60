/// What is known of a user at one of the account's providers.
public struct UserInfo: Sendable, Equatable {
  /// `password`, `phone`, `google.com`…
  public let providerID: String
  /// The account's address; not for phone numbers.
  public let email: String?
  /// The account's number; for phone numbers only.
  public let phoneNumber: String?

  init(providerID: String, _ user: UserRecord) {
    self.providerID = providerID
    let isPhone = providerID == AuthProviderID.phone.rawValue
    email = isPhone ? nil : user.email
    phoneNumber = isPhone ? user.phoneNumber : nil
  }
}
