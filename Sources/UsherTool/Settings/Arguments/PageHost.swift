import CommandKit
import Essentials
import HTTP

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
