import HTTP
import IdentityToolkit

/// `/__/auth/links`, where a link for apps leads in a browser that has none of them: on to the link that it holds.
struct OpenedAppLink: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Leads only to this server's own page: the link may say anything.
  func response() throws -> HTTPResponse {
    let link = call.request.queryValue("link") ?? ""
    guard let mark = link.firstIndex(of: "?"), link.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return ActionOutcome.missing("link", "YOUR_LINK").response(to: call.request) }
    let query = link[mark...].prefix { $0 != "#" }
    return ActionOutcome.redirect(LinkPlace.ownActionPath + query).response(to: call.request)
  }
}
