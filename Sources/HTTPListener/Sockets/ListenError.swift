/// Why a listener could not start.
package enum ListenError: Error, Equatable, Sendable {
  /// The host is not an IP address.
  case notAnAddress(String)
  /// The host is not an address of this machine.
  case addressNotAvailable(String)
  case portTaken(UInt16)
  /// Low ports are the system's.
  case portNotPermitted(UInt16)
  /// A descriptor that was handed over is no TCP socket that listens.
  case notListening(Int32)
  case failed(reason: String)
}
