import AuthServer
import Crypto
import CurlTransport
import TerminalIO

/// The versions of the libraries found at run time; null means not installed.
struct LibraryVersions: Codable, Equatable {
  var sqlite = SQLiteLibrary.version
  var libcrypto: String?
  var libcurl: String?
  var libedit: String?
  var libqrencode: String?
  var libpng: String?

  /// The libraries that are linked. The others stay null, because they are not opened.
  static let linked = LibraryVersions()

  /// Opens the libraries that are loaded on demand, and returns all versions.
  static var all: LibraryVersions {
    LibraryVersions(
      libcrypto: CryptoLibrary.version, libcurl: CurlTransport.libraryVersion, libedit: EditLibrary.version,
      libqrencode: QRCode.libraryVersion, libpng: QRCode.pictureLibraryVersion)
  }
}
