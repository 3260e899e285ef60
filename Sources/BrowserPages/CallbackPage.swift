import Essentials
package import HTTP

/// The page to which an identity provider returns the browser with the result of the sign-in.
///
/// Its address does not contain a secret, because it must be registered with the provider exactly. The cookie from the
/// one-time URL distinguishes the person's browser from all others.
package struct CallbackPage: FlowPage {
  /// The only path, which people register.
  package static let path = "/callback"

  private let provider: String
  private let words: any PageWords

  /// - Parameter provider: The provider's display name.
  package init(of provider: String, words: any PageWords = TerminalWords()) {
    self.provider = provider
    self.words = words
  }

  package var waiting: BrowserPage {
    BrowserPage(
      "Sign in at \(provider)", "Your browser was already sent there. \(words.waits)",
      words.howToBeginAnew, next: PageHandler.outcomePath)
  }

  package var callbackPath: String? { Self.path }

  package func result(ofCallback query: [QueryItem], to callbackURL: String) -> String? {
    ProviderCallback(query, to: callbackURL)?.address
  }

  /// This flow has no mailed links.
  package func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage? { nil }

  /// No page of this flow has a form.
  package func result(of form: [QueryItem], continueURL: String) -> String? { nil }
}
