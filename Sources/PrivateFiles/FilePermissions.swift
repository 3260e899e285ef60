package import LibC

extension stat {
  /// Why a file with secrets is not to be used; nil if all is well.
  ///
  /// It is refused rather than repaired: what others could read or change may have been read or changed.
  package var objectionToFile: String? {
    if st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
    if let objection = objectionToOwner { return objection }
    // None at all is a file that was replaced while it was being opened, which is fine.
    if st_nlink > 1 { return "it has a second name (a hard link)" }
    if st_mode & 0o077 != 0 { return "other users have access to it (mode \(octalMode))" }
    return nil
  }

  /// Why a folder is not to be trusted with such files.
  package var objectionToFolder: String? {
    if let objection = objectionToOwner { return objection }
    if st_mode & 0o022 != 0 { return "other users may write to it (mode \(octalMode))" }
    return nil
  }

  private var objectionToOwner: String? {
    st_uid == geteuid() ? nil : "it belongs to another user"
  }

  private var octalMode: String {
    let digits = String(st_mode & 0o7777, radix: 8)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension stat {
  /// Why a file with settings is not to be used; others may read it, and the system's belongs to root.
  package var objectionToConfiguration: String? {
    if st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
    if st_uid != geteuid(), st_uid != 0 { return "it belongs to another user" }
    if st_mode & 0o022 != 0 { return "other users may write to it (mode \(octalMode))" }
    return nil
  }
}
