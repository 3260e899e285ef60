package import AuthClient
import Essentials
package import HTTP
import IdentityToolkit

/// The page that runs reCAPTCHA and passes its token to the waiting command.
package struct RecaptchaPage: FlowPage {
  /// The server of the challenge's script.
  package enum Source: Equatable, Sendable {
    case google
    /// A local server.
    case server(origin: String)
    /// The embedded server, whose routes are available at the page's own server.
    case ownOrigin
  }

  package let waiting: BrowserPage

  package init(_ challenge: RecaptchaChallenge, from source: Source, language: String? = nil) {
    let explanation: Text =
      switch (source, challenge.isForSMS) {
      case (.google, true):
        "Google checks this before it sends an SMS. Usually you do not have to do anything."
      case (.google, false): "Google checks this before it goes on. Usually you do not have to do anything."
      case (_, true): "The local server checks this before it sends an SMS. Here everybody passes."
      case (_, false): "The local server checks this before it goes on. Here everybody passes."
      }
    waiting = BrowserPage(
      "Are you a robot?",
      explanation,
      form: .init([], button: Text("Cancel")),
      program: .recaptcha(
        .init(
          script: source.origin + challenge.path + source.query(challenge, language),
          siteKey: challenge.siteKey,
          kind: challenge.kind.rawValue, action: challenge.action, policy: source.policy)))
  }

  /// This flow has no mailed links.
  package func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage? { nil }

  package func result(of form: [QueryItem], continueURL: String) -> String? {
    if form.contains(where: { $0.name == BrowserPage.cancelName }) { return Self.cancelled }
    let tokens = form.filter { $0.name == BrowserPage.Challenge.tokenName }.map(\.value)
    guard tokens.count == 1, (1...8192).contains(tokens[0].utf8.count),
      tokens[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return tokens[0]
  }

  /// Returns the token in the page's result, or nil if the person gave up.
  package static func token(in result: String) -> String? { result == cancelled ? nil : result }

  /// This cannot be a token, because tokens have no spaces.
  private static let cancelled = "the person gave up"
}

extension RecaptchaChallenge {
  fileprivate var path: String {
    kind == .v2 ? "/recaptcha/api.js" : "/recaptcha/enterprise.js"
  }
}

extension RecaptchaPage.Source {
  fileprivate var origin: String {
    switch self {
    case .google: "https://www.google.com"
    case .server(let origin): origin
    case .ownOrigin: ""
    }
  }

  /// The other sources from which the page may load.
  fileprivate var policy: BrowserPage.Challenge.Policy {
    switch self {
    case .google:
      .init(
        scripts: "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
        connections: "https://www.google.com/recaptcha/",
        others: "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/; "
          + "img-src https://www.gstatic.com/recaptcha/; ",
        // Google's script adds its own style sheets.
        styles: "'unsafe-inline'")
    case .server(let origin): .init(scripts: origin + "/recaptcha/", connections: origin + "/recaptcha/")
    case .ownOrigin: .init(scripts: "'self'", connections: "'self'")
    }
  }

  fileprivate func query(_ challenge: RecaptchaChallenge, _ language: String?) -> String {
    var items = [
      QueryItem("onload", "startChallenge"),
      QueryItem("render", challenge.kind == .v2 ? "explicit" : challenge.siteKey),
    ]
    if let language { items.append(QueryItem("hl", language)) }
    return "?" + FormEncoding.encode(items)
  }
}
