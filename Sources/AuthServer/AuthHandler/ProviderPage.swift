import Essentials
import HTTP
import IdentityToolkit

/// The page on which a person chooses an identity at a provider ("Who are you at Google?").
///
/// It needs no scripts.
struct ProviderPage: Sendable {
  /// The provider's display name.
  let provider: String
  /// The people whom the provider knows, with one button each.
  let known: [ProviderIdentity]
  let form: ProviderPageForm
  /// The problem with the input.
  var complaint: ProviderPageForm.Complaint?
  /// The target of the forms: the page's own path and query.
  let action: String
  /// The token that marks this page's own forms.
  let formToken: String
  let catalog: Catalog

  func response(nonce: String) -> HTTPResponse {
    let heading = Text("Who are you at \(provider)?")
    let title = complaint == nil ? heading : Text("Error: Who are you at \(provider)?")
    let advice = Text("This local server takes the place of \(provider). Choose a user, or create one.")
    let cancel = Text("Cancel")
    // The address must not reach other sites. But without any referrer, a browser would not send the origin, which
    // shows that the form belongs to this page. A form's answer redirects to the app, at any address.
    return HTMLPage(
      title.in(catalog), in: catalog.language, head: "<style nonce=\"\(nonce)\">\(Self.style)</style>",
      body: """
        <main>
        <h1>\(heading.html(in: catalog))</h1>
        <p>\(advice.html(in: catalog))</p>
        \(list)
        \(madeUp)
        <form method="post" action="\(target)">
        \(hidden)
        <p><button name="cancel" value="yes">\(cancel.html(in: catalog))</button></p>
        </form>
        </main>
        """,
      policy: ["style-src 'nonce-\(nonce)'", "form-action *", "base-uri 'none'", "frame-ancestors 'none'"],
      referrerPolicy: "same-origin"
    ).response(status: complaint == nil ? 200 : 400)
  }

  private var target: String { action.escapedForHTML }
  private var hidden: String { #"<input type="hidden" name="form" value="\#(formToken)">"# }

  private var list: String {
    guard !known.isEmpty else { return "" }
    let heading = Text("Users that \(provider) knows")
    return """
      <section aria-labelledby="known">
      <h2 id="known">\(heading.html(in: catalog))</h2>
      <form method="post" action="\(target)">
      \(hidden)
      <ul>
      \(known.map(Self.item).joined(separator: "\n"))
      </ul>
      </form>
      </section>
      """
  }

  private static func item(_ identity: ProviderIdentity) -> String {
    let lines = [identity.displayName, identity.email?.text, identity.screenName].compactMap(\.self)
      .filter { !$0.isEmpty }
    let title = (lines.first ?? identity.rawID).escapedForHTML
    let more = lines.dropFirst().first.map { "<br><small>\($0.escapedForHTML)</small>" } ?? ""
    return """
      <li><button name="person" value="\(identity.rawID.escapedForHTML)">\(title)\(more)</button></li>
      """
  }

  private var madeUp: String {
    let heading = Text("Another user")
    let (name, email) = (Text("Name (optional)"), Text("E-mail address"))
    let isVerified = Text("\(provider) has verified this address")
    let button = Text("Sign in")
    return """
      <section aria-labelledby="new">
      <h2 id="new">\(heading.html(in: catalog))</h2>
      <form method="post" action="\(target)" novalidate>
      \(hidden)
      \(alert)
      \(field("name", name, form.name, .name))
      \(field("email", email, form.email, .email, #" inputmode="email" autocapitalize="none""#))
      <p class="check"><label><input type="checkbox" name="verified" value="yes"\(form.isVerified ? " checked" : "")> \
      \(isVerified.html(in: catalog))</label></p>
      <p><button class="primary" name="make" value="yes">\(button.html(in: catalog))</button></p>
      </form>
      </section>
      """
  }

  private var alert: String {
    guard let complaint else { return "" }
    return #"<p id="complaint" class="complaint" role="alert">\#(complaint.text.html(in: catalog))</p>"#
  }

  private func field(
    _ id: String, _ label: Text, _ value: String, _ field: ProviderPageForm.Field, _ more: String = ""
  ) -> String {
    let isWrong = complaint?.field == field
    // The focus is on the first field, or on the field with the problem.
    let hasFocus = complaint.map { $0.field == field } ?? (field == .email && known.isEmpty)
    return """
      <p><label for="\(id)">\(label.html(in: catalog))</label>
      <input id="\(id)" name="\(id)" type="text" autocomplete="off" spellcheck="false" \
      value="\(value.escapedForHTML)"\(more)\
      \(isWrong ? #" aria-invalid="true" aria-describedby="complaint""# : "")\(hasFocus ? " autofocus" : "")></p>
      """
  }

  private static let style = """
    :root{color-scheme:light dark;--text:#1c1c1e;--back:#f2f2f5;--card:#fff;--line:#76767b;--soft:#5b5b60;\
    --accent:#0b57d0;--on:#fff;--bad:#b3261e}
    @media (prefers-color-scheme:dark){:root{--text:#f2f2f5;--back:#111113;--card:#1c1c1f;--line:#8e8e93;\
    --soft:#aeaeb2;--accent:#8ab4f8;--on:#10131a;--bad:#ffb4ab}}
    *{box-sizing:border-box}
    body{margin:0;padding:1rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
    main{max-width:28rem;margin:0 auto;overflow-wrap:anywhere}
    h1{font-size:1.5rem;line-height:1.25}
    h2{font-size:1.125rem;margin:1.5rem 0 .5rem}
    ul{list-style:none;margin:0;padding:0}
    li{margin:0 0 .5rem}
    small{color:var(--soft);font-size:.875rem}
    label{display:block}
    input[type=text]{width:100%}
    input[type=text],button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);\
    border-radius:.5rem;min-height:2.75rem;padding:.375rem .75rem}
    button{width:100%;cursor:pointer}
    li button{text-align:left}
    .primary{background:var(--accent);border-color:var(--accent);color:var(--on);font-weight:600}
    .check input{width:1.25rem;height:1.25rem;vertical-align:middle;margin:0 .375rem 0 0}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    [aria-invalid]{border-color:var(--bad)}
    .complaint{color:var(--bad);font-weight:600}

    """
}
