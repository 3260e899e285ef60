import Essentials
import HTTP

extension BrowserPage {
  func response(_ words: any PageWords, status: Int = 200, cookie: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": contentSecurityPolicy,
      ], body: Data(document(words).utf8)
    ).keptToItself
    // Without a referrer a browser does not say either from where a form comes.
    if form != nil { response.headers["Referrer-Policy"] = "same-origin" }
    response.headers["Set-Cookie"] = cookie
    return response
  }
}

extension HTTPResponse {
  /// Sends the browser on, to a path without a secret or to another site, which does not learn from where.
  static func redirect(to path: String, cookie: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: 303, headers: ["Location": path]).keptToItself
    response.headers["Set-Cookie"] = cookie
    return response
  }

  /// The response with the fields that keep it from everybody but the person: no page of another site may
  /// read, frame or remember it, or learn its address.
  var keptToItself: HTTPResponse {
    var response = self
    for field in headers.fields where field.name.asciiLowercased().hasPrefix("access-control-") {
      response.headers[field.name] = nil
    }
    if headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] =
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }
    // Of a page with a form: see above. Its address reaches no other site either way.
    if headers["Referrer-Policy"] != "same-origin" { response.headers["Referrer-Policy"] = "no-referrer" }
    for (name, value) in [
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ] {
      response.headers[name] = value
    }
    return response
  }
}
