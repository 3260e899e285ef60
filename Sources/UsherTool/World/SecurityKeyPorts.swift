package import SecurityKeys

/// The security keys of this machine, or those of a test.
package struct SecurityKeyPorts: Sendable {
  let connected: @Sendable () throws(SecurityKeyError) -> [SecurityKeyDevice]
  let open: @Sendable (SecurityKeyDevice) throws(SecurityKeyError) -> SecurityKey

  package init(
    connected: @escaping @Sendable () throws(SecurityKeyError) -> [SecurityKeyDevice],
    open: @escaping @Sendable (SecurityKeyDevice) throws(SecurityKeyError) -> SecurityKey
  ) {
    self.connected = connected
    self.open = open
  }

  /// Those on USB.
  package static let usb = SecurityKeyPorts(
    connected: { () throws(SecurityKeyError) in try SecurityKeyDevice.connected() },
    open: { (device) throws(SecurityKeyError) in try SecurityKey(at: device) })
}
