import Essentials
import IdentityToolkit
import LibC

/// A folder of one test, which is removed with everything in it.
final class Scratch {
  let path: String

  init() {
    var template = Array("/tmp/account-files-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The file that the tests write.
  var file: String { path(of: "users.json") }

  func path(of name: String) -> String { path + "/" + name }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: path(of: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file that only the user has access to, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String = "users.json") -> String {
    let path = path(of: name)
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return path
  }

  func mode(of name: String) -> mode_t? {
    var status = stat()
    return lstat(path(of: name), &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}

/// An error that tests throw.
struct Stop: Error, Equatable {}

extension AccountRecord {
  /// An account whose uid is `a` and a number.
  static func numbered(_ number: Int) -> AccountRecord {
    var account = AccountRecord(localId: "a\(number)")
    account.email = "a\(number)@example.com"
    return account
  }
}
