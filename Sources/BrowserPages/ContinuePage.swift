import AuthClient
package import HTTP

/// The page that a mailed link leads to in the end: it hands the link to the command that waits.
package struct ContinuePage: FlowPage {
  private let address: String
  private let isCodeRequired: Bool

  /// - Parameters:
  ///   - address: where the mail went, for the person to read.
  ///   - isCodeRequired: whether a visit without a code is of no use. Action pages that have done the work
  ///     themselves, the verification of an address say, lead here without one.
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

  /// The whole address that was arrived at, if it is a link that can be completed.
  private func link(to continueURL: String, with query: [QueryItem]) -> String? {
    let link = query.isEmpty ? continueURL : continueURL + "?" + FormEncoding.encode(query)
    let hasCode = query.contains { $0.name == "oobCode" || $0.name == "mode" }
    if !hasCode { return isCodeRequired ? nil : link }
    return (try? ActionCodeURL(link)) == nil ? nil : link
  }
}
