import AuthClient
import AuthServer
import Essentials
import HTTP
import IdentityToolkit

// What a `firebase.json` says beside the options of `serve`.

/// A provider that `firebase deploy` switches on.
enum FirebaseProvider: String, CaseIterable {
  case emailPassword, anonymous, googleSignIn

  /// Returns the providers under `auth.providers`.
  static func named(in file: JSONValue) -> [Self] {
    let providers = file["auth"]?["providers"]
    return allCases.filter { ![nil, .null, .bool(false)].contains(providers?[$0.rawValue]) }
  }

  /// Switches this provider on if it is off.
  func switchOn(by admin: ProjectAdministrator, _ policy: Policy) throws(AuthFailure) {
    switch self {
    case .emailPassword: try Self.switchOn(["signIn", "email", "enabled"], by: admin)
    case .anonymous: try Self.switchOn(["signIn", "anonymous", "enabled"], by: admin)
    case .googleSignIn:
      let isOn = try admin.providers().first { $0.id == "google.com" }?.isEnabled
      if isOn ?? policy.providersByThemselves { return }
      _ = try admin.setProvider("google.com", ["enabled": true])
    }
  }

  private static func switchOn(_ path: [String], by admin: ProjectAdministrator) throws(AuthFailure) {
    let config = try admin.projectConfig()
    if path.reduce(config, { $0[$1] ?? .null }) == true { return }
    try admin.updateProjectConfig(path.joined(separator: "."), to: true)
  }
}

extension FunctionsFinder {
  /// Returns where a `firebase.json` says that functions are; nil unless that is this machine.
  static func place(configured file: JSONValue) -> FunctionsPlace? {
    guard let emulator = file["emulators"]?["functions"], emulator.members != nil,
      let port = emulator["port"].map(\.port) ?? 5001, port > 0,
      let place = place(
        host: emulator["host"]?.string ?? "127.0.0.1", port: Int(port), FirebaseFolder.fileName),
      place.origin.isLoopback
    else { return nil }
    return place
  }
}

extension Hub {
  /// Returns the port that a `firebase.json` gives the hub; nil if it gives none.
  static func port(configured file: JSONValue) -> UInt16? {
    file["emulators"]?["hub"]?["port"]?.port
  }
}

extension JSONValue {
  /// A port, which Firebase's tools also take as a string.
  var port: UInt16? {
    if let string { return string.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(string) : nil }
    return integer.flatMap { UInt16(exactly: $0) }
  }

  /// Parses JSON with comments, which Firebase's tools accept in their files.
  init?(commented text: Data) {
    var bytes = Array(text)
    var index = 0
    /// Replaces the bytes up to `end` by spaces, so that what remains is apart.
    func blank(_ end: Int) {
      while index < end {
        if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
        index += 1
      }
    }
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "//".utf8) {
        blank(rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
      } else if rest.starts(with: "/*".utf8) {
        guard let end = rest.dropFirst(2).firstRange(of: Array("*/".utf8)) else { return nil }
        blank(end.upperBound)
      } else if rest.first == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
      } else {
        index += 1
      }
    }
    self.init(json: Data(bytes))
  }
}
