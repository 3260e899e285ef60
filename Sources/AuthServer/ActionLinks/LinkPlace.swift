import HTTP

/// The address that mailed links lead to.
///
/// If this server has an address, links lead to it. Otherwise they lead to the pages that the project would have at
/// Google.
struct LinkPlace: Sendable, Equatable {
  /// The page that carries out a link.
  let actionPage: String
  /// The page that opens an app, or continues to the action page if there is no app.
  let appPage: String
}

extension LinkPlace {
  /// - Parameter domain: The Hosting domain by which apps recognize their links.
  init(of call: Call, domain: String?) {
    let hosted = "https://\(FormEncoding.encode(call.project)).firebaseapp.com"
    let own = call.ownOrigin?.description
    actionPage = own.map { $0 + Self.ownActionPath } ?? hosted + "/__/auth/action"
    appPage = (domain.map { "https://" + $0 } ?? own ?? hosted) + Self.appPath
  }

  /// The path that Firebase's emulator uses.
  static let ownActionPath = "/emulator/action"
  static let appPath = "/__/auth/links"
}
