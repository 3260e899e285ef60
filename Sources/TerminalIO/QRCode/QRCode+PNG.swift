internal import CPNG
internal import LibC

extension QRCode {
  /// The name under which the system knows libpng.
  package static let pictureLibrary = CPNG_LIBRARY

  /// Whether libpng is there.
  package static var canBePicture: Bool { cpng_is_available(pictureLibrary) == 1 }

  /// Its version; nil where it is not there.
  package static var pictureLibraryVersion: String? {
    cpng_version(pictureLibrary).map { String(cString: $0) }
  }

  /// The code as a picture file, `scale` pixels to each side of a module and the standard's margin around it.
  package func png(scale: Int = 8, library name: String = QRCode.pictureLibrary) throws(QRCodeError)
    -> [UInt8]
  {
    let margin = 4
    let side = (size + 2 * margin) * scale
    var pixels = [UInt8](repeating: 0xFF, count: side * side)
    for y in 0..<side {
      for x in 0..<side where isDark(y / scale - margin, x / scale - margin) { pixels[y * side + x] = 0 }
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    switch cpng_write_grey(name, pixels, UInt32(side), UInt32(side), &bytes, &count) {
    case cpng_written:
      defer { free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    case cpng_missing: throw .libraryMissing(name: "libpng")
    default: throw .failed
    }
  }
}
