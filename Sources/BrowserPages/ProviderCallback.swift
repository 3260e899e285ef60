package import HTTP

/// The address that a browser came back to from an identity provider.
package struct ProviderCallback: Sendable, Equatable {
  /// Whole.
  package let address: String
  package let answer: Answer

  package enum Answer: Sendable, Equatable {
    /// There is something to exchange for a sign-in.
    case response
    /// The person gave up.
    case cancelled
    /// The provider's word for what went wrong, and its explanation.
    case error(code: String, explanation: String?)
  }

  /// Nil where `query` is no provider's answer: neither a code nor an error, or one of them twice.
  package init?(_ query: [QueryItem], to callbackURL: String) {
    let address = callbackURL + "?" + FormEncoding.encode(query)
    guard address.utf8.count <= Self.longest else { return nil }
    var values: [String: String] = [:]
    for item in query where Self.understood.contains(item.name) {
      if item.value.isEmpty { continue }
      // Of two, two readers could take one each.
      guard values.updateValue(item.value, forKey: item.name) == nil else { return nil }
    }
    switch (values["error"], values["denied"]) {
    case (let code?, nil):
      guard values["code"] == nil else { return nil }
      answer =
        Self.cancellations.contains(code)
        ? .cancelled : .error(code: code, explanation: values["error_description"])
    // OAuth 1.0a at X.
    case (nil, _?): answer = .cancelled
    case (nil, nil):
      let isOAuth1 = values["oauth_token"] != nil && values["oauth_verifier"] != nil
      guard values["code"] != nil || isOAuth1 else { return nil }
      answer = .response
    case (_?, _?): return nil
    }
    self.address = address
  }

  /// What was copied from a browser's address bar: an address below `callbackURL`, perhaps over several lines.
  package init?(pasted text: String, to callbackURL: String) {
    let address = text.filter { !$0.isWhitespace }.prefix { $0 != "#" }
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), address.hasPrefix(callbackURL + "?"),
      let query = FormEncoding.decode(String(address.dropFirst(callbackURL.utf8.count + 1)))
    else { return nil }
    self.init(query, to: callbackURL)
  }

  /// Whether `query` can be the answer to what was asked at `address`: it has the same `state`, where that has one.
  /// Some providers leave it out where the person declined, which leads to nobody's account and shows no foreign text.
  static func isAnswer(_ query: [QueryItem], to address: String?) -> Bool {
    let asked = address.flatMap { FormEncoding.decode(String($0.drop { $0 != "?" }.dropFirst())) }
    guard let state = asked?.first(where: { $0.name == "state" })?.value else { return true }
    let said = query.filter { $0.name == "state" }.map(\.value)
    if said.isEmpty { return ProviderCallback(query, to: "")?.answer == .cancelled }
    return said == [state]
  }

  /// What the address brought.
  package var query: [QueryItem] {
    FormEncoding.decode(address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "") ?? []
  }

  /// The first value of `name`, `state` say.
  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  private static let understood = [
    "code", "state", "error", "error_description", "denied", "oauth_token", "oauth_verifier",
  ]
  /// RFC 6749's word, and LinkedIn's.
  private static let cancellations = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"]
  /// As long as any address that is looked at.
  private static let longest = 8192
}
