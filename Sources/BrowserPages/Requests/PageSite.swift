import Essentials

/// Where the pages of a flow are, and how they are protected there.
struct PageSite: Sendable {
  /// What `Host` has to be: name and port.
  let authority: String
  let origin: String
  let secrets: PageSecrets
  private let cookieName: String

  private let callbackPath: String?

  /// - Parameter callbackPath: where an identity provider sends the browser back to, if one does.
  init(name: String, port: UInt16, callbackPath: String? = nil, secrets: PageSecrets) {
    let name = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name.asciiLowercased()
    authority = port == 80 ? name : "\(name):\(port)"
    origin = "http://" + authority
    self.secrets = secrets
    self.callbackPath = callbackPath
    // Flows on one host share their cookies, whatever their ports.
    cookieName = "usher-\(port)"
  }

  var entryPath: String { "/" + secrets.entry }
  /// Where the flow's page is arrived at from elsewhere: a secret, unless others have to know it beforehand.
  var arrivalPath: String { callbackPath ?? "/continue/" + secrets.arrival }

  /// The field that lets a browser in.
  var cookie: String { "\(cookieName)=\(secrets.cookie); " + attributes + "; Max-Age=3600" }
  /// The field that makes it forget.
  var noCookie: String { "\(cookieName)=; " + attributes + "; Max-Age=0" }
  /// What an admitted browser sends.
  var cookiePair: String { "\(cookieName)=\(secrets.cookie)" }

  /// A browser that comes back from a provider comes from another site: `Lax` sends the cookie along then, when a
  /// person goes somewhere by GET, and not with frames, pictures, scripts and forms. `Strict` would not send it.
  private var attributes: String {
    "Path=/; HttpOnly; SameSite=" + (callbackPath == nil ? "Strict" : "Lax")
  }
}
