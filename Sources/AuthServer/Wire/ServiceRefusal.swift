import Essentials
import HTTP
import IdentityToolkit

extension HTTPResponse {
  /// Returns an error in the format of Google's front ends.
  ///
  /// Each of them has its own format.
  static func serviceRefusal(_ error: ServerError, of path: String) -> HTTPResponse {
    if error == .unknownPath { return unknownPage }
    var envelope = error.violation.map { ErrorEnvelope(error, $0) } ?? ErrorEnvelope(error)
    let newer = [
      "identitytoolkit.googleapis.com/v2/", "identitytoolkit.googleapis.com/admin/v2/", "securetoken.",
      "iamcredentials.",
    ]
    if newer.contains(where: { path.hasPrefix("/" + $0) }) {
      envelope.error.errors = nil
      envelope.error.status = error.status ?? "INVALID_ARGUMENT"
    } else if error.reason == nil {
      envelope.error.status = nil
    }
    return refusal(error, in: envelope)
  }

  private static let unknownPage = HTTPResponse(
    status: 404,
    headers: ["Content-Type": "text/html; charset=UTF-8", "X-Content-Type-Options": "nosniff"],
    body: Data("<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)</title><p>Not found.</html>\n".utf8)
  )
}
