import CommandKit
import Essentials
import HTTP

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
