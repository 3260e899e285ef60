import Essentials
import HTTP
import IdentityToolkit

/// The project's own page with reCAPTCHA, and the address with the app's scheme that it opens at the end.
package struct HostedRecaptchaPage: Equatable, Sendable {
  /// The ID that the callback's scheme is made from.
  package enum App: Equatable, Sendable {
    /// An OAuth client ID. Its parts in reverse order are the scheme.
    case clientID(String)
    /// A Firebase app ID, for example `1:123:ios:abc`.
    case appID(String)
  }

  package let authDomain: String
  package let apiKey: String
  package let app: App
  package var bundleID: String?
  package var languageCode: String?
  /// Ten random capital letters, new for each attempt.
  package let eventID: String

  /// Creates a page.
  /// - Parameter random: Returns that number of unpredictable bytes.
  package init<Failure>(
    authDomain: String, apiKey: String, app: App, random: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    self.authDomain = authDomain
    self.apiKey = apiKey
    self.app = app
    eventID = String(decoding: try random(10).map { UInt8(ascii: "A") + $0 % 26 }, as: UTF8.self)
  }

  /// Returns the domain of the page: `custom`, or else the project's domain on Firebase Hosting. It is nil if that
  /// domain is not authorized.
  package static func authDomain(among authorized: [String], custom: String? = nil) -> String? {
    if let custom { return authorized.contains(custom) ? custom : nil }
    return [".firebaseapp.com", ".web.app"].lazy.compactMap { suffix in
      authorized.first { $0.hasSuffix(suffix) && $0.utf8.count > suffix.utf8.count }
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

  /// Reads the page's result from the address at its end; nil for any other address.
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

  /// If a parameter occurs twice, the first one counts.
  private static func first(_ name: String, in query: Substring.UTF8View) -> String? {
    let text = Substring(query.prefix { $0 != UInt8(ascii: "#") })
    return FormEncoding.decode(String(text))?.first { $0.name == name }?.value
  }
}
