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
  var meaning: Text { declaration.meaning }

  /// The valid form, to follow "must be" in a message.
  var form: Text { declaration.form }

  /// The default value, if there is one.
  var standard: String? { declaration.standard }

  /// The environment variable that overrides the file.
  var variable: String? { declaration.variable }

  private var declaration: (meaning: Text, form: Text, standard: String?, variable: String?) {
    let (time, choice): (Text, Text) = ("a time, like 90s or 5m", Text(anyOf: choices))
    return switch self {
    case .output: ("how results are printed", choice, "text", "USHER_OUTPUT")
    case .language:
      ("the SMS and e-mail language", "a language tag, like es or pt-BR", nil, "USHER_LANGUAGE")
    case .timeout: ("the time limit, without your answers", time, "60s", "USHER_TIMEOUT")
    case .waitLimit: ("how long to wait for your answer", time, "10m", nil)
    case .noInput: ("whether to ask nothing", choice, "false", "USHER_NO_INPUT")
    case .color: ("when messages and QR codes are in color", choice, "auto", "USHER_COLOR")
    case .browser: ("the program that opens pages", "a command", nil, "USHER_BROWSER")
    case .caFile: ("certificates to trust", "a file's name", nil, "USHER_CACERT")
    case .proxy: ("the proxy for requests", "an address, like http://proxy.test:3128", nil, nil)
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
}
