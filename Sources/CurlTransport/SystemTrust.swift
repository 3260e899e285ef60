private import LibC

/// Where the system keeps the certificate authorities it trusts.
enum SystemTrust {
  /// The folder of authorities by the hash of their names, where the system has one.
  ///
  /// Some systems have the folder with nothing but a bundle in it; there libcurl's own default holds.
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
