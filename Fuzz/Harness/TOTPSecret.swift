import Crypto
import LibC

@testable import UsherTool

extension FuzzTarget {
  /// Checks files with TOTP secrets, and exports of authenticator apps and password managers.
  ///
  /// What was read must be the same when it is read from an otpauth URL.
  static let totpSecret = FuzzTarget(name: "totp") { bytes in
    guard let totp = read(bytes) else { return }
    let algorithm =
      switch totp.algorithm {
      case .sha1: "SHA1"
      case .sha256: "SHA256"
      case .sha512: "SHA512"
      }
    let url =
      "otpauth://totp/x?secret=\(Base32.encode(totp.secret))&algorithm=\(algorithm)&digits=\(totp.digits)"
      + "&period=\(totp.period)"
    demand(read(Array(url.utf8)) == totp, "other codes")
  }

  private static func read(_ bytes: [UInt8]) -> TOTP? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    demand(write(file, bytes, bytes.count) == bytes.count, "no place to write")
    return try? TOTPSecretFile.read(path, FileInput())
  }

  private static let path = (getenv("FUZZ_FOLDER").map { String(cString: $0) } ?? ".") + "/totp"
}
