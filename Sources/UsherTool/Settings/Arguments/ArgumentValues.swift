package import CommandKit
import Essentials
package import HTTP
package import HTTPListener
package import IdentityToolkit

extension LanguageTag: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    guard let tag = LanguageTag(argument) else {
      throw InvalidValue("must be a language tag, like es or pt-BR")
    }
    self = tag
  }
}

extension ProjectFeature: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    if let feature = Self(rawValue: argument) {
      self = feature
    } else if IdentityProvider.isNamed(by: argument) {
      throw InvalidValue("is an identity provider: use usher project provider set")
    } else {
      throw InvalidValue("must be \(Text(anyOf: Self.choices))")
    }
  }
}

extension AddressRange: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    guard let range = AddressRange(argument) else {
      throw InvalidValue("must be an IP address, or a range of them such as 10.0.0.0/8")
    }
    self = range
  }
}

extension Origin: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    guard let origin = Origin(argument) else {
      throw InvalidValue("must be an origin, such as http://localhost:3000")
    }
    self = origin
  }
}

/// The address where a page listens, such as `127.0.0.1:8123`. Port 0 means any free one.
struct ListenAddress: ArgumentValue, Equatable {
  let host: String
  let port: UInt16

  init(argument: String) throws(InvalidValue) {
    // The port of an origin is never 0.
    let isAnyPort = argument.hasSuffix(":0")
    guard let origin = Origin("http://" + argument + (isAnyPort ? "1" : "")),
      let port = isAnyPort ? 0 : origin.port.flatMap(UInt16.init)
    else {
      throw InvalidValue("must be an IP address and a port, such as 127.0.0.1:8123")
    }
    host = origin.host
    self.port = port
  }

  /// Reads the value in a profile, which was checked when it was set.
  init(setting: String) throws(UsageError) {
    do {
      try self.init(argument: setting)
    } catch {
      throw .misuse("the profile's provider-listen \(error.reason)")
    }
  }
}

/// The host name under which a browser reaches a page, such as `login.example.com`.
struct PageHost: ArgumentValue, Equatable {
  let name: String

  init(argument: String) throws(InvalidValue) {
    guard Origin("http://" + argument)?.host == argument else {
      throw InvalidValue("must be a host's name in small letters and nothing else, such as login.example.com")
    }
    name = argument
  }
}

/// The kinds of values that come from the saved state or the typed line; `CompletionCandidates` lists the values.
extension LiveValue {
  static let profile = LiveValue("profile")
  static let session = LiveValue("session")
  static let pending = LiveValue("pending")
  static let factor = LiveValue("factor")
  static let provider = LiveValue("provider")
  /// A number or an address of a session here, or a provider.
  static let who = LiveValue("who")
  static let endpoint = LiveValue("endpoint")
  /// A value of the setting that the line names.
  static let settingValue = LiveValue("setting-value")
  /// A field of the command's result.
  static let field = LiveValue("field")
  /// A topic of `help`.
  static let topic = LiveValue("topic")
}

extension EmailAddress {
  /// Reads a typed address and ignores spaces around it; throws exit status 65 if it is not an address.
  static func read(_ text: String) throws(Diagnosis) -> EmailAddress {
    var typed = text[...]
    while typed.first?.isWhitespace == true { typed.removeFirst() }
    while typed.last?.isWhitespace == true { typed.removeLast() }
    do {
      return try EmailAddress(ofAnyScript: String(typed))
    } catch {
      throw Diagnosis("auth/invalid-email", .data, error.sentence, hint: "use the form name@example.com")
    }
  }
}

extension EmailAddress.Problem {
  fileprivate var sentence: Text {
    switch self {
    case .empty: "the e-mail address is empty"
    case .tooLong: "the e-mail address is longer than 255 bytes"
    case .forbiddenCharacter: "the e-mail address holds a character that cannot stand there"
    case .notAnAddress: "this is not an e-mail address"
    }
  }
}

/// JSON on the command line.
enum JSONArgument {
  /// Returns the value of `text`, or why it is not JSON.
  /// - Parameter name: What the text is, for the error message.
  static func value(of text: String, named name: Text) throws(Diagnosis) -> Result<JSONValue, JSONFlaw> {
    do {
      return .success(try JSONValue(parsing: Data(text.utf8)))
    } catch .tooDeep {
      throw Diagnosis(
        "auth/argument-error", .data,
        "\(name) may be nested \(JSONReader.deepest) levels deep, and no deeper")
    } catch {
      return .failure(error)
    }
  }

  /// Returns the JSON value of `text`, or `text` itself as a string if it is a bare word.
  ///
  /// A text that begins like an object, an array or a string must be valid JSON.
  static func valueOrWord(_ text: String, named name: Text) throws(Diagnosis) -> JSONValue {
    switch try value(of: text, named: name) {
    case .success(let value): return value
    case .failure(let flaw):
      guard let first = text.utf8.first, "{[\"".utf8.contains(first) else { return .string(text) }
      throw Diagnosis(
        "auth/argument-error", .data, "\(name) \(flaw.explanation(in: text))",
        hint: #"a text that begins with {, [ or " is written as JSON too, like '"[draft]"'"#, retry: .newInput
      )
    }
  }
}

extension JSONFlaw {
  /// The end of a sentence, such as `stops being JSON at its character 7, '}'`.
  func explanation(in text: String) -> Text {
    guard case .unexpected(let place) = self else { return "is not JSON" }
    let before = text.utf8.prefix(place)
    guard let character = text.unicodeScalars[before.endIndex...].first else {
      return "ends before it is whole JSON"
    }
    let position = String(decoding: before, as: UTF8.self).unicodeScalars.count + 1
    return "stops being JSON at its character \(position), '\(String(character))'"
  }
}
