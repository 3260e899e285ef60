import Essentials
import HTTP
import IdentityToolkit

/// The page of a project's own that runs reCAPTCHA, and the address with the app's scheme that it ends at.
package struct HostedRecaptchaPage: Equatable, Sendable {
  /// What the callback's scheme is made of.
  package enum App: Equatable, Sendable {
    /// An OAuth client id; its reverse is the scheme.
    case clientID(String)
    /// A Firebase app id, `1:123:ios:abc`.
    case appID(String)
  }

  package let authDomain: String
  package let apiKey: String
  package let app: App
  package var bundleID: String?
  package var languageCode: String?
  /// Ten capital letters, new for each attempt.
  package let eventID: String

  /// - Parameter random: gives as many unpredictable bytes as asked for.
  package init<Failure>(
    authDomain: String, apiKey: String, app: App, random: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    self.authDomain = authDomain
    self.apiKey = apiKey
    self.app = app
    eventID = String(decoding: try random(10).map { UInt8(ascii: "A") + $0 % 26 }, as: UTF8.self)
  }

  /// The domain that has the page: the project's own if it is authorized, else the one of Firebase Hosting.
  package static func authDomain(among authorized: [String], custom: String? = nil) -> String? {
    if let custom { return authorized.contains(custom) ? custom : nil }
    return ["firebaseapp.com", "web.app"].lazy.compactMap { suffix in
      authorized.first { $0.hasSuffix(suffix) && $0.utf8.count >= suffix.utf8.count + 2 }
    }.first
  }

  package var url: String {
    var items = [
      QueryItem("apiKey", apiKey), QueryItem("authType", Self.authType), QueryItem("ibi", bundleID ?? ""),
      QueryItem("v", "usher"), QueryItem("eventId", eventID),
    ]
    switch app {
    case .clientID(let id): items.append(QueryItem("clientId", id))
    case .appID(let id): items.append(QueryItem("appId", id))
    }
    if let languageCode { items.append(QueryItem("hl", languageCode)) }
    return "https://\(authDomain)/__/auth/handler?" + FormEncoding.encode(items)
  }

  package var callbackScheme: String {
    switch app {
    case .clientID(let id): id.split(separator: ".").reversed().joined(separator: ".")
    case .appID(let id): "app-" + String(id.map { $0 == ":" ? "-" : $0 })
    }
  }

  /// What the page says at the address it ended at; nil where that is not this page's, and waiting goes on.
  package func result(at address: String) -> Result<String, AppVerificationError>? {
    let start = callbackScheme + "://firebaseauth/link?"
    guard address.utf8.count <= Self.longestAddress, address.utf8.starts(with: start.utf8),
      let link = Self.first("deep_link_id", in: address.utf8.dropFirst(start.utf8.count)),
      let query = link.utf8.firstIndex(of: UInt8(ascii: "?"))
    else { return nil }
    let inner = link.utf8[query...].dropFirst()
    guard Self.first("authType", in: inner) == Self.authType, Self.first("eventId", in: inner) == eventID
    else { return nil }
    if let token = Self.first("recaptchaToken", in: inner), !token.isEmpty { return .success(token) }
    guard let text = Self.first("firebaseError", in: inner), let error = JSONValue(json: text),
      let code = error["code"]?.string
    else { return .failure(.malformedCallback) }
    return .failure(AppVerificationError(pageError: code, message: error["message"]?.string ?? ""))
  }

  private static let authType = "verifyApp"
  private static let longestAddress = 1 << 16

  /// Of duplicates the first counts.
  private static func first(_ name: String, in query: Substring.UTF8View) -> String? {
    let text = Substring(query.prefix { $0 != UInt8(ascii: "#") })
    return FormEncoding.decode(String(text))?.first { $0.name == name }?.value
  }
}
