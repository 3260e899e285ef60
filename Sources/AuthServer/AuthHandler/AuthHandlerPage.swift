import Essentials
import HTTP
import IdentityToolkit

/// The page on which a person chooses an identity at the identity provider.
///
/// Its title, IDs and classes are those of Firebase's emulator, because test drivers look for them.
struct AuthHandlerPage: Sendable {
  /// The provider's ID, such as `google.com`.
  let provider: String
  let known: [ClaimedIdentity]
  /// The identity that signs in without a click.
  let chosen: ClaimedIdentity?
  /// The provider's ID for a new identity.
  let newID: String
  /// Whether the script asks the server for a token with the claims, because plain claims are not trusted.
  let asksForTokens: Bool

  func response(nonce: String) -> HTTPResponse {
    ScriptedPage(
      title: "Auth Emulator IDP Login Widget", style: Self.style, content: content,
      script: AuthHandlerScript.text, connects: asksForTokens
    ).response(nonce: nonce, framing: "frame-ancestors 'none'")
  }

  private var content: String {
    // The name starts with a capital letter, because test drivers look for the button this way.
    let name = (provider.prefix(1).asciiUppercased() + provider.dropFirst()).escapedForHTML
    let chosen = chosen.map { #" data-claims="\#($0.claims.text.escapedForHTML)""# } ?? ""
    return """
      <main id="content" data-new-id="\(newID)"\(chosen)\(asksForTokens ? " data-tokens" : "")>
      <h1 id="title">Sign in with <span class="js-provider-id">\(name)</span></h1>
      <p id="problem" role="alert" hidden></p>
      <div id="accounts-list">
      <p class="js-accounts-help-text">\(known.isEmpty ? "Nobody has signed in with \(name) yet." : "Who are you?")</p>
      <ul>
      \(known.map(Self.item).joined(separator: "\n"))
      <li id="add-account-button" class="js-new-account"><button type="button">Add new account</button></li>
      </ul>
      </div>
      <div id="add-user" hidden>
      <p><button id="autogen-button" type="button">Auto-generate user information</button></p>
      <form id="main-form" novalidate>
      <p><label>Email<br><input id="email-input" type="text" autocomplete="off"></label>
      <span id="email-error" role="alert"></span></p>
      <p><label>Display name (optional)<br><input id="display-name-input" type="text" autocomplete="off"></label></p>
      <p><label>Screen name (optional)<br><input id="screen-name-input" type="text" autocomplete="off"></label></p>
      <p><label>Profile photo URL (optional)<br><input id="profile-photo-input" type="text" autocomplete="off"></label></p>
      <p><button id="back-button" type="button">Back</button>
      <button id="sign-in" type="submit">Sign in with \(name)</button></p>
      </form>
      </div>
      </main>
      """
  }

  private static func item(_ identity: ClaimedIdentity) -> String {
    let claims = identity.claims
    let name = claims["name"]?.string ?? "(No display name)"
    return """
      <li class="js-reuse-account" data-claims="\(claims.text.escapedForHTML)"><button type="button">\
      \(name.escapedForHTML)<br><small>\((claims["email"]?.string ?? "").escapedForHTML)</small></button></li>
      """
  }

  private static let style = """
    body { font: 1em/1.5 sans-serif; max-width: 32em; margin: 2em auto; padding: 0 1em }
    h1 { font-size: 1.4em }
    ul { list-style: none; padding: 0 }
    li button { width: 100%; padding: 0.6em; margin: 0.2em 0; text-align: left }
    button, input { font: inherit }
    input { width: 100%; box-sizing: border-box; padding: 0.4em }
    #problem, #email-error { color: #c62828; font-weight: bold }
    @media (prefers-color-scheme: dark) { #problem, #email-error { color: #ff8a80 } }
    """
}
