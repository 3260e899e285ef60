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
  let catalog: Catalog

  func response(nonce: String) -> HTTPResponse {
    ScriptedPage(
      title: "Auth Emulator IDP Login Widget", language: catalog.language, style: Self.style,
      content: content, script: AuthHandlerScript.text, connects: asksForTokens
    ).response(nonce: nonce, framing: "frame-ancestors 'none'")
  }

  private var content: String {
    // The name starts with a capital letter, because test drivers look for the button this way.
    let name = provider.prefix(1).asciiUppercased() + provider.dropFirst()
    let button = Text("Sign in with \(name)").html(in: catalog)
    // A character that no text has stands where the name goes, until the rest is HTML.
    let place = "\u{E000}"
    let heading = Text("Sign in with \(place)").html(in: catalog).replacing(
      place, with: #"<span class="js-provider-id">\#(name.escapedForHTML)</span>"#)
    let help = known.isEmpty ? Text("Nobody has signed in with \(name) yet.") : Text("Who are you?")
    let (add, back) = (Text("Add new account"), Text("Back"))
    let makeUp = Text("Auto-generate user information")
    let (email, displayName) = (Text("Email"), Text("Display name (optional)"))
    let (screenName, photo) = (Text("Screen name (optional)"), Text("Profile photo URL (optional)"))
    let texts = AuthHandlerScript.texts.map { #" data-\#($0)="\#($1.html(in: catalog))""# }.joined()
    let chosen = chosen.map { #" data-claims="\#($0.claims.text.escapedForHTML)""# } ?? ""
    return """
      <main id="content" data-new-id="\(newID)"\(chosen)\(asksForTokens ? " data-tokens" : "")\(texts)>
      <h1 id="title">\(heading)</h1>
      <p id="problem" role="alert" hidden></p>
      <div id="accounts-list">
      <p class="js-accounts-help-text">\(help.html(in: catalog))</p>
      <ul>
      \(known.map(item).joined(separator: "\n"))
      <li id="add-account-button" class="js-new-account"><button type="button">\(add.html(in: catalog))</button></li>
      </ul>
      </div>
      <div id="add-user" hidden>
      <p><button id="autogen-button" type="button">\(makeUp.html(in: catalog))</button></p>
      <form id="main-form" novalidate>
      <p><label>\(email.html(in: catalog))<br><input id="email-input" type="text" autocomplete="off"></label>
      <span id="email-error" role="alert"></span></p>
      <p><label>\(displayName.html(in: catalog))<br><input id="display-name-input" type="text" autocomplete="off"></label></p>
      <p><label>\(screenName.html(in: catalog))<br><input id="screen-name-input" type="text" autocomplete="off"></label></p>
      <p><label>\(photo.html(in: catalog))<br><input id="profile-photo-input" type="text" autocomplete="off"></label></p>
      <p><button id="back-button" type="button">\(back.html(in: catalog))</button>
      <button id="sign-in" type="submit">\(button)</button></p>
      </form>
      </div>
      </main>
      """
  }

  private func item(_ identity: ClaimedIdentity) -> String {
    let claims = identity.claims
    let name = claims["name"]?.string ?? Text("(No display name)").in(catalog)
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
