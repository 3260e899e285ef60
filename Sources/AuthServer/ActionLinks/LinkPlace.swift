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

  /// Returns the address that an app opens, and reads `link` from.
  func appLink(around link: String) -> String {
    appPage + "?" + FormEncoding.encode([QueryItem("link", link)])
  }

  /// Returns the link in an app's address, or nil for another address.
  static func link(inAppLink address: String) -> String? {
    guard let mark = address.firstIndex(of: "?"), address[..<mark].hasSuffix(appPath) else { return nil }
    return FormEncoding.decode(String(address[mark...].dropFirst()))?.first { $0.name == "link" }?.value
  }
}

extension LinkPlace {
  /// - Parameter domain: The Hosting domain by which apps recognize their links.
  init(of call: Call, domain: String?) {
    let hosted = "https://\(FormEncoding.encode(call.project)).firebaseapp.com"
    let own = call.ownOrigin?.description
    actionPage = own.map { $0 + Self.ownActionPath } ?? Self.hostedActionPage(of: call.project)
    appPage = (domain.map { "https://" + $0 } ?? own ?? hosted) + Self.appPath
  }

  /// Returns whether an address is a page that carries out links.
  static func isActionPage(_ address: String) -> Bool {
    let page = address.prefix { $0 != "?" && $0 != "#" }
    return page.hasSuffix(ownActionPath) || page.hasSuffix(hostedActionPath)
  }

  /// Returns the page that Firebase Hosting has for each project, which carries out its links.
  static func hostedActionPage(of project: String) -> String {
    "https://\(FormEncoding.encode(project)).firebaseapp.com" + hostedActionPath
  }

  private static let hostedActionPath = "/__/auth/action"
  /// The path that Firebase's emulator uses.
  static let ownActionPath = "/emulator/action"
  static let appPath = "/__/auth/links"
}
