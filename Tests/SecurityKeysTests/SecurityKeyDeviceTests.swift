import Essentials
import LibC
import Testing

@testable import SecurityKeys

@Suite struct SecurityKeyDeviceTests {
  @Test(arguments: [
    ("Yubico", "YubiKey OTP+FIDO+CCID", "Yubico YubiKey OTP+FIDO+CCID"),
    (" Example\u{1B}[2J", "Key\n", "Example[2J Key"),
    (nil, "Key", "Key"),
    (nil, nil, ""),
  ])
  func namesAreSafeToShow(manufacturer: String?, product: String?, name: String) {
    let device = SecurityKeyDevice(path: "/dev/hidraw0", manufacturer: manufacturer, product: product)
    #expect(device == SecurityKeyDevice(path: "/dev/hidraw0", name: name))
  }

  /// Any number of keys may be connected where tests run, also one that the system forbids.
  @Test(.enabled(if: SecurityKeyLibrary.isInstalled, "libfido2 is not installed"))
  func connectedKeysAreListed() throws {
    do {
      for device in try SecurityKeyDevice.connected() {
        #expect(!device.path.isEmpty)
        #expect(device.name == SafeText.line(device.name))
      }
    } catch {
      let path = try #require(HIDDevices.system.forbiddenSecurityKey())
      #expect(error == .failed(code: -9, text: "no permission to open \(path)"))
    }
  }

  @Test(.enabled(if: !SecurityKeyLibrary.isInstalled, "libfido2 is installed"))
  func withoutTheLibraryNothingIsListedOrOpened() {
    #expect(throws: SecurityKeyError.libraryMissing) { try SecurityKeyDevice.connected() }
    #expect(throws: SecurityKeyError.libraryMissing) { try SecurityKey(over: Authenticator()) }
  }

  @Test(.enabled(if: SecurityKeyLibrary.isInstalled, "libfido2 is not installed"))
  func aDeviceThatIsGoneIsNotOpened() {
    #expect(throws: SecurityKeyError.noDevice) {
      try SecurityKey(at: SecurityKeyDevice(path: "/dev/hidraw-gone", name: ""))
    }
  }

  @Test(.enabled(if: SecurityKeyLibrary.isInstalled, "libfido2 is not installed"))
  func aFileThatIsNoDeviceIsNotOpened() throws {
    let error = try #require(throws: SecurityKeyError.self) {
      try SecurityKey(at: SecurityKeyDevice(path: "/dev/null", name: ""))
    }
    guard case .failed = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    .enabled(if: SecurityKeyLibrary.isInstalled, "libfido2 is not installed"),
    .enabled(if: geteuid() != 0, "root may open everything"))
  func aForbiddenDeviceIsExplained() throws {
    try withFolder { folder in
      #expect(close(open("\(folder)/hidraw0", O_CREAT | O_WRONLY, 0)) == 0)
      #expect(
        throws: SecurityKeyError.failed(code: -9, text: "no permission to open \(folder)/hidraw0")
      ) {
        try SecurityKey(at: SecurityKeyDevice(path: "\(folder)/hidraw0", name: ""))
      }
    }
  }

  @Test func securityKeysAreKnownByTheirUsagePage() throws {
    try withFolder { folder in
      // The beginnings of the descriptors of a keyboard, a security key and a device with a longer one.
      for (name, bytes) in [
        ("hidraw0", [0x05, 0x01, 0x09, 0x06, 0xA1, 0x01]),
        ("hidraw3", [0x06, 0xD0, 0xF1, 0x09, 0x01, 0xA1, 0x01]),
        ("hidraw5", [0x05, 0x01, 0x06, 0xD0, 0xF1]),
        ("hidraw7", [0x06, 0xD0]),
      ] as [(String, [UInt8])] {
        for path in ["\(folder)/\(name)", "\(folder)/\(name)/device"] { #expect(mkdir(path, 0o700) == 0) }
        let file = open("\(folder)/\(name)/device/report_descriptor", O_CREAT | O_WRONLY, 0o600)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        #expect(close(file) == 0)
      }
      let devices = HIDDevices(descriptions: folder, devices: "/gone")
      #expect(devices.securityKeys() == ["/gone/hidraw3", "/gone/hidraw5"])
      // They are not there, which is not the same as forbidden.
      #expect(devices.forbiddenSecurityKey() == nil)
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/usher-keys-\(UUID())"
    try #require(mkdir(folder, 0o700) == 0)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}
