import Essentials
import HTTP
import IdentityToolkit

/// The page that shows what the server "sent", and to whom.
///
/// It works without its script, which only updates it.
struct InboxPage: Sendable {
  static let path = "/inbox"

  let contents: InboxContents
  let catalog: Catalog

  private func html(_ text: Text) -> String { text.html(in: catalog) }

  func response() -> HTTPResponse {
    let title = Text("Inbox of \(contents.project) (usher)")
    let (inbox, messagesTitle, accountsTitle) = (Text("Inbox"), Text("Messages"), Text("Accounts"))
    let (copied, refused) = (Text("Copied"), Text("The browser does not allow it"))
    // A link's page must be able to recognize its form as this server's own, by the referrer.
    return HTMLPage(
      title.in(catalog), in: catalog.language,
      head: """
        <link rel="stylesheet" href="\(InboxAsset.style.path)">
        <script src="\(InboxAsset.script.path)" defer></script>
        <noscript><meta http-equiv="refresh" content="5"></noscript>
        """,
      body: """
        <header><h1>\(html(inbox))</h1>\(projectForm)</header>
        <main data-copied="\(html(copied))" data-refused="\(html(refused))">
        <section aria-labelledby="messages"><h2 id="messages">\(html(messagesTitle))</h2>
        \(messages)
        </section>
        <section aria-labelledby="accounts"><h2 id="accounts">\(html(accountsTitle))</h2>
        \(accounts)
        \(testNumbers)
        </section>
        </main>
        """,
      policy: [
        "style-src 'self'", "script-src 'self'", "connect-src 'self'", "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ],
      referrerPolicy: "same-origin"
    ).response()
  }

  private var projectForm: String {
    guard contents.projects.count > 1 else { return "<p>\(contents.project.escapedForHTML)</p>" }
    let options = contents.projects.map { name in
      "<option\(name == contents.project ? " selected" : "")>\(name.escapedForHTML)</option>"
    }
    let (label, button) = (Text("Project"), Text("Show"))
    return """
      <form method="get" action="\(Self.path)"><label>\(html(label))
      <select name="project">\(options.joined())</select></label> <button>\(html(button))</button></form>
      """
  }

  private var messages: String {
    guard !contents.messages.isEmpty else {
      let none = Text("No messages yet. Codes and links appear here when an app asks for them.")
      return "<p class=\"none\">\(html(none))</p>"
    }
    return "<ol class=\"messages\">\n" + contents.messages.map(item).joined(separator: "\n") + "\n</ol>"
  }

  private func item(_ message: SentMessage) -> String {
    let time = message.sentAt.rfc3339WithFraction
    var parts = [
      "<p class=\"to\"><b>\(message.recipient.escapedForHTML)</b> "
        + "<time datetime=\"\(time)\">\(String(time.prefix(19)).replacing("T", with: " "))</time></p>"
    ]
    if let subject = message.subject { parts.append("<p>\(subject.escapedForHTML)</p>") }
    if let link = message.link {
      // Only web addresses become clickable links.
      let isWeb = link.hasPrefix("http://") || link.hasPrefix("https://")
      let open = Text("Open the link")
      parts.append(
        isWeb
          ? "<p><a href=\"\(link.escapedForHTML)\" rel=\"noreferrer\">\(html(open))</a>\(copying(link))</p>"
          : "<p><code>\(link.escapedForHTML)</code>\(copying(link))</p>")
    } else if let code = message.code {
      parts.append("<p><output>\(code.escapedForHTML)</output>\(copying(code))</p>")
    }
    let summary = Text("Text")
    let headers = [("From", message.from), ("Reply-To", message.replyTo)].compactMap { name, value in
      value.map { "\(name): \($0)\n" }
    }
    let text = (headers.isEmpty ? "" : headers.joined() + "\n") + message.text
    parts.append("<details><summary>\(html(summary))</summary><pre>\(text.escapedForHTML)</pre></details>")
    return "<li>\(parts.joined())</li>"
  }

  /// Returns a copy button.
  ///
  /// The script shows it, because copying needs the script.
  private func copying(_ text: String) -> String {
    let copy = Text("Copy")
    return " <button hidden data-copy=\"\(text.escapedForHTML)\">\(html(copy))</button>"
  }

  private var accounts: String {
    guard !contents.accounts.isEmpty else {
      let none = Text("No accounts yet.")
      return "<p class=\"none\">\(html(none))</p>"
    }
    let headings = [Text("Account"), Text("Signs in by"), Text("Second factors")]
    let rows = contents.accounts.map { account in
      """
      <tr><td>\(html(account.title))<br><small>\(account.localID.escapedForHTML)</small></td>\
      <td>\(html(account.methods))</td><td>\(html(account.factors))</td></tr>
      """
    }
    return """
      <div class="table"><table>
      <thead><tr>\(headings.map { "<th>\(html($0))</th>" }.joined())</tr></thead>
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
    let title = Text("Fictional numbers")
    let headings = [Text("Number"), Text("Code")]
    return """
      <h2>\(html(title))</h2>
      <div class="table"><table><thead><tr>\(headings.map { "<th>\(html($0))</th>" }.joined())</tr></thead>
      <tbody>\(rows.joined())</tbody></table></div>
      """
  }
}

extension Account {
  fileprivate var title: Text {
    let given = (email?.text ?? phone?.e164 ?? displayName).map { Text(verbatim: $0) }
    let name = given ?? (isAnonymous ? Text("anonymous") : Text("no name"))
    return isDisabled ? Text("\(name) (disabled)") : name
  }

  fileprivate var methods: Text {
    var methods = identities.map { Text(verbatim: $0.provider) }
    if password != nil { methods.append(Text("password")) }
    if hasEmailLink { methods.append(Text("e-mail link")) }
    if phone != nil { methods.append(Text("phone")) }
    if methods.isEmpty, isAnonymous { methods.append(Text("anonymous")) }
    return methods.joined(separator: ", ")
  }

  fileprivate var factors: Text {
    secondFactors.map(\.title).joined(separator: ", ")
  }
}

extension SecondFactor {
  fileprivate var title: Text {
    switch kind {
    case .phone(let number): Text("SMS to \(number.e164)")
    case .totp: Text("authenticator app")
    }
  }
}
