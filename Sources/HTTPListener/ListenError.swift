/// Why a listener could not start.
package enum ListenError: Error, Equatable, Sendable {
  /// The host is not an IP address.
  case notAnAddress(String)
  /// The host is not an address of this machine.
  case addressNotAvailable(String)
  case portTaken(UInt16)
  /// Low ports are the system's.
  case portNotPermitted(UInt16)
  case failed(reason: String)
}
