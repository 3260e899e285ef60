import AuthClient
import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import LibC
import PrivateFiles

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

/// The project that Firebase's tools use in a folder.
struct FirebaseProject {
  static let fileName = ".firebaserc"

  let id: String?
  /// The file that names the project, or the command that chose it.
  let source: String

  /// - Parameters:
  ///   - aliases: The content of `.firebaserc`.
  ///   - chosen: The alias or project that `firebase use` chose.
  init(_ aliases: JSONValue?, chosen: String?) {
    let all = (aliases?["projects"]?.members ?? []).compactMap { member in
      member.value.string.flatMap { $0.isEmpty ? nil : (name: member.name, id: $0) }
    }
    if let chosen {
      id = all.first { $0.name == chosen }?.id ?? chosen
      source = "firebase use"
    } else {
      // One alias counts, whatever its name is.
      id = all.count == 1 ? all[0].id : all.first { $0.name == "default" }?.id
      source = Self.fileName
    }
  }

  /// Returns what `firebase use` chose in a folder; nil if it chose nothing there.
  static func chosen(in folder: String, _ environment: Environment) -> String? {
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let configuration = path("XDG_CONFIG_HOME") ?? path("HOME").map({ $0 + "/.config" }),
      let file = try? Descriptor(configuration + "/configstore/firebase-tools.json", O_RDONLY | O_NONBLOCK),
      let status = try? file.status(), status.objectionToConfiguration == nil,
      let text = try? file.read(limit: 1 << 20),
      let place = realpath(folder, nil)
    else { return nil }
    defer { free(place) }
    let chosen = JSONValue(json: text)?["activeProjects"]?[String(cString: place)]?.string
    return chosen.flatMap { $0.isEmpty ? nil : $0 }
  }
}
