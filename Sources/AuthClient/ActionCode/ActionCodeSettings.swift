public import Essentials
import IdentityToolkit

/// Where a mailed link leads, and which apps may open it.
public struct ActionCodeSettings: Sendable, Equatable, Codable {
  /// Where the person ends up, with the app's own state in its query. Its domain must be one of the project's authorized
  /// ones.
  public var url: URL? {
    get { address.flatMap { URL(string: $0) } }
    set { address = newValue?.absoluteString }
  }
  /// The same as the service gets it, character by character.
  package var address: String?
  /// Whether the app itself takes the link, instead of the project's page.
  public var handleCodeInApp = false
  /// The Apple app that opens the link where it is installed.
  public var iOSBundleID: String?
  /// The Android app that opens the link where it is installed.
  public package(set) var androidPackageName: String?
  /// The least version of that app; an older one is updated first.
  public package(set) var androidMinimumVersion: String?
  /// Whether that app is installed where it is missing.
  public package(set) var androidInstallIfNotAvailable = false
  /// A Hosting domain of the project for the link itself; its first one by default.
  public var linkDomain: String?

  /// Settings without an address, which has to be set before they are used.
  public init() {}

  /// Settings of a link that leads to `url`.
  public init(url: URL?) {
    self.url = url
  }

  /// Settings of a link that leads to `address`.
  package init(address: String) {
    self.address = address
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

  /// Writes the settings into a request.
  func fill(_ request: inout SendOobCode.Request) {
    request.continueUrl = address
    request.canHandleCodeInApp = handleCodeInApp ? true : nil
    request.iOSBundleId = iOSBundleID
    request.androidPackageName = androidPackageName
    request.androidMinimumVersion = androidMinimumVersion
    request.androidInstallApp = androidInstallIfNotAvailable ? true : nil
    request.linkDomain = linkDomain
  }

  private enum CodingKeys: String, CodingKey {
    case handleCodeInApp, iOSBundleID, androidPackageName, androidMinimumVersion, androidInstallIfNotAvailable
    case linkDomain
    case address = "url"
  }
}
