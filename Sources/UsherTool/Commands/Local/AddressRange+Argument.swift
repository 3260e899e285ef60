package import CommandKit
package import HTTPListener

extension AddressRange: ArgumentValue {
  package init(argument: String) throws(InvalidValue) {
    guard let range = AddressRange(argument) else {
      throw InvalidValue("must be an IP address, or a range of them such as 10.0.0.0/8")
    }
    self = range
  }
}
