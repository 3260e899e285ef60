import IdentityToolkit

/// Where a mailed link leads, and which apps may open it.
package struct ActionCodeSettings: Codable, Equatable, Sendable {
  /// Where the person ends up, with the app's own state in its query. Its domain must be one of the
  /// project's authorized domains.
  package var url: String
  /// Sign-in links are always handled in the app.
  package var handleCodeInApp = false
  package var iOSBundleID: String?
  package var androidPackageName: String?
  package var androidMinimumVersion: String?
  package var androidInstallIfNotAvailable = false
  /// A Hosting domain of the project; its first by default.
  package var linkDomain: String?

  package init(url: String) {
    self.url = url
  }

  /// Writes the settings into a request.
  func fill(_ request: inout SendOobCode.Request) {
    request.continueUrl = url
    request.canHandleCodeInApp = handleCodeInApp ? true : nil
    request.iOSBundleId = iOSBundleID
    request.androidPackageName = androidPackageName
    request.androidMinimumVersion = androidMinimumVersion
    request.androidInstallApp = androidInstallIfNotAvailable ? true : nil
    request.linkDomain = linkDomain
  }
}
