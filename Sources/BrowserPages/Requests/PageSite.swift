import Essentials

/// The address of a flow's pages, and their protection.
struct PageSite: Sendable {
  /// The required `Host`: name and port.
  let authority: String
  let origin: String
  let secrets: PageSecrets
  private let cookieName: String

  private let callbackPath: String?

  /// - Parameter callbackPath: The path to which an identity provider returns the browser, if any.
  init(name: String, port: UInt16, callbackPath: String? = nil, secrets: PageSecrets) {
    let name = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name.asciiLowercased()
    authority = port == 80 ? name : "\(name):\(port)"
    origin = "http://" + authority
    self.secrets = secrets
    self.callbackPath = callbackPath
    // Flows on the same host share cookies, whatever their ports.
    cookieName = "usher-\(port)"
  }

  var entryPath: String { "/" + secrets.entry }
  /// The path for visits from other sites.
  ///
  /// It contains a secret, unless it must be known in advance.
  var arrivalPath: String { callbackPath ?? "/continue/" + secrets.arrival }

  /// The `Set-Cookie` field that admits a browser.
  var cookie: String { "\(cookieName)=\(secrets.cookie); " + attributes + "; Max-Age=3600" }
  /// The `Set-Cookie` field that deletes the cookie.
  var noCookie: String { "\(cookieName)=; " + attributes + "; Max-Age=0" }
  /// The cookie that an admitted browser sends.
  var cookiePair: String { "\(cookieName)=\(secrets.cookie)" }

  /// The attributes of the cookie.
  ///
  /// A browser that returns from a provider comes from another site. `Lax` sends the cookie then, but only if a person
  /// opens an address with GET. Frames, images, scripts and forms do not count. `Strict` would not send it.
  private var attributes: String {
    "Path=/; HttpOnly; SameSite=" + (callbackPath == nil ? "Strict" : "Lax")
  }
}
