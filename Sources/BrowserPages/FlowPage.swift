package import HTTP

/// What one kind of flow shows in the browser, and what it takes from there.
package protocol FlowPage: Sendable {
  /// For whoever opened the one-time URL, while nothing has come.
  var waiting: BrowserPage { get }

  /// For whoever came to `continueURL` with `query`; nil where nothing of it is of use.
  func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage?

  /// What the command gets for a form that was sent; nil where it is of no use.
  func result(of form: [QueryItem], continueURL: String) -> String?
}
