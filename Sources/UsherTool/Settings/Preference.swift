import CommandKit
import Essentials
import HTTP
import IdentityToolkit

/// The settings in config.json, by name.
enum Preference: String, CaseIterable, ArgumentValue {
  case output, language, timeout
  case waitLimit = "wait_limit"
  case noInput = "no_input"
  case color
  case browser
  case caFile = "cacert"
  case proxy

  /// Returns the value to store for `text`; nil if `text` is not valid.
  func value(of text: String) -> String? {
    switch self {
    case .language: LanguageTag(text)?.text
    case .timeout, .waitLimit:
      (try? Duration(argument: text)).flatMap { $0 < .milliseconds(1) ? nil : text }
    case .output, .noInput, .color: choices.contains(text) ? text : nil
    case .browser, .caFile: text.isEmpty || !HeaderText.isPlain(text) ? nil : text
    case .proxy: Origin(Self.withoutScheme(text)) == nil ? nil : text
    }
  }

  /// All values, if the setting has a fixed list.
  var choices: [String] {
    switch self {
    case .output: ["json", "text"]
    case .noInput: ["true", "false"]
    case .color: ColorMode.choices
    case .language, .timeout, .waitLimit, .browser, .caFile, .proxy: []
    }
  }

  /// Returns `proxy` with the scheme `http`, so that the rest can be checked as a URL.
  private static func withoutScheme(_ proxy: String) -> String {
    guard let mark = proxy.firstRange(of: "://") else { return "http://" + proxy }
    return ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(proxy[..<mark.lowerBound])
      ? "http" + proxy[mark.lowerBound...] : proxy
  }

  /// What the setting does, for help and messages.
  var meaning: Text {
    switch self {
    case .output: "how results are printed"
    case .language: "the SMS and e-mail language"
    case .timeout: "the time limit, without your answers"
    case .waitLimit: "how long to wait for your answer"
    case .noInput: "whether to ask nothing"
    case .color: "when messages and QR codes are in color"
    case .browser: "the program that opens pages"
    case .caFile: "certificates to trust"
    case .proxy: "the proxy for requests"
    }
  }

  /// The valid form, to follow "must be" in a message.
  var form: Text {
    switch self {
    case .language: "a language tag, like es or pt-BR"
    case .timeout, .waitLimit: "a time, like 90s or 5m"
    case .output, .noInput, .color: Text(anyOf: choices)
    case .browser: "a command"
    case .caFile: "a file's name"
    case .proxy: "an address, like http://proxy.test:3128"
    }
  }

  /// The default value, if there is one.
  var standard: String? {
    switch self {
    case .output: "text"
    case .timeout: "60s"
    case .waitLimit: "10m"
    case .noInput: "false"
    case .color: "auto"
    case .language, .browser, .caFile, .proxy: nil
    }
  }

  /// The option that overrides the file and the variable.
  var option: String? {
    switch self {
    case .output: "--json"
    case .browser: nil
    default: "--" + rawValue.replacing("_", with: "-")
    }
  }

  /// The environment variable that overrides the file.
  var variable: String? {
    switch self {
    case .output: "USHER_OUTPUT"
    case .language: "USHER_LANGUAGE"
    case .timeout: "USHER_TIMEOUT"
    case .noInput: "USHER_NO_INPUT"
    case .color: "USHER_COLOR"
    case .browser: "USHER_BROWSER"
    case .caFile: "USHER_CACERT"
    case .waitLimit, .proxy: nil
    }
  }
}
