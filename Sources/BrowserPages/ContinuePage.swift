import AuthClient
import Essentials
package import HTTP

/// The page that a mailed link finally leads to.
///
/// It passes the link to the waiting command.
package struct ContinuePage: FlowPage {
  private let address: String
  private let isCodeRequired: Bool

  /// - Parameters:
  ///   - address: The recipient of the mail, to show to the person.
  ///   - isCodeRequired: Whether a visit needs a code. Action pages that have already done the work, such as the
  ///     verification of an address, redirect here without one.
  package init(mailedTo address: String, isCodeRequired: Bool = true) {
    self.address = address
    self.isCodeRequired = isCodeRequired
  }

  package var waiting: BrowserPage {
    BrowserPage(
      "Open the link in the mail", "A mail went to \(address). Open the link in it on this computer.",
      "This page then says how it ended.", next: PageHandler.outcomePath)
  }

  package func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage? {
    guard let link = link(to: continueURL, with: query) else { return nil }
    return BrowserPage(
      "One moment", "The command in the terminal gets your link.",
      "If nothing happens, press the button.",
      form: .init([.init("link", String(link.dropFirst(continueURL.utf8.count)))], button: "Go on"))
  }

  package func result(of form: [QueryItem], continueURL: String) -> String? {
    let links = form.filter { $0.name == "link" }.map(\.value)
    guard links.count == 1, links[0].isEmpty || links[0].hasPrefix("?"),
      let query = FormEncoding.decode(String(links[0].dropFirst()))
    else { return nil }
    return link(to: continueURL, with: query)
  }

  /// Returns the complete visited address if it is a link that can be completed.
  private func link(to continueURL: String, with query: [QueryItem]) -> String? {
    let link = query.isEmpty ? continueURL : continueURL + "?" + FormEncoding.encode(query)
    let hasCode = query.contains { $0.name == "oobCode" || $0.name == "mode" }
    if !hasCode { return isCodeRequired ? nil : link }
    return (try? ActionCodeURL(link)) == nil ? nil : link
  }
}
