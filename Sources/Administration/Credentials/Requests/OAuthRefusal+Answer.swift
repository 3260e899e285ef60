import Essentials

extension OAuthRefusal {
  /// Reads an error in OAuth's form (RFC 6749 §5.2) or in that of Google's APIs.
  ///
  /// - Parameter body: The answer's JSON, or nil if it is not an object.
  init(_ status: Int, _ body: JSONValue?, from origin: String, hiding secrets: [Secret]) {
    func shown(_ value: JSONValue?, _ limit: Int) -> String? {
      value?.string.flatMap { $0.isEmpty ? nil : ForeignText.shown($0, limit: limit, hiding: secrets) }
    }
    let error = body?["error"]
    if error?.members != nil {
      let reason = error?["details"]?.array?.lazy.compactMap { $0["reason"]?.string }.first
      self.init(
        origin: origin, status: status, code: shown(error?["status"], 64),
        reason: shown(reason.map { .string($0) }, 64), description: shown(error?["message"], 300))
    } else {
      self.init(
        origin: origin, status: status, code: shown(error, 64),
        description: shown(body?["error_description"], 300))
    }
  }
}
