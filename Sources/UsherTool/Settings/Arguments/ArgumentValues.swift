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
