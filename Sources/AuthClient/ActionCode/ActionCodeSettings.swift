import AuthCore
public import Essentials

/// Where a mailed link leads, and which apps may open it.
public struct ActionCodeSettings: Sendable, Equatable {
  /// Where the person ends up, with the app's own state in its query. Its domain must be one of the project's authorized
  /// ones.
  public var url: URL?
  /// Whether the app itself takes the link, instead of the project's page.
  public var handleCodeInApp = false
  /// The Apple app that opens the link where it is installed.
  public var iOSBundleID: String?
  /// The Android app that opens the link where it is installed.
  public private(set) var androidPackageName: String?
  /// The least version of that app; an older one is updated first.
  public private(set) var androidMinimumVersion: String?
  /// Whether that app is installed where it is missing.
  public private(set) var androidInstallIfNotAvailable = false
  /// A Hosting domain of the project for the link itself; its first one by default.
  public var linkDomain: String?

  /// Settings without an address, which has to be set before they are used.
  public init() {}

  /// Settings of a link that leads to `url`.
  public init(url: URL?) {
    self.url = url
  }

  /// Names the Apple app that opens the link where it is installed.
  public mutating func setIOSBundleID(_ bundleID: String) {
    iOSBundleID = bundleID
  }

  /// Names the Android app that opens the link.
  /// - Parameters:
  ///   - packageName: The app's name, `com.example.app`.
  ///   - installIfNotAvailable: Whether it is installed where it is missing.
  ///   - minimumVersion: The least version; an older one is updated first.
  public mutating func setAndroidPackageName(
    _ packageName: String, installIfNotAvailable: Bool, minimumVersion: String?
  ) {
    androidPackageName = packageName
    androidInstallIfNotAvailable = installIfNotAvailable
    androidMinimumVersion = minimumVersion
  }

  /// The core's form; nil without an address.
  var core: AuthCore.ActionCodeSettings? {
    get throws(AuthError) {
      guard let url else {
        if self == ActionCodeSettings() { return nil }
        throw AuthError(.missingContinueURI)
      }
      var core = AuthCore.ActionCodeSettings(url: url.absoluteString)
      core.handleCodeInApp = handleCodeInApp
      core.iOSBundleID = iOSBundleID
      core.androidPackageName = androidPackageName
      core.androidMinimumVersion = androidMinimumVersion
      core.androidInstallIfNotAvailable = androidInstallIfNotAvailable
      core.linkDomain = linkDomain
      return core
    }
  }
}
