import Essentials
import HTTP
import IdentityToolkit

/// The page shown to a person who opens a mailed link.
struct ActionPage: Sendable {
  private let title: String
  /// The HTML, with all foreign text escaped.
  private let content: String

  init(_ answer: JSONValue) {
    title = answer["success"] != nil ? "Done" : "This did not work"
    let lines = ["success", "email", "newEmail", "error", "instructions"]
    content = lines.compactMap { answer[$0]?.string }.filter { !$0.isEmpty }
      .map { "<p>\($0.escapedForHTML)</p>" }.joined(separator: "\n")
  }

  private init(title: String, content: String) {
    self.title = title
    self.content = content
  }

  static func passwordForm(email: String, action: String) -> ActionPage {
    ActionPage(
      title: "Choose a new password",
      content: """
        <form method="post" action="\(action.escapedForHTML)">
        <p><label>New password for \(email.escapedForHTML)<br>
        <input type="password" name="newPassword" autocomplete="new-password" required autofocus></label></p>
        <p><button>Set password</button></p>
        </form>
        """)
  }

  func response(status: Int) -> HTTPResponse {
    let html = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>body { font: 1.1em/1.5 sans-serif; max-width: 34em; margin: 4em auto; padding: 0 1em }</style>
      <h1>\(title)</h1>
      \(content)
      </html>

      """
    return HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=UTF-8", "Cache-Control": "no-store",
        // The address contains the code, so it must not reach other sites. But without any referrer, a browser would
        // not send the origin, which shows that the form belongs to this page. A form's answer redirects to the app.
        "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action *; "
          + "base-uri 'none'; frame-ancestors 'none'",
      ], body: Data(html.utf8))
  }
}
