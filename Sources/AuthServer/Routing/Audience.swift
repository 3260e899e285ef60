/// Who may call a route.
enum Audience: String, Sendable {
  /// Programs and web pages, anywhere: what is public.
  case everyone
  /// Apps, with an API key; web pages of any origin.
  case clients
  /// People who open a link, wherever they read their mail; no web page reads the answer for them.
  case mailReaders
  /// People's browsers, whatever page sent them here, while this machine alone reaches the server; no web page of
  /// another site reads the answer.
  case browsers
  /// Administrators, with the owner's token.
  case owner
  /// People and tests on this machine; no web page of another site.
  case thisMachine

  /// Whether a web page of another origin may read the answer.
  var includesOtherOrigins: Bool { self == .everyone || self == .clients }

  /// Whether requests that a web page of another origin makes are refused.
  var isOfThisSite: Bool { self == .owner || self == .thisMachine }

  /// Whether the page of `origin` may read what a route for it answers; of others it reads its own refusal.
  func isReadable(from origin: WebOrigin) -> Bool {
    includesOtherOrigins || isOfThisSite && !origin.isForeign
  }
}
