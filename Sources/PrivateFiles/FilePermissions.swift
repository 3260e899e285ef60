package import Essentials
package import LibC

extension stat {
  /// The reason why a file with secrets must not be used, or nil if it is safe.
  ///
  /// The file is refused and not repaired, because others may have already read or changed it.
  package var objectionToFile: Text? {
    if st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
    if let objection = objectionToOwner { return objection }
    // A link count of zero means that the file was replaced while it was being opened. This is fine.
    if st_nlink > 1 { return "it has a second name (a hard link)" }
    if st_mode & 0o077 != 0 { return "other users have access to it (mode \(octalMode))" }
    return nil
  }

  /// The reason why a folder is not safe for such files, or nil.
  package var objectionToFolder: Text? {
    if let objection = objectionToOwner { return objection }
    if st_mode & 0o022 != 0 { return "other users may write to it (mode \(octalMode))" }
    return nil
  }

  private var objectionToOwner: Text? {
    st_uid == geteuid() ? nil : "it belongs to another user"
  }

  private var octalMode: String {
    let digits = String(st_mode & 0o7777, radix: 8)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension stat {
  /// The reason why a settings file must not be used, or nil.
  ///
  /// Others may read it, and the system's file belongs to root.
  package var objectionToConfiguration: Text? {
    if st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
    if st_uid != geteuid(), st_uid != 0 { return "it belongs to another user" }
    if st_mode & 0o022 != 0 { return "other users may write to it (mode \(octalMode))" }
    return nil
  }
}
