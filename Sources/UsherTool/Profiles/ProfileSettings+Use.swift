import AuthClient
import Flows

extension ProfileSettings {
  /// Those of the embedded server's own profile.
  static var local: ProfileSettings {
    var settings = ProfileSettings()
    settings.endpoint = "local"
    return settings
  }

  /// `local`, `production` or a URL; nil where the profile says nothing.
  var endpointWord: String? { endpoint ?? (apiKey == nil ? nil : "production") }
}

extension AppIdentity {
  /// What requests say about the app.
  init(_ settings: ProfileSettings) {
    self.init()
    appID = settings.appID
    bundleID = settings.bundleID
    androidPackage = settings.androidPackage
    androidCertificate = settings.androidCertificate
    referer = settings.referer
  }
}
