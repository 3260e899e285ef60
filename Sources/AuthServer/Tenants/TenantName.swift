import IdentityToolkit

/// The display name of a tenant.
struct TenantName: Sendable {
  /// The name, or nil if the request does not have one.
  let text: String?

  init(_ tenant: JSONValue, under policy: Policy) throws(ServerError) {
    guard let name = tenant["displayName"], name != .null else {
      text = nil
      return
    }
    guard let name = name.string else { throw .badArgument("displayName is a text.") }
    guard !policy.tenantNamesChecked || Self.isName(name) else {
      throw ServerError(
        .invalidDisplayName,
        "Display name should start with a letter and only consist of letters, digits, and hyphens with 4-20 "
          + "characters.")
    }
    guard name.utf16.count <= 256 else { throw .tooLong("displayName", 256) }
    text = name
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    return (4...20).contains(bytes.count) && TenantID.isLetter(bytes.first ?? 0)
      && bytes.allSatisfy { TenantID.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }
}
