/// The callers for whom a route exists.
enum Audience: String, Sendable {
  /// Programs and web pages everywhere, for public data.
  case everyone
  /// Apps with an API key, and web pages of any origin.
  case clients
  /// People who open a link on any device.
  ///
  /// No web page can read the answer.
  case mailReaders
  /// People's browsers, from any page, if only this machine can reach the server.
  ///
  /// No web page of another site can read the answer.
  case browsers
  /// Administrators, with the owner's token.
  case owner
  /// People and tests on this machine, but no web page of another site.
  case thisMachine

  /// Whether a web page of another origin may read the answer.
  var includesOtherOrigins: Bool { self == .everyone || self == .clients }

  /// Whether to refuse requests from web pages of other origins.
  var isOfThisSite: Bool { self == .owner || self == .thisMachine }

  /// Returns whether a page of `origin` may read the route's answers.
  ///
  /// Pages of other origins see only an error.
  func isReadable(from origin: WebOrigin) -> Bool {
    includesOtherOrigins || isOfThisSite && !origin.isForeign
  }
}
