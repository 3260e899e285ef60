import AuthClient
import CommandKit
import Essentials
import HTTP

/// Where a link leads and which apps may open it, as options.
struct LinkOptions: ArgumentSet {
  static let heading: Text? = "Where the link leads"

  var continueURL: String?
  var linkDomain: String?
  var iOSBundleID: String?
  var androidPackage: String?
  var androidMinimumVersion: String?
  var androidInstall = false

  static let arguments: [Argument<Self>] = [
    .option(
      \.continueURL, "continue-url", value: "URL",
      help: "The URL to open after the link; by default the root of an authorized domain."),
    .option(
      \.linkDomain, "link-domain", value: "DOMAIN",
      help: "Use this Hosting domain of the project in the link."),
    .option(\.iOSBundleID, "ios-bundle-id", value: "ID", help: "Let this iOS app open the link."),
    .option(\.androidPackage, "android-package", value: "NAME", help: "Let this Android app open the link."),
    .option(
      \.androidMinimumVersion, "android-minimum-version", value: "VERSION",
      help: "Require at least this version of the Android app."),
    .flag(
      \.androidInstall, "android-install-if-not-available",
      help: "Offer to install the Android app if it is missing."),
  ]

  var isGiven: Bool {
    continueURL != nil || linkDomain != nil || iOSBundleID != nil || androidPackage != nil
      || androidMinimumVersion != nil || androidInstall
  }

  func settings(leadingTo url: String) throws(Diagnosis) -> ActionCodeSettings {
    try check()
    var settings = ActionCodeSettings(address: url)
    settings.linkDomain = linkDomain
    settings.iOSBundleID = iOSBundleID
    if let androidPackage {
      settings.setAndroidPackageName(
        androidPackage, installIfNotAvailable: androidInstall, minimumVersion: androidMinimumVersion)
    }
    return settings
  }

  /// Refuses what no link could be made of, before anything is sent.
  private func check() throws(Diagnosis) {
    if androidPackage == nil, androidInstall || androidMinimumVersion != nil {
      let option = androidInstall ? "--android-install-if-not-available" : "--android-minimum-version"
      throw Diagnosis(
        .usage, "\(option) needs an Android app", hint: "name it with --android-package",
        retry: .newInput)
    }
    if let linkDomain, Origin("https://" + linkDomain)?.host != linkDomain.asciiLowercased() {
      throw Self.malformed(
        "the link domain is not valid", hint: "use a Hosting domain of the project, as in go.example.com")
    }
    if let iOSBundleID, !AppIdentifier.isBundleID(iOSBundleID) {
      throw Self.malformed("the iOS bundle id is not valid", hint: "write it as in com.example.app")
    }
    if let androidPackage, !AppIdentifier.isAndroidPackage(androidPackage) {
      throw Self.malformed("the Android package is not valid", hint: "write it as in com.example.app")
    }
  }

  private static func malformed(_ message: Text, hint: Hint) -> Diagnosis {
    Diagnosis("auth/argument-error", .data, message, hint: hint, retry: .newInput)
  }
}
