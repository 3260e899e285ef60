/// Where the pages of a flow are, and how they are protected there.
struct PageSite: Sendable {
  /// What `Host` has to be: name and port.
  let authority: String
  let origin: String
  let secrets: PageSecrets
  private let cookieName: String

  init(name: String, port: UInt16, secrets: PageSecrets) {
    let name = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name.lowercased()
    authority = port == 80 ? name : "\(name):\(port)"
    origin = "http://" + authority
    self.secrets = secrets
    // Flows on one host share their cookies, whatever their ports.
    cookieName = "usher-\(port)"
  }

  var entryPath: String { "/" + secrets.entry }
  var arrivalPath: String { "/continue/" + secrets.arrival }

  /// The field that lets a browser in.
  var cookie: String { "\(cookieName)=\(secrets.cookie); " + Self.attributes + "; Max-Age=3600" }
  /// The field that makes it forget.
  var noCookie: String { "\(cookieName)=; " + Self.attributes + "; Max-Age=0" }
  /// What an admitted browser sends.
  var cookiePair: String { "\(cookieName)=\(secrets.cookie)" }

  private static let attributes = "Path=/; HttpOnly; SameSite=Strict"
}
