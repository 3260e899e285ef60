import HTTP

/// What an app says about itself with every request: an API key may be restricted to it. It goes to the
/// endpoint and nowhere else.
package struct AppIdentity: Sendable, Equatable {
  /// The Firebase app id, `1:NNN:ios:HEX`.
  package var appID: String?
  package var bundleID: String?
  package var androidPackage: String?
  /// The signing certificate's SHA-1 in upper-case hexadecimal digits.
  package var androidCertificate: String?
  package var referer: String?
  package var appCheckToken: String?

  package init() {}

  var headers: HTTPHeaders {
    let values = [
      ("X-Firebase-GMPID", appID), ("X-Ios-Bundle-Identifier", bundleID),
      ("X-Android-Package", androidPackage),
      ("X-Android-Cert", androidCertificate), ("Referer", referer), ("X-Firebase-AppCheck", appCheckToken),
    ]
    var headers: HTTPHeaders = [:]
    for (name, value) in values { headers[name] = value }
    return headers
  }
}
