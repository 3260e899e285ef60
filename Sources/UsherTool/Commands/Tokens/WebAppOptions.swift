import CommandKit
import Essentials
import HTTP

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
