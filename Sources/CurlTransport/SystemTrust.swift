private import LibC

/// The system's trusted certificate authorities.
enum SystemTrust {
  /// The folder of authorities by the hash of their names, if the system has one.
  ///
  /// Some systems have this folder with only a bundle in it. Then libcurl's own default applies.
  static var hashedFolder: String? {
    let path = "/etc/ssl/certs"
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { $0 } }
      // 02265526.0
      if name.count == 10, name[8...].elementsEqual(".0".utf8) { return path }
    }
    return nil
  }
}
