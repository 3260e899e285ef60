package import HTTP

/// Where an identity provider sends the browser back to, with what it says of the sign-in.
///
/// Its address holds no secret: it has to be registered with the provider, letter by letter. What tells the person's
/// browser from all others is the cookie that the one-time URL gave it.
package struct CallbackPage: FlowPage {
  /// The only path, which people register.
  package static let path = "/callback"

  private let provider: String
  private let words: any PageWords

  /// - Parameter provider: as people call it.
  package init(of provider: String, words: any PageWords = TerminalWords()) {
    self.provider = provider
    self.words = words
  }

  package var waiting: BrowserPage {
    BrowserPage(
      "Sign in at \(provider)", "Your browser was already sent there. " + words.waits,
      words.howToBeginAnew, next: PageHandler.outcomePath)
  }

  package var callbackPath: String? { Self.path }

  package func result(ofCallback query: [QueryItem], to callbackURL: String) -> String? {
    ProviderCallback(query, to: callbackURL)?.address
  }

  /// Nobody comes here by a mailed link.
  package func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage? { nil }

  /// No page of this flow has a form.
  package func result(of form: [QueryItem], continueURL: String) -> String? { nil }
}
