import Essentials
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
    let html = """
      <!DOCTYPE html>
      <html lang="\(language)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style nonce="\(nonce)">\(style)</style>
      \(content)
      <script nonce="\(nonce)">
      \(script)
      </script>
      </html>

      """
    let policy =
      ["default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "base-uri 'none'"]
      + (connects ? ["connect-src 'self'"] : []) + ["form-action 'none'"] + (framing.map { [$0] } ?? [])
    return HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": "text/html; charset=UTF-8", "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": policy.joined(separator: "; "),
      ], body: Data(html.utf8))
  }
}
