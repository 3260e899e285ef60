import AuthServer
import Crypto
import CurlTransport
import TerminalIO

/// The versions of the libraries that are there when the program runs; null is not installed.
struct LibraryVersions: Codable, Equatable {
  var sqlite = SQLiteLibrary.version
  var libcrypto: String?
  var libcurl: String?
  var libedit: String?
  var libqrencode: String?
  var libpng: String?

  /// What is linked; the rest is null, unread.
  static let linked = LibraryVersions()

  /// Opens all that are opened late.
  static var all: LibraryVersions {
    LibraryVersions(
      libcrypto: CryptoLibrary.version, libcurl: CurlTransport.libraryVersion, libedit: EditLibrary.version,
      libqrencode: QRCode.libraryVersion, libpng: QRCode.pictureLibraryVersion)
  }
}
