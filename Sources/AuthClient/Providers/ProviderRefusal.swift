import Essentials
import HTTP

/// What a provider says where it sends the browser back without a code (RFC 6749, 4.1.2.1).
struct ProviderRefusal: CustomStringConvertible {
  let description: String

  /// Nil where `callback` holds no error.
  init?(_ callback: URL) {
    guard let query = callback.query(percentEncoded: true), let items = FormEncoding.decode(query),
      let error = items.first(where: { $0.name == "error" })?.value
    else { return nil }
    let detail = items.first { $0.name == "error_description" }?.value
    description = error + (detail.map { ": " + $0 } ?? "")
  }
}
