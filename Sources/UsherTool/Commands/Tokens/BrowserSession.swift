import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

/// A session in the form in which the Firebase JS SDK keeps it in a browser.
struct BrowserSession {
  /// The web app that is signed in.
  struct App {
    let origin: Origin
    /// The API key of the app.
    let key: String
    /// The name that the app has in the SDK.
    let name: String
  }

  private let session: SavedSession
  private let refreshToken: String

  /// - Throws: `UsageError` if the session has no refresh token. The SDK keeps no user without one.
  init(_ active: ActiveSession) throws(UsageError) {
    guard let token = active.saved.tokens.refreshToken else {
      throw .misuse(
        "a browser needs a refresh token, and this session has none",
        hint: active.source.variable == nil
          ? Hint("sign in again", ["usher", "signin"])
          : "set USHER_REFRESH_TOKEN or USHER_SESSION_FILE instead of USHER_ID_TOKEN")
    }
    (session, refreshToken) = (active.saved, token)
  }

  /// Returns a storage state of Playwright.
  ///
  /// The session is in IndexedDB and in local storage, because the app decides where the SDK looks.
  func state(of app: App) -> JSONValue {
    let key = "firebase:authUser:\(app.key):\(app.name)"
    let user = user(of: app)
    let store: JSONValue = [
      "name": "firebaseLocalStorage", "keyPath": "fbase_key", "autoIncrement": false, "indexes": [],
      "records": [["value": ["fbase_key": .string(key), "value": user]]],
    ]
    let origin: JSONValue = [
      "origin": .string(app.origin.asInBrowser),
      "localStorage": [["name": .string(key), "value": .string(user.text)]],
      "indexedDB": [["name": "firebaseLocalStorageDb", "version": 1, "stores": [store]]],
    ]
    return ["cookies": [], "origins": [origin]]
  }

  /// The SDK's record of the user.
  private func user(of app: App) -> JSONValue {
    let (account, tokens) = (session.account, session.tokens)
    let members: [(String, JSONValue?)] = [
      ("uid", .string(session.uid)),
      ("email", account.email.map(JSONValue.string)),
      ("emailVerified", .bool(account.isEmailVerified)),
      ("displayName", account.displayName.map(JSONValue.string)),
      ("isAnonymous", .bool(account.isAnonymous)),
      ("photoURL", account.photoURL.map(JSONValue.string)),
      ("phoneNumber", account.phoneNumber.map(JSONValue.string)),
      ("tenantId", tokens.idToken.tenant.map(JSONValue.string)),
      ("providerData", .array((account.providerData ?? []).map(Self.provider))),
      (
        "stsTokenManager",
        [
          "refreshToken": .string(refreshToken), "accessToken": .string(tokens.idToken.text),
          // The SDK compares it with the clock of the browser's machine.
          "expirationTime": .integer((tokens.expiresAt - tokens.clockOffset).milliseconds),
        ]
      ),
      ("createdAt", account.createdAt.map { .string(String($0.milliseconds)) }),
      ("lastLoginAt", account.lastSignInAt.map { .string(String($0.milliseconds)) }),
      ("apiKey", .string(app.key)),
      ("appName", .string(app.name)),
    ]
    return .object(members.compactMap { name, value in value.map { .init(name, $0) } })
  }

  private static func provider(_ info: UserInfo) -> JSONValue {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return [
      "providerId": .string(info.providerID), "uid": .string(info.uid), "displayName": text(info.displayName),
      "email": text(info.email), "phoneNumber": text(info.phoneNumber), "photoURL": text(info.photoAddress),
    ]
  }
}

extension Origin {
  /// The origin as a browser writes it: without the port that its scheme has anyway.
  fileprivate var asInBrowser: String {
    let usual = scheme == .http ? 80 : 443
    return port == usual ? String(description.dropLast(":\(usual)".count)) : description
  }
}

/// The options that name a web app, for a browser that is signed in to it.
struct WebAppOptions: ArgumentSet {
  var origin: Origin?
  var key: String?
  var name: String?

  static let arguments: [Argument<Self>] = [
    .option(\.origin, "origin", value: "URL", help: "The web app's origin, for a browser's format."),
    .option(\.key, "app-key", value: "KEY", help: "The web app's API key, for a browser's format."),
    .option(\.name, "app-name", value: "NAME", help: "The web app's name in the SDK (default [DEFAULT])."),
  ]

  /// Returns the web app for a browser's format; throws if an option is missing, or not for this format.
  /// - Parameter format: The name of a browser's format; nil for another format.
  func app(forFormat format: String?) throws(UsageError) -> BrowserSession.App? {
    guard let format else {
      guard origin == nil, key == nil, name == nil else {
        throw .misuse(
          "--origin, --app-key and --app-name are for --format playwright and --format local-storage")
      }
      return nil
    }
    guard let origin, let key, !key.isEmpty else {
      let missing = [origin == nil ? "--origin" : nil, key?.isEmpty == false ? nil : "--app-key"]
      throw .misuse(
        Text("--format \(format) needs \(Text(allOf: missing.compactMap(\.self)))"),
        hint: "name the origin of the web app, and the apiKey of its firebaseConfig")
    }
    return BrowserSession.App(origin: origin, key: key, name: name ?? "[DEFAULT]")
  }
}
