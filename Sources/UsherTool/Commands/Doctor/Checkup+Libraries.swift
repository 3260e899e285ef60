import CommandKit
import Crypto
import CurlTransport
import Essentials
import SAML
import SecurityKeys
import TerminalIO

// Checks of the libraries that are loaded on demand.

extension Checkup {
  mutating func lookAtLibraries() {
    let missing = SystemLibrary.allCases.filter { !$0.isAvailable }
    if missing.isEmpty {
      add(.ok(.libraries, Text(verbatim: SystemLibrary.allCases.map(\.rawValue).joined(separator: ", "))))
    }
    for library in missing {
      add(
        .warn(
          .libraries, "\(library.rawValue) is not installed, for \(library.purpose)",
          world.packageSystem?.installation(of: library).text))
    }
  }
}

extension SystemLibrary {
  fileprivate var isAvailable: Bool {
    switch self {
    case .curl: CurlTransport.isAvailable
    case .crypto: CryptoLibrary.isAvailable
    case .qrencode: QRCode.isAvailable
    case .png: QRCode.canBePicture
    case .edit: EditLibrary.isAvailable
    case .argon2: Argon2.isAvailable
    case .fido2: SecurityKeyLibrary.isInstalled
    case .xml2: XMLLibrary.isAvailable
    }
  }
}
