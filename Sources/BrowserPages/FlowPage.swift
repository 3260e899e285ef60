package import HTTP

/// What one kind of flow shows in the browser, and what it takes from there.
package protocol FlowPage: Sendable {
  /// For whoever opened the one-time URL, while nothing has come.
  var waiting: BrowserPage { get }

  /// For whoever came to `continueURL` with `query`; nil where nothing of it is of use.
  func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage?

  /// What the command gets for a form that was sent; nil where it is of no use.
  func result(of form: [QueryItem], continueURL: String) -> String?

  /// The fixed path that an identity provider sends the browser back to; nil where none does.
  var callbackPath: String? { get }

  /// What the command gets for whoever came back to `callbackURL` with `query`; nil where it is of no use.
  func result(ofCallback query: [QueryItem], to callbackURL: String) -> String?
}

extension FlowPage {
  package var callbackPath: String? { nil }
  package func result(ofCallback query: [QueryItem], to callbackURL: String) -> String? { nil }
}
