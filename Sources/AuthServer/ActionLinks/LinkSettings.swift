import Essentials
import HTTP
import IdentityToolkit

/// A client's settings for a mailed link: the page it continues to, its domain, and whether an app opens it.
struct LinkSettings: Sendable, Equatable {
  var continueURL: String?
  /// A Hosting domain of the project.
  ///
  /// The default is its first one.
  var domain: String?
  var namesApp = false
  /// Whether the app carries out the link.
  ///
  /// If not, a browser does, and then continues to the app.
  var isForApp = false

  /// Whether the mail contains the plain link.
  var isPlain: Bool { namesApp ? !isForApp : domain == nil }
  var continuesToApp: Bool { namesApp && !isForApp }
}

extension LinkSettings {
  /// - Parameter policy: Firebase's emulator reads only the continue URL.
  init(_ request: SendOobCode.Request, _ policy: Policy) throws(ServerError) {
    continueURL = request.continueUrl?.nonEmpty
    guard policy.dialect.makesAppLinks else { return }
    if let name = request.linkDomain?.nonEmpty {
      guard let origin = Origin("https://" + name), origin.host == name.asciiLowercased()
      else { throw ServerError.foreignLinkDomain }
      domain = origin.host
    }
    namesApp = (request.iOSBundleId?.nonEmpty ?? request.androidPackageName?.nonEmpty) != nil
    isForApp = namesApp && request.canHandleCodeInApp == true
  }
}

extension ServerError {
  static let foreignLinkDomain = ServerError(
    .invalidHostingLinkDomain,
    "The provided hosting link domain is not configured in Firebase Hosting or is not owned by the current "
      + "project. This cannot be a default hosting domain (web.app or firebaseapp.com).")
}
