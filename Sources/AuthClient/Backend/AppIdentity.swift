import HTTP

/// The app's identifiers in every request, for an API key that is restricted to the app. They are sent only to the
/// endpoint.
package struct AppIdentity: Sendable, Equatable {
  /// The Firebase app ID, `1:NNN:ios:HEX`.
  package var appID: String?
  package var bundleID: String?
  package var androidPackage: String?
  /// The SHA-1 fingerprint of the signing certificate, in upper-case hexadecimal digits.
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
