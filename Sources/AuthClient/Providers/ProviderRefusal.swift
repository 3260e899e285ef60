import Essentials
import HTTP

/// The provider's error in the address of a redirect without a code (RFC 6749, 4.1.2.1).
struct ProviderRefusal: CustomStringConvertible {
  let description: String

  /// Reads the error in `callback`; nil if there is none.
  init?(_ callback: URL) {
    guard let query = callback.query(percentEncoded: true), let items = FormEncoding.decode(query),
      let error = items.first(where: { $0.name == "error" })?.value
    else { return nil }
    let detail = items.first { $0.name == "error_description" }?.value
    description = error + (detail.map { ": " + $0 } ?? "")
  }
}
