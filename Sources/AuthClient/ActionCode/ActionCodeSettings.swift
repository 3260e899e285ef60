public import Essentials
import IdentityToolkit

/// The URL that an e-mail link leads to, and the apps that may open it.
public struct ActionCodeSettings: Sendable, Equatable {
  /// The URL that the link leads to.
  ///
  /// Its domain must be one of the project's authorized domains. Put your app's state in its query.
  public var url: URL? {
    get { address.flatMap { URL(string: $0) } }
    set { address = newValue?.absoluteString }
  }
  /// The same URL, exactly as it is sent to the service.
  package var address: String?
  /// Whether your app handles the link, and not the project's page.
  public var handleCodeInApp = false
  /// The bundle ID of the Apple app that opens the link, if it is installed.
  public var iOSBundleID: String?
  /// The package name of the Android app that opens the link, if it is installed.
  public package(set) var androidPackageName: String?
  /// The minimum version of the Android app; an older one is updated first.
  public package(set) var androidMinimumVersion: String?
  /// Whether the Android app is installed if it is missing.
  public package(set) var androidInstallIfNotAvailable = false
  /// The Hosting domain of the link; nil for the project's first one.
  public var linkDomain: String?

  /// Creates settings without a URL.
  ///
  /// Set ``url`` before you use them.
  public init() {}

  /// Creates settings for a link that leads to `url`.
  public init(url: URL?) {
    self.url = url
  }

  /// Creates settings for a link that leads to `address`.
  package init(address: String) {
    self.address = address
  }

  /// Sets the Apple app that opens the link, if it is installed.
  public mutating func setIOSBundleID(_ bundleID: String) {
    iOSBundleID = bundleID
  }

  /// Sets the Android app that opens the link.
  /// - Parameters:
  ///   - packageName: The app's package name, for example `com.example.app`.
  ///   - installIfNotAvailable: Whether the app is installed if it is missing.
  ///   - minimumVersion: The minimum version; an older one is updated first.
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
}

extension ActionCodeSettings: Codable {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    address = try members.decodeIfPresent(String.self, forKey: "url")
    handleCodeInApp = try members.decode(Bool.self, forKey: "handleCodeInApp")
    iOSBundleID = try members.decodeIfPresent(String.self, forKey: "iOSBundleID")
    androidPackageName = try members.decodeIfPresent(String.self, forKey: "androidPackageName")
    androidMinimumVersion = try members.decodeIfPresent(String.self, forKey: "androidMinimumVersion")
    androidInstallIfNotAvailable = try members.decode(Bool.self, forKey: "androidInstallIfNotAvailable")
    linkDomain = try members.decodeIfPresent(String.self, forKey: "linkDomain")
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encodeIfPresent(address, forKey: "url")
    try members.encode(handleCodeInApp, forKey: "handleCodeInApp")
    try members.encodeIfPresent(iOSBundleID, forKey: "iOSBundleID")
    try members.encodeIfPresent(androidPackageName, forKey: "androidPackageName")
    try members.encodeIfPresent(androidMinimumVersion, forKey: "androidMinimumVersion")
    try members.encode(androidInstallIfNotAvailable, forKey: "androidInstallIfNotAvailable")
    try members.encodeIfPresent(linkDomain, forKey: "linkDomain")
  }
}
