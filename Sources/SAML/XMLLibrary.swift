import CXML

/// The libraries for XML, libxml2 and zlib.
///
/// They are opened when a SAML message is first read or written.
package enum XMLLibrary {
  /// Whether the libraries are installed.
  ///
  /// Reading this opens them.
  package static var isAvailable: Bool { cxml_is_available() == 1 }
}
