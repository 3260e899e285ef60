import Essentials
import HTTP
import IdentityToolkit

/// The page shown to a person who opens a mailed link.
struct ActionPage: Sendable {
  private let title: Text
  /// The HTML, with all foreign text escaped.
  private let content: String
  private let catalog: Catalog

  init(_ answer: KeyValuePairs<String, Text>, in catalog: Catalog) {
    let isDone = answer.contains { $0.key == "success" }
    let content = answer.filter { !$0.value.isEmpty }.map { "<p>\($0.value.html(in: catalog))</p>" }
    self.init(
      title: isDone ? Text("Done") : Text("This did not work"), content: content.joined(separator: "\n"),
      in: catalog)
  }

  private init(title: Text, content: String, in catalog: Catalog) {
    self.title = title
    self.content = content
    self.catalog = catalog
  }

  static func passwordForm(email: String, action: String, in catalog: Catalog) -> ActionPage {
    let label = Text("New password for \(email)").html(in: catalog)
    let button = Text("Set password").html(in: catalog)
    return ActionPage(
      title: Text("Choose a new password"),
      content: """
        <form method="post" action="\(action.escapedForHTML)">
        <p><label>\(label)<br>
        <input type="password" name="newPassword" autocomplete="new-password" required autofocus></label></p>
        <p><button>\(button)</button></p>
        </form>
        """, in: catalog)
  }

  func response(status: Int) -> HTTPResponse {
    // The address contains the code, so it must not reach other sites. But without any referrer, a browser would not
    // send the origin, which shows that the form belongs to this page. A form's answer redirects to the app.
    HTMLPage(
      title.in(catalog), in: catalog.language,
      head:
        "<style>body { font: 1.1em/1.5 sans-serif; max-width: 34em; margin: 4em auto; padding: 0 1em }</style>",
      body: "<h1>\(title.html(in: catalog))</h1>\n" + content,
      policy: ["style-src 'unsafe-inline'", "form-action *", "base-uri 'none'", "frame-ancestors 'none'"],
      referrerPolicy: "same-origin"
    ).response(status: status)
  }
}
