import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

/// The settings of a profile, by the names that `profile set` takes.
enum ProfileSetting: String, CaseIterable, ArgumentValue {
  case endpoint, project
  case apiKey = "api-key"
  case tenant
  case appID = "app-id"
  case bundleID = "bundle-id"
  case androidPackage = "android-package"
  case androidCertificate = "android-certificate"
  case referer
  case clientID = "client-id"
  case reversedClientID = "reversed-client-id"
  case authDomain = "auth-domain"
  case appVerification = "app-verification"
  case providerListen = "provider-listen"
  case language

  var property: WritableKeyPath<ProfileSettings, String?> { declaration.property }

  /// The purpose of the setting, for help and messages.
  var meaning: Text { declaration.meaning }

  /// The valid form, to follow "must be" in a message.
  var form: Text { declaration.form }

  private var declaration: (property: WritableKeyPath<ProfileSettings, String?>, meaning: Text, form: Text) {
    let word: Text = "one word of plain characters"
    return switch self {
    case .endpoint: (\.endpoint, "where commands go", "local, production or a server's URL")
    case .project: (\.projectID, "the project", "a project's id")
    case .apiKey: (\.apiKey, "the project's web API key", word)
    case .tenant: (\.tenant, "the tenant of the project", word)
    case .appID: (\.appID, "the Firebase app that requests come from", word)
    case .bundleID: (\.bundleID, "the iOS app that the API key is restricted to", word)
    case .androidPackage: (\.androidPackage, "the Android app that the API key is restricted to", word)
    case .androidCertificate:
      (
        \.androidCertificate, "the certificate that this app is signed with",
        "a SHA-1 in forty hexadecimal digits"
      )
    case .referer:
      (\.referer, "the website that the API key is restricted to", "an address that begins with https://")
    case .clientID: (\.clientID, "the OAuth client of the app", word)
    case .reversedClientID:
      (\.reversedClientID, "the scheme of the addresses that lead back into the app", word)
    case .authDomain:
      (\.authDomain, "the domain of the project's sign-in pages", "a domain, like acme.firebaseapp.com")
    case .appVerification:
      (\.appVerification, "how the app is verified before an SMS is sent", "auto, push, recaptcha or testing")
    case .providerListen:
      (
        \.providerListen, "where an identity provider sends the browser back to",
        "an IP address and a port, such as 127.0.0.1:8123"
      )
    case .language:
      (\.language, "the language of the service's SMS and e-mails", "a language tag, like es or pt-BR")
    }
  }

  /// The values that can be listed. An endpoint can also be a URL.
  var choices: [String] {
    switch self {
    case .endpoint: ["local", "production"]
    case .appVerification: ["auto", "push", "recaptcha", "testing"]
    default: []
    }
  }

  /// Returns the value to store for `text`; nil if `text` is not valid.
  func value(of text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= 2048, HeaderText.isPlain(text) else { return nil }
    switch self {
    case .endpoint:
      return choices.contains(text) ? text : Origin(text)?.description
    case .project: return ProjectID.isID(text) ? text : nil
    case .androidCertificate:
      let digits = text.filter { $0 != ":" && $0 != " " }.asciiUppercased()
      return digits.utf8.count == 40 && digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? digits : nil
    case .referer: return text.hasPrefix("https://") || text.hasPrefix("http://") ? text : nil
    case .authDomain: return Origin("https://" + text).map(\.authority)
    case .appVerification: return choices.contains(text) ? text : nil
    case .providerListen: return (try? ListenAddress(argument: text)).map { _ in text }
    case .language: return LanguageTag(text)?.text
    case .apiKey, .tenant, .appID, .bundleID, .androidPackage, .clientID, .reversedClientID:
      return text.utf8.contains(0x20) ? nil : text
    }
  }
}

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
