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
    let own = call.request.headers["Host"].flatMap { Origin("http://" + $0) }?.description
    actionPage = own.map { $0 + Self.ownActionPath } ?? hosted + "/__/auth/action"
    appPage = (domain.map { "https://" + $0 } ?? own ?? hosted) + Self.appPath
  }

  /// The emulator's.
  static let ownActionPath = "/emulator/action"
  static let appPath = "/__/auth/links"
}

extension Call {
  /// `/__/auth/links`, where a link for apps leads in a browser that has none of them: on to the link that it holds.
  ///
  /// Only to this server's own page: the link may say anything.
  func openAppLink() throws -> HTTPResponse {
    let link = request.queryValue("link") ?? ""
    guard let mark = link.firstIndex(of: "?"), link.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return ActionOutcome.missing("link", "YOUR_LINK").response(to: request) }
    let query = link[mark...].prefix { $0 != "#" }
    return ActionOutcome.redirect(LinkPlace.ownActionPath + query).response(to: request)
  }
}
