private import LibC

/// The input devices that Linux lists, also those that this user cannot open.
///
/// libfido2 opens a device to learn what it is, so it says nothing about those.
struct HIDDevices: Sendable {
  let descriptions: String
  let devices: String

  /// Those of this system. Others than Linux have none at these paths.
  static let system = HIDDevices(descriptions: "/sys/class/hidraw", devices: "/dev")

  /// Returns the device file of a security key that the system does not let this user open.
  func forbiddenSecurityKey() -> String? {
    securityKeys().first { access($0, R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM) }
  }

  /// Returns the device files of all security keys.
  func securityKeys() -> [String] {
    // Linux has at most 64 of them.
    (0..<64).map { "hidraw\($0)" }
      .filter { isSecurityKey("\(descriptions)/\($0)/device/report_descriptor") }
      .map { "\(devices)/\($0)" }
  }

  /// Whether the report descriptor in a file sets FIDO's usage page, 0xF1D0.
  private func isSecurityKey(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // No report descriptor is longer than a page.
    var descriptor = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &descriptor, descriptor.count)
    guard count >= 3 else { return false }
    return (0...(count - 3)).contains { Array(descriptor[$0..<($0 + 3)]) == [0x06, 0xD0, 0xF1] }
  }
}
