import HTTP
import IdentityToolkit

/// `/__/auth/links`: the target of an app link in a browser without the app.
///
/// It redirects to the link or the app's page inside.
struct OpenedAppLink: Sendable {
  let call: Call

  /// Redirects only to this server's own page, to the project's page for links and to the project's domains, because
  /// the link can contain anything.
  func response() throws -> HTTPResponse {
    let link = call.request.queryValue("link") ?? ""
    let settings = try call.projectSettings()
    if let page = try? ContinueURL(link, under: call.policy),
      ActionLinks(call: call).callback(settings.mails)?.leads(to: page.text) == true
        || !LinkPlace.isActionPage(page.text) && settings.isAuthorized(page.host)
    {
      return ActionOutcome.redirect(page.setting([])).response(to: call)
    }
    guard let mark = link.firstIndex(of: "?"), link.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return ActionOutcome.missing("link", "YOUR_LINK").response(to: call) }
    let query = link[mark...].prefix { $0 != "#" }
    return ActionOutcome.redirect(LinkPlace.ownActionPath + query).response(to: call)
  }
}
