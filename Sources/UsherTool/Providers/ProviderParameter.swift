import CommandKit
import Essentials
import OpenIDConnect

/// A parameter for a provider's sign-in page, `login_hint=kim@example.com`.
struct ProviderParameter: ArgumentValue, Equatable {
  let name: String
  let value: String

  init(argument: String) throws(InvalidValue) {
    let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else {
      throw InvalidValue("must be a name, = and a value, such as login_hint=kim@example.com")
    }
    name = String(halves[0])
    value = String(halves[1])
    if Authorization.ownParameters.contains(name) {
      throw InvalidValue("must not be \(name), which the service sets itself")
    }
  }
}
