internal import CFIDO2
private import Essentials
private import LibC

/// A security key that is connected.
package struct SecurityKeyDevice: Equatable, Sendable {
  /// The path of its device file.
  package let path: String
  /// The names of its manufacturer and of the product. They are safe to show.
  package let name: String

  package init(path: String, name: String) {
    self.path = path
    self.name = name
  }

  /// Returns the security keys that are connected now; none is no error.
  ///
  /// - Throws: `SecurityKeyError.failed` if there are only keys that this user cannot open.
  package static func connected() throws(SecurityKeyError) -> [SecurityKeyDevice] {
    let library = try SecurityKeyLibrary.open()
    guard let list = library.pointee.dev_info_new(most) else { throw .outOfMemory }
    defer {
      var freed: OpaquePointer? = list
      library.pointee.dev_info_free(&freed, most)
    }
    var count = 0
    let code = library.pointee.dev_info_manifest(list, most, &count)
    if count == 0, let path = HIDDevices.system.forbiddenSecurityKey() { throw .forbidden(path) }
    guard code == cfido2_ok.code else { throw SecurityKeyError(code, in: library) }
    return (0..<count).compactMap { index in
      guard let info = library.pointee.dev_info_ptr(list, index),
        let path = library.pointee.dev_info_path(info)
      else { return nil }
      return SecurityKeyDevice(
        path: String(cString: path),
        manufacturer: library.pointee.dev_info_manufacturer_string(info).map { String(cString: $0) },
        product: library.pointee.dev_info_product_string(info).map { String(cString: $0) })
    }
  }

  /// Names a device by what it says of itself.
  init(path: String, manufacturer: String?, product: String?) {
    let words = [manufacturer, product].compactMap { $0 }
      .flatMap { SafeText.line($0).split(separator: " ") }
    self.init(path: path, name: words.joined(separator: " "))
  }

  /// Linux has at most 64 devices of this kind.
  private static let most = 64
}

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
