package import HTTP

/// The address to which an identity provider returned a browser.
package struct ProviderCallback: Sendable, Equatable {
  /// The complete address.
  package let address: String
  package let answer: Answer

  package enum Answer: Sendable, Equatable {
    /// The answer can be exchanged for a sign-in.
    case response
    /// The person cancelled.
    case cancelled
    /// The provider's error code and explanation.
    case error(code: String, explanation: String?)
  }

  /// Returns nil if `query` is not a provider's answer: it has no code and no error, or has one of them twice.
  package init?(_ query: [QueryItem], to callbackURL: String) {
    let address = callbackURL + "?" + FormEncoding.encode(query)
    guard address.utf8.count <= Self.longest else { return nil }
    var values: [String: String] = [:]
    for item in query where Self.understood.contains(item.name) {
      if item.value.isEmpty { continue }
      // With two values, two parsers could use different ones.
      guard values.updateValue(item.value, forKey: item.name) == nil else { return nil }
    }
    switch (values["error"], values["denied"]) {
    case (let code?, nil):
      guard values["code"] == nil else { return nil }
      answer =
        Self.cancellations.contains(code)
        ? .cancelled : .error(code: code, explanation: values["error_description"])
    // OAuth 1.0a, used by X.
    case (nil, _?): answer = .cancelled
    case (nil, nil):
      let isOAuth1 = values["oauth_token"] != nil && values["oauth_verifier"] != nil
      guard values["code"] != nil || isOAuth1 else { return nil }
      answer = .response
    case (_?, _?): return nil
    }
    self.address = address
  }

  /// Reads text from a browser's address bar: an address below `callbackURL`, possibly on several lines.
  package init?(pasted text: String, to callbackURL: String) {
    let address = text.filter { !$0.isWhitespace }.prefix { $0 != "#" }
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), address.hasPrefix(callbackURL + "?"),
      let query = FormEncoding.decode(String(address.dropFirst(callbackURL.utf8.count + 1)))
    else { return nil }
    self.init(query, to: callbackURL)
  }

  /// Returns whether `query` can answer the request at `address`: it has the same `state`, if the request has one.
  ///
  /// SAML's name for it is `RelayState`. A local server returns it as `state`.
  ///
  /// Some providers leave it out if the person declined. That is allowed, because it signs in nobody and shows no
  /// foreign text.
  static func isAnswer(_ query: [QueryItem], to address: String?) -> Bool {
    let asked = address.flatMap { FormEncoding.decode(String($0.drop { $0 != "?" }.dropFirst())) }
    guard let state = asked?.first(where: { ["state", "RelayState"].contains($0.name) })?.value
    else { return true }
    let said = query.filter { $0.name == "state" }.map(\.value)
    if said.isEmpty { return ProviderCallback(query, to: "")?.answer == .cancelled }
    return said == [state]
  }

  /// The query of the address.
  package var query: [QueryItem] {
    FormEncoding.decode(address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "") ?? []
  }

  /// Returns the first value of `name`, such as `state`.
  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  private static let understood = [
    "code", "state", "error", "error_description", "denied", "oauth_token", "oauth_verifier",
  ]
  /// The error codes of RFC 6749 and LinkedIn.
  private static let cancellations = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"]
  /// The maximum length.
  ///
  /// Longer addresses are ignored.
  private static let longest = 8192
}
