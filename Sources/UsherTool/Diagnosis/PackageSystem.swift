import CommandKit
import Essentials
import LibC

/// The system's way to install packages, where it is one that is known.
package struct PackageSystem: Equatable, Sendable {
  private enum Family: String, CaseIterable {
    case debian, fedora, alpine, arch
  }

  private let family: Family

  /// Of the system that this text of `/etc/os-release` describes.
  package init?(osRelease text: String) {
    var names: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let halves = line.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, ["ID", "ID_LIKE"].contains(halves[0]) else { continue }
      let words = halves[1].split { $0 == " " || $0 == "\"" || $0 == "'" }.map(String.init)
      names = halves[0] == "ID" ? words + names : names + words
    }
    let found = names.lazy.compactMap { Family(rawValue: Self.relatives[$0] ?? $0) }.first
    guard let found else { return nil }
    family = found
  }

  private static let relatives = [
    "ubuntu": "debian", "rhel": "fedora", "centos": "fedora", "archlinux": "arch",
  ]

  func installation(of library: SystemLibrary) -> Hint {
    let command =
      switch family {
      case .debian: ["apt-get", "install"]
      case .fedora: ["dnf", "install"]
      case .alpine: ["apk", "add"]
      case .arch: ["pacman", "-S"]
      }
    return Hint("install it", template: command + [package(of: library)])
  }

  private func package(of library: SystemLibrary) -> String {
    let names =
      switch library {
      case .curl: ["libcurl4", "libcurl", "libcurl", "curl"]
      case .crypto: ["libssl3", "openssl-libs", "libcrypto3", "openssl"]
      case .qrencode: ["libqrencode4", "qrencode-libs", "libqrencode", "qrencode"]
      case .png: ["libpng16-16", "libpng", "libpng", "libpng"]
      case .edit: ["libedit2", "libedit", "libedit", "libedit"]
      case .argon2: ["libargon2-1", "libargon2", "argon2-libs", "argon2"]
      case .fido2: ["libfido2-1", "libfido2", "libfido2", "libfido2"]
      case .xml2: ["libxml2", "libxml2", "libxml2", "libxml2"]
      }
    return names[Family.allCases.firstIndex(of: family) ?? 0]
  }
}

/// A library of the system that is opened when it is first needed.
package enum SystemLibrary: String, CaseIterable, Sendable {
  case curl = "libcurl"
  case crypto = "libcrypto"
  case qrencode = "libqrencode"
  case png = "libpng"
  case edit = "libedit"
  case argon2 = "libargon2"
  case fido2 = "libfido2"
  case xml2 = "libxml2"

  var purpose: Text {
    switch self {
    case .curl: "requests to servers"
    case .crypto: "the local server, TOTP codes and signatures"
    case .qrencode: "QR codes"
    case .png: "pictures of QR codes"
    case .edit: "editing keys, and the history of the shell"
    case .argon2: "imported passwords with ARGON2 hashes"
    case .fido2: "passkeys on security keys"
    case .xml2: "SAML providers"
    }
  }
}
