import Essentials

/// The project that users sign in to, and the app that signs them in.
///
/// The values are in the project's settings in the Firebase console and in the app's configuration file.
public struct AuthOptions: Sendable, Equatable {
  /// The project's web API key, which is not a secret.
  ///
  /// An emulator accepts any key.
  public var apiKey: String
  /// The project's ID, for example `my-project-1234`.
  ///
  /// The client refuses tokens of other projects.
  public var projectID: String
  /// The Firebase app ID, for example `1:1234567890:ios:321abc456def7890`.
  public var googleAppID: String?
  /// The OAuth client ID of the Apple app, `CLIENT_ID` in `GoogleService-Info.plist`.
  ///
  /// Set it if the app's custom URL scheme is `REVERSED_CLIENT_ID`; see ``HostedRecaptcha``.
  public var clientID: String?
  /// The bundle ID of the Apple app, for an API key that is restricted to it.
  public var bundleID: String?
  /// The package name of the Android app, for an API key that is restricted to it.
  public var androidPackageName: String?
  /// The SHA-1 fingerprint of the Android app's signing certificate, in hexadecimal digits.
  public var androidCertificate: String?
  /// The `Referer` header, for an API key that is restricted to a website.
  public var referer: String?
  /// An App Check token, for a project that enforces App Check.
  public var appCheckToken: String?
  /// The time limit of one request, including the connection.
  ///
  /// A call makes up to four requests. It repeats one up to twice if that is safe.
  public var requestTimeout: Duration = .seconds(15)
  /// The time limit of a connection attempt.
  public var connectTimeout: Duration = .seconds(5)
  /// The path of a PEM file with the certificate authorities to trust; nil for the system's.
  public var certificateAuthorities: String?
  /// The proxy, for example `http://proxy.example:3128`.
  ///
  /// With nil, the client uses the environment variable `https_proxy`. With an empty string, it uses no proxy.
  public var proxy: String?

  /// Creates the options of a project.
  ///
  /// Set the app's identifiers and the time limits afterwards.
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

/// Keeps the App Check token and the proxy's password out of `print` and `dump`.
extension AuthOptions: CustomStringConvertible, CustomReflectable {
  public var description: String { "options for the project \(projectID)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Settings that change how a client behaves.
public struct AuthSettings: Sendable, Equatable {
  /// Whether the client skips app verification.
  ///
  /// Then only the project's fictional phone numbers get codes.
  public var isAppVerificationDisabledForTesting = false

  /// Creates the default settings.
  public init() {}
}
