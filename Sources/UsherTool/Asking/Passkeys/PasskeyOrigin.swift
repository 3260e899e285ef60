import CommandKit
import Essentials
import HTTP

/// The page that a passkey is used on, which authenticators without a browser name themselves.
struct PasskeyOrigin {
  /// What the person gave.
  let given: Origin?

  /// Returns the relying party ID and the origin.
  ///
  /// - Parameter id: The relying party ID that the server names; nil if it leaves that to the page.
  func resolved(_ id: String?) throws(UsageError) -> (id: String, origin: String) {
    if let given {
      guard let id else { return (given.host, given.description) }
      guard given.host == id || given.host.hasSuffix("." + id) else {
        throw .misuse("--origin is not a page of \(id), which the project's passkeys are for")
      }
      return (id, given.description)
    }
    guard let id else {
      throw .misuse(
        "the project does not say which website its passkeys are for",
        hint: "name its origin with --origin, such as https://example.com")
    }
    return (id, Self.isLoopback(id) ? "http://\(id)" : "https://\(id)")
  }

  /// Whether a page on this machine can use passkeys of `id`.
  static func isLoopback(_ id: String) -> Bool { id == "localhost" }
}
