/// A reason why a listener could not start.
package enum ListenError: Error, Equatable, Sendable {
  /// The host is not an IP address.
  case notAnAddress(String)
  /// The host is not an address of this machine.
  case addressNotAvailable(String)
  case portTaken(UInt16)
  /// The system does not allow low ports.
  case portNotPermitted(UInt16)
  /// An inherited descriptor is not a listening TCP socket.
  case notListening(Int32)
  case failed(reason: String)
}
