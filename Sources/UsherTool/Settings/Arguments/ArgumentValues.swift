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
