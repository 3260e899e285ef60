import Essentials
import HTTP
import IdentityToolkit

/// A client's settings for a mailed link: the page it continues to, its domain, and the apps that open it.
struct LinkSettings: Sendable, Equatable {
  var continueURL: String?
  /// A Hosting domain of the project.
  ///
  /// The default is its first one.
  var domain: String?
  /// The parameters that name the apps.
  ///
  /// Empty for a link that a browser opens.
  var apps: [QueryItem] = []

  /// Whether the mail contains the plain link.
  var isPlain: Bool { domain == nil && apps.isEmpty }
}

extension LinkSettings {
  /// - Parameter policy: Firebase's emulator reads only the continue URL.
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
