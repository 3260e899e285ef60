internal import CFIDO2

/// The library libfido2.
///
/// It is opened when a security key is first looked for.
package enum SecurityKeyLibrary {
  /// Whether the library is installed.
  ///
  /// Reading this opens it.
  package static var isInstalled: Bool { cfido2_open() != nil }

  /// Returns the library's functions, for one operation in this thread.
  static func open() throws(SecurityKeyError) -> UnsafePointer<cfido2> {
    guard let library = cfido2_open() else { throw .libraryMissing }
    return library
  }
}
