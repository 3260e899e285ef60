internal import CFIDO2
private import Essentials

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
