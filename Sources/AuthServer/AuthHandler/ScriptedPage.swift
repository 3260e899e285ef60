import HTTP

/// A page with one script, which may load nothing from elsewhere.
struct ScriptedPage: Sendable {
  let title: String
  /// The BCP 47 tag of the language of the content.
  var language = "en"
  var style = ""
  /// The HTML, with all foreign text escaped.
  let content: String
  let script: String
  /// Whether the script may call this server.
  var connects = false

  /// - Parameters:
  ///   - nonce: Identifies the script. It is new each time.
  ///   - framing: The directive that says which pages may show this one in a frame.
  func response(nonce: String, framing: String?) -> HTTPResponse {
    HTMLPage(
      title, in: language, head: "<style nonce=\"\(nonce)\">\(style)</style>",
      body: """
        \(content)
        <script nonce="\(nonce)">
        \(script)
        </script>
        """,
      policy: ["script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "base-uri 'none'"]
        + (connects ? ["connect-src 'self'"] : []) + ["form-action 'none'"] + (framing.map { [$0] } ?? [])
    ).response()
  }
}
