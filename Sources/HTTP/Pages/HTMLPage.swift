import Essentials

/// A page in HTML, with what browsers may do with it.
package struct HTMLPage {
  /// The language of the content, a BCP 47 tag.
  private let language: String
  /// The title, as text.
  private let title: String
  /// The HTML in the head, after the title.
  private let head: String
  private let body: String
  /// What the page may load, run and send, a directive each.
  private let policy: [String]
  /// Which addresses learn that a request came from this page.
  private let referrerPolicy: String

  /// - Parameters:
  ///   - head: HTML, with all foreign text escaped, as is `body`.
  ///   - policy: The Content-Security-Policy, after `default-src 'none'`.
  package init(
    _ title: String, in language: String, head: String = "", body: String, policy: [String] = [],
    referrerPolicy: String = "no-referrer"
  ) {
    self.language = language
    self.title = title
    self.head = head
    self.body = body
    self.policy = policy
    self.referrerPolicy = referrerPolicy
  }

  package func response(status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=UTF-8", "Cache-Control": "no-store",
        "Referrer-Policy": referrerPolicy, "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": (["default-src 'none'"] + policy).joined(separator: "; "),
      ], body: Data(text.utf8))
  }

  /// The page alone, for a response with its own fields.
  package var text: String {
    """
    <!DOCTYPE html>
    <html lang="\(language)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title.escapedForHTML)</title>
    \(head)
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
