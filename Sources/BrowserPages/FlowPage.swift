package import HTTP

/// The pages of one kind of flow, and the results that it accepts.
package protocol FlowPage: Sendable {
  /// The page for a person who opens the one-time URL before there is a result.
  var waiting: BrowserPage { get }

  /// Returns the page for a visit to `continueURL` with `query`, or nil if the visit is not valid.
  func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage?

  /// Returns the result for the command from a sent form, or nil if it is not valid.
  func result(of form: [QueryItem], continueURL: String) -> String?

  /// The fixed path to which an identity provider returns the browser, or nil if there is none.
  var callbackPath: String? { get }

  /// Returns the result for the command from a visit to `callbackURL` with `query`, or nil if it is not valid.
  func result(ofCallback query: [QueryItem], to callbackURL: String) -> String?
}

extension FlowPage {
  package var callbackPath: String? { nil }
  package func result(ofCallback query: [QueryItem], to callbackURL: String) -> String? { nil }
}
