import Crypto
import Essentials
package import HTTP

/// An address that receives events as CloudEvents.
package struct EventWebhook: Sendable {
  private let address: FunctionAddress
  private let secret: String?
  let transport: any HTTPTransport

  /// Returns nil if `url` is not a web address.
  ///
  /// - Parameters:
  ///   - secret: The key of the signature. Without it, requests have none.
  ///   - transport: It must not follow redirects.
  package init?(_ url: String, secret: String?, transport: any HTTPTransport) {
    guard let address = FunctionAddress(url) else { return nil }
    self.address = address
    self.secret = secret
    self.transport = transport
  }

  /// Returns the request with `event`, signed at this time.
  func request(_ event: EventRequest, at now: Date) -> HTTPRequest {
    var request = HTTPRequest(
      method: .post, origin: address.origin.description, path: address.path, query: address.query,
      headers: ["Content-Type": EventRequest.cloudEventType], body: event.cloudEvent)
    if let secret {
      // Receivers can refuse a copy of an old request, because the signature includes the time.
      let signed = Array("\(now.seconds).".utf8) + request.body
      let code = Hex.encode(Digest.hmacSHA256(signed, key: Array(secret.utf8)))
      request.headers["X-Usher-Signature"] = "t=\(now.seconds),v1=\(code)"
    }
    return request
  }
}
