package import CommandKit
package import IdentityToolkit

extension LanguageTag: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    guard let tag = LanguageTag(argument) else {
      throw InvalidValue("must be a language tag, like es or pt-BR")
    }
    self = tag
  }
}
