import Essentials
import HTTP

extension BrowserPage {
  func response(
    _ words: any PageWords, in catalog: Catalog, status: Int = 200, cookie: String? = nil
  ) -> HTTPResponse {
    var response = HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": contentSecurityPolicy,
      ], body: Data(document(words, in: catalog).utf8)
    ).keptToItself
    // Without a referrer, a browser would not send the origin of a form.
    if form != nil { response.headers["Referrer-Policy"] = "same-origin" }
    response.headers["Set-Cookie"] = cookie
    return response
  }
}

extension HTTPResponse {
  /// Redirects the browser to a path without a secret, or to another site, without sending a referrer.
  static func redirect(to path: String, cookie: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: 303, headers: ["Location": path]).keptToItself
    response.headers["Set-Cookie"] = cookie
    return response
  }

  /// The response with fields that protect it: no page of another site may read, frame or cache it.
  ///
  /// Other sites do not learn its address either.
  var keptToItself: HTTPResponse {
    var response = self
    for field in headers.fields where field.name.asciiLowercased().hasPrefix("access-control-") {
      response.headers[field.name] = nil
    }
    if headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] =
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }
    // A page with a form needs the origin: see above. In both cases, its address reaches no other site.
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
