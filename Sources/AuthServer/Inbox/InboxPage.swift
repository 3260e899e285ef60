import Essentials
import HTTP
import IdentityToolkit

/// The page that shows what the server "sent", and to whom.
///
/// It works without its script, which only updates it.
struct InboxPage: Sendable {
  static let path = "/inbox"

  let contents: InboxContents

  func response() -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": "text/html; charset=UTF-8", "Cache-Control": "no-store",
        // A link's page must be able to recognize its form as this server's own.
        "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
          + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ], body: Data(document.utf8))
  }

  private var document: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Inbox of \(contents.project.escapedForHTML) (usher)</title>
    <link rel="stylesheet" href="\(InboxAsset.style.path)">
    <script src="\(InboxAsset.script.path)" defer></script>
    <noscript><meta http-equiv="refresh" content="5"></noscript>
    </head>
    <body>
    <header><h1>Inbox</h1>\(projectForm)</header>
    <main>
    <section aria-labelledby="messages"><h2 id="messages">Messages</h2>
    \(messages)
    </section>
    <section aria-labelledby="accounts"><h2 id="accounts">Accounts</h2>
    \(accounts)
    \(testNumbers)
    </section>
    </main>
    </body>
    </html>

    """
  }

  private var projectForm: String {
    guard contents.projects.count > 1 else { return "<p>\(contents.project.escapedForHTML)</p>" }
    let options = contents.projects.map { name in
      "<option\(name == contents.project ? " selected" : "")>\(name.escapedForHTML)</option>"
    }
    return """
      <form method="get" action="\(Self.path)"><label>Project
      <select name="project">\(options.joined())</select></label> <button>Show</button></form>
      """
  }

  private var messages: String {
    guard !contents.messages.isEmpty else {
      return
        "<p class=\"none\">No messages yet. Codes and links appear here when an app asks for them.</p>"
    }
    return "<ol class=\"messages\">\n" + contents.messages.map(Self.item).joined(separator: "\n") + "\n</ol>"
  }

  private static func item(_ message: SentMessage) -> String {
    let time = message.sentAt.rfc3339WithFraction
    var parts = [
      "<p class=\"to\"><b>\(message.recipient.escapedForHTML)</b> "
        + "<time datetime=\"\(time)\">\(String(time.prefix(19)).replacing("T", with: " "))</time></p>"
    ]
    if let subject = message.subject { parts.append("<p>\(subject.escapedForHTML)</p>") }
    if let link = message.link {
      // Only web addresses become clickable links.
      let isWeb = link.hasPrefix("http://") || link.hasPrefix("https://")
      parts.append(
        isWeb
          ? "<p><a href=\"\(link.escapedForHTML)\" rel=\"noreferrer\">Open the link</a>\(copying(link))</p>"
          : "<p><code>\(link.escapedForHTML)</code>\(copying(link))</p>")
    } else if let code = message.code {
      parts.append("<p><output>\(code.escapedForHTML)</output>\(copying(code))</p>")
    }
    parts.append("<details><summary>Text</summary><pre>\(message.text.escapedForHTML)</pre></details>")
    return "<li>\(parts.joined())</li>"
  }

  /// Returns a copy button.
  ///
  /// The script shows it, because copying needs the script.
  private static func copying(_ text: String) -> String {
    " <button hidden data-copy=\"\(text.escapedForHTML)\">Copy</button>"
  }

  private var accounts: String {
    guard !contents.accounts.isEmpty else { return "<p class=\"none\">No accounts yet.</p>" }
    let rows = contents.accounts.map { account in
      """
      <tr><td>\(account.title.escapedForHTML)<br><small>\(account.localID.escapedForHTML)</small></td>\
      <td>\(account.methods.escapedForHTML)</td><td>\(account.factors.escapedForHTML)</td></tr>
      """
    }
    return """
      <div class="table"><table>
      <thead><tr><th>Account</th><th>Signs in by</th><th>Second factors</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private var testNumbers: String {
    guard !contents.testNumbers.isEmpty else { return "" }
    let rows = contents.testNumbers.map { number, code in
      "<tr><td>\(number.escapedForHTML)</td><td>\(code.escapedForHTML)</td></tr>"
    }
    return """
      <h2>Fictional numbers</h2>
      <div class="table"><table><thead><tr><th>Number</th><th>Code</th></tr></thead>
      <tbody>\(rows.joined())</tbody></table></div>
      """
  }
}

extension Account {
  fileprivate var title: String {
    let name = email?.text ?? phone?.e164 ?? displayName ?? (isAnonymous ? "anonymous" : "no name")
    return isDisabled ? name + " (disabled)" : name
  }

  fileprivate var methods: String {
    var methods = identities.map(\.provider)
    if password != nil { methods.append("password") }
    if hasEmailLink { methods.append("e-mail link") }
    if phone != nil { methods.append("phone") }
    if methods.isEmpty, isAnonymous { methods.append("anonymous") }
    return methods.joined(separator: ", ")
  }

  fileprivate var factors: String {
    secondFactors.map(\.title).joined(separator: ", ")
  }
}

extension SecondFactor {
  fileprivate var title: String {
    switch kind {
    case .phone(let number): "SMS to \(number.e164)"
    case .totp: "authenticator app"
    }
  }
}
