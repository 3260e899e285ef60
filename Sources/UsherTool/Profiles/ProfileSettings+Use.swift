import AuthClient
import Flows

extension ProfileSettings {
  /// The settings of the embedded server's profile.
  static var local: ProfileSettings {
    var settings = ProfileSettings()
    settings.endpoint = "local"
    return settings
  }

  /// `local`, `production` or a URL; nil if the profile does not set one.
  ///
  /// As in Firebase's tools, a demo project is never at Google, unless the profile says so.
  var endpointWord: String? {
    endpoint ?? (apiKey == nil ? nil : ProjectID.isDemo(projectID) ? "local" : "production")
  }
}

extension AppIdentity {
  /// Takes from a profile what requests say about the app.
  init(_ settings: ProfileSettings) {
    self.init()
    appID = settings.appID
    bundleID = settings.bundleID
    androidPackage = settings.androidPackage
    androidCertificate = settings.androidCertificate
    referer = settings.referer
  }
}
