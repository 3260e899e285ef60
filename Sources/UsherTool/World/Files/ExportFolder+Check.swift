import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

extension ExportFolder {
  /// Whether the folder is empty or does not exist.
  var isEmpty: Bool {
    guard let folder = opendir(path) else { return errno == ENOENT }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map(\.self) }
      if name != Array(".".utf8), name != Array("..".utf8) { return false }
    }
    return true
  }

  /// Refuses a folder that `write` cannot write to, or that holds other files; creates nothing.
  func checkThatItCanBeWritten() throws(Diagnosis) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Diagnosis(writing: path, Errno(code: errno)) }
      return try checkAccess(to: parent)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw Diagnosis(writing: path, Errno(code: ENOTDIR)) }
    try checkAccess(to: path)
    if isEmpty { return }
    guard access(path + "/" + Self.metadata, F_OK) == 0 else { throw containsOthers }
    try checkMetadata()
  }

  var containsOthers: Diagnosis {
    Diagnosis(
      .cannotWrite, "\(path) contains other files, but no export",
      hint: "name a new or an empty folder, or an earlier export", retry: .newInput)
  }

  /// The folder that contains this one.
  var parent: String {
    var name = path[...]
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    guard let slash = name.lastIndex(of: "/") else { return "." }
    return slash == name.startIndex ? "/" : String(name[..<slash])
  }

  private func checkAccess(to folder: String) throws(Diagnosis) {
    do throws(Errno) {
      // The slash makes the check fail if `folder` is not a folder.
      _ = try Errno.check { access(folder + "/", W_OK | X_OK) }
    } catch {
      throw Diagnosis(writing: path, error)
    }
  }
}
