import AuthClient

/// Text that may stand in a header of a request.
enum HeaderText {
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

extension AppIdentity {
  init(_ settings: ProfileSettings) {
    self.init()
    appID = settings.appID
    bundleID = settings.bundleID
    androidPackage = settings.androidPackage
    androidCertificate = settings.androidCertificate
    referer = settings.referer
  }
}
