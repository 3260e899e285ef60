import Essentials
import IdentityToolkit

/// The rules for the display name of a tenant.
enum TenantName {
  /// - Parameter isNeeded: Whether the request sets the whole tenant, and not some of its values.
  static func check(_ tenant: JSONValue, isNeeded: Bool, under policy: Policy) throws(ServerError) {
    guard let name = tenant["displayName"], name != .null, name != "" || !isNeeded else {
      guard isNeeded, policy.tenantNamesChecked else { return }
      throw ServerError(.missingDisplayName, "Missing tenant with valid display_name.")
    }
    guard let name = name.string else { throw .badArgument("displayName is a text.") }
    guard !policy.tenantNamesChecked || isName(name) else {
      throw ServerError(
        .invalidDisplayName,
        "display_name should start with a letter and only consist of letters, digits and hyphens with 4-20 "
          + "characters.")
    }
    guard name.utf16.count <= 256 else { throw .tooLong("displayName", 256) }
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    return (4...20).contains(bytes.count) && TenantID.isLetter(bytes.first ?? 0)
      && bytes.allSatisfy { TenantID.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }
}
