import Essentials

/// Which project users are signed in to, and by which app.
///
/// The values stand in the project's settings in the Firebase console, and in the app's configuration file.
public struct AuthOptions: Sendable, Equatable {
  /// The project's web API key. Not a secret; any word does for an emulator.
  public var apiKey: String
  /// The project's id, `my-project-1234`: tokens of another project are refused.
  public var projectID: String
  /// The Firebase app id, `1:1234567890:ios:321abc456def7890`.
  public var googleAppID: String?
  /// The bundle id of the Apple app that the API key may be restricted to.
  public var bundleID: String?
  /// The name of the Android app that the API key may be restricted to.
  public var androidPackageName: String?
  /// The SHA-1 of that app's signing certificate, in hexadecimal digits.
  public var androidCertificate: String?
  /// The address that the API key may be restricted to, as browsers send it.
  public var referer: String?
  /// An App Check token, where the project enforces it.
  public var appCheckToken: String?
  /// How long one request may take, connecting included. A call makes up to four, and asks again up to twice where that
  /// is safe.
  public var requestTimeout: Duration = .seconds(15)
  /// How long connecting may take.
  public var connectTimeout: Duration = .seconds(5)
  /// A file of certificate authorities in PEM to trust; nil trusts the system's.
  public var certificateAuthorities: String?
  /// The proxy, `http://proxy.example:3128`; nil asks the environment (`https_proxy`), empty is none.
  public var proxy: String?

  /// The options of a project. What names an app, and limits, are set afterwards.
  public init(apiKey: String, projectID: String) {
    self.apiKey = apiKey
    self.projectID = projectID
  }

  var identity: AppIdentity {
    var identity = AppIdentity()
    identity.appID = googleAppID
    identity.bundleID = bundleID
    identity.androidPackage = androidPackageName
    identity.androidCertificate = androidCertificate?.filter { $0 != ":" }.asciiUppercased()
    identity.referer = referer
    identity.appCheckToken = appCheckToken
    return identity
  }
}

/// Without what may be secret in it: the App Check token, and a proxy's password.
extension AuthOptions: CustomStringConvertible, CustomReflectable {
  public var description: String { "options for the project \(projectID)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How an auth client behaves.
public struct AuthSettings: Sendable, Equatable {
  /// Whether no proof of the app is shown, so that only the project's fictional phone numbers get codes.
  public var isAppVerificationDisabledForTesting = false

  /// The usual behaviour.
  public init() {}
}
