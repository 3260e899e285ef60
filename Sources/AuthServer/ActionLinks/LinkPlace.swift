import HTTP

/// Where mailed links lead: to this server where it has an address, otherwise to the pages that the project would
/// have at Google.
struct LinkPlace: Sendable, Equatable {
  /// The page that does what a link says.
  let actionPage: String
  /// The page that opens an app, and leads on to the other where there is none.
  let appPage: String
}

extension LinkPlace {
  /// - Parameter domain: the Hosting domain that apps are told from.
  init(of call: Call, domain: String?) {
    let hosted = "https://\(FormEncoding.encode(call.project)).firebaseapp.com"
    let own = call.ownOrigin?.description
    actionPage = own.map { $0 + Self.ownActionPath } ?? hosted + "/__/auth/action"
    appPage = (domain.map { "https://" + $0 } ?? own ?? hosted) + Self.appPath
  }

  /// The emulator's.
  static let ownActionPath = "/emulator/action"
  static let appPath = "/__/auth/links"
}
