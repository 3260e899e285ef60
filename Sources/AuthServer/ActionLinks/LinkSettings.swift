import Essentials
import HTTP
import IdentityToolkit

/// What a client asks of a mailed link: where it leads on to, on which domain it is, and which apps open it.
struct LinkSettings: Sendable, Equatable {
  var continueURL: String?
  /// A Hosting domain of the project; its first by default.
  var domain: String?
  /// The parameters that tell the apps; none for a link that a browser opens.
  var apps: [QueryItem] = []

  /// Whether the mail holds the link itself.
  var isPlain: Bool { domain == nil && apps.isEmpty }
}

extension LinkSettings {
  /// - Parameter policy: Firebase's emulator looks at the continue URL only.
  init(_ request: SendOobCode.Request, _ policy: Policy) throws(ServerError) {
    func given(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
    continueURL = given(request.continueUrl)
    guard policy.appLinks else { return }
    if let name = given(request.linkDomain) {
      guard let origin = Origin("https://" + name), origin.host == name.asciiLowercased()
      else { throw ServerError.foreignLinkDomain }
      domain = origin.host
    }
    let (bundleID, package) = (given(request.iOSBundleId), given(request.androidPackageName))
    guard request.canHandleCodeInApp == true, bundleID != nil || package != nil else { return }
    let version = request.androidMinimumVersion ?? request.androidMinimumVersionCode
    let parameters = [
      ("apn", package), ("amv", given(version)), ("ibi", bundleID), ("isi", given(request.iOSAppStoreId)),
    ]
    apps = parameters.compactMap { name, value in value.map { QueryItem(name, $0) } }
  }
}

extension ServerError {
  static let foreignLinkDomain = ServerError(
    .invalidHostingLinkDomain,
    "The provided hosting link domain is not configured in Firebase Hosting or is not owned by the current "
      + "project.")
}
