import CommandKit
import Essentials

/// How the app is verified before an SMS is sent.
enum AppVerificationMethod: String, CaseIterable, ArgumentValue {
  /// By push if this machine can receive one, otherwise by reCAPTCHA.
  case auto
  case push, recaptcha
  /// No verification; works only with fictional numbers.
  case testing
}

/// The options of commands that send an SMS. Others have those of reCAPTCHA.
struct AppVerificationOptions: ArgumentSet, Equatable {
  static let heading: Text? = "App verification"

  var testing = false
  var method: AppVerificationMethod?
  var recaptchaTokenFile: String?
  var browser = BrowserOptions()

  static let arguments: [Argument<Self>] =
    [
      .flag(\.testing, "testing", help: "Skip app verification; works only with fictional numbers."),
      .option(
        \.method, "app-verification", value: "HOW",
        help: "How to verify the app before an SMS; auto is push or else recaptcha, and testing is none."),
      .recaptchaTokenFile(\.recaptchaTokenFile),
    ] + Argument.set(\.browser)

  /// - Parameter setting: The method that the profile sets.
  func method(orElse setting: String?) throws(UsageError) -> AppVerificationMethod {
    switch (testing, method, recaptchaTokenFile) {
    case (false, nil, nil): return setting.flatMap(AppVerificationMethod.init) ?? .auto
    case (true, nil, nil), (true, .testing?, nil): return .testing
    case (false, let method?, nil): return method
    case (false, nil, _?), (false, .recaptcha?, _?): return .recaptcha
    default:
      throw .misuse(
        "these options cannot be used together",
        hint: "use one of --testing, --app-verification and --recaptcha-token-file")
    }
  }
}

extension Argument {
  /// `--recaptcha-token-file`.
  static func recaptchaTokenFile(_ property: any WritableKeyPath<Target, String?> & Sendable) -> Argument {
    .option(
      property, "recaptcha-token-file", value: "FILE",
      help: "Use the reCAPTCHA token in this file; - is standard input.", completion: .secretFile)
  }
}

/// The options of commands that open a page in the user's browser.
struct BrowserOptions: ArgumentSet, Equatable {
  static let heading: Text? = Text("Browser")

  var listen: ListenAddress?
  var pageHost: PageHost?
  var noBrowser = false

  static let arguments: [Argument<Self>] = [
    .option(
      \.listen, "listen", value: "ADDRESS:PORT",
      help:
        "The address of usher's web page; by default 127.0.0.1 and a free port (real provider: 8123)."
    ),
    .option(
      \.pageHost, "page-host", value: "NAME",
      help: "The page's host name; add it to the project's authorized domains."),
    .flag(\.noBrowser, "no-browser", help: "Print the page's address instead of opening a browser."),
  ]

  /// Whether the page has an address and a name that were chosen for other machines.
  var isPublished: Bool { listen != nil && pageHost != nil }

  /// Whether any of these options was given.
  var isGiven: Bool { listen != nil || pageHost != nil || noBrowser }
}
