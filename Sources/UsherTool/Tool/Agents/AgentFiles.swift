import Crypto
import Essentials
import Flows
import PrivateFiles

/// The files with secrets that an agent gets in place of the secrets.
///
/// Only the user can read them. Each name tells places and users apart, so no server gets what is another's.
struct AgentFiles: Sendable {
  private let folder: String
  /// The destination and the session, in a short form.
  private let mark: String
  private let session: String

  init(folder: String, of destination: Destination, session: String) {
    self.folder = folder
    self.session = session
    let place = [
      destination.profile, destination.name, destination.project, destination.tenant ?? "", session,
    ]
    mark = Self.mark(place)
  }

  private static func mark(_ parts: [String]) -> String {
    Hex.encode(Digest.sha256(parts.joined(separator: "\0").utf8).prefix(6))
  }

  /// What a file holds.
  enum Kind: String, CaseIterable {
    case token, browserState = "browser-state.json", password, totp
  }

  /// Writes a secret of the session, or of the user with this uid, and returns the file's path.
  func keep(_ secret: String, _ kind: Kind, of uid: String? = nil) throws(StateError) -> String {
    let name = name(kind, of: uid)
    _ = try PrivateFolder.make(folder).replace(name, with: Data(secret.utf8))
    return folder + "/" + name
  }

  /// Removes the files of the session, or of the user with this uid.
  func remove(of uid: String? = nil) {
    guard let folder = try? PrivateFolder.open(folder) else { return }
    for kind in Kind.allCases { folder.remove(name(kind, of: uid)) }
  }

  /// Returns whether `path` is a file of this place with what `kind` says, and no link.
  func has(_ path: String, _ kind: Kind) -> Bool {
    guard path.hasPrefix(folder + "/"), let folder = try? PrivateFolder.open(folder) else { return false }
    let name = String(path.dropFirst(self.folder.utf8.count + 1))
    return !name.contains("/") && name.hasSuffix(".\(mark).\(kind.rawValue)")
      && (try? folder.file(name)) != nil
  }

  private func name(_ kind: Kind, of uid: String?) -> String {
    "\(uid.map(Self.owner) ?? session).\(mark).\(kind.rawValue)"
  }

  /// Returns the uid, or something short in place of one that may not stand in a name.
  private static func owner(_ uid: String) -> String {
    let isPlain =
      uid.utf8.count <= 64
      && uid.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") }
    return isPlain ? uid : "user-\(mark([uid]))"
  }
}
