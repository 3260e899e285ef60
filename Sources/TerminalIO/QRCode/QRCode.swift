internal import CPNG
internal import CQREncode
internal import LibC

/// A text as a square of dark and light modules, which cameras read; made by libqrencode.
package struct QRCode: Equatable, Sendable {
  /// Modules in a row, and rows.
  package let size: Int
  /// Row by row; true is dark.
  private let modules: [Bool]

  /// The name under which the system knows libqrencode.
  package static let library = CQRENCODE_LIBRARY

  /// Whether libqrencode is there.
  package static var isAvailable: Bool {
    var library = cqrencode()
    return cqrencode_open(Self.library, &library) == 0
  }

  /// The version of libqrencode; nil where it is not there.
  package static var libraryVersion: String? { cqrencode_version(library).map { String(cString: $0) } }

  /// The smallest code that holds `text`.
  package init(_ text: String, library name: String = QRCode.library) throws(QRCodeError) {
    var library = cqrencode()
    guard cqrencode_open(name, &library) == 0 else { throw .libraryMissing(name: "libqrencode") }
    let text = Array(text.utf8)
    guard let symbol = cqrencode_symbol(&library, text, Int32(clamping: text.count)) else {
      throw errno == ERANGE ? .tooLong : .failed
    }
    defer { cqrencode_free(&library, symbol) }
    let size = Int(symbol.pointee.width)
    self.size = size
    // The other bits tell what a module is for.
    modules = UnsafeBufferPointer(start: symbol.pointee.data, count: size * size).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark; all around the code everything is light.
  func isDark(_ row: Int, _ column: Int) -> Bool {
    let inside = 0..<size
    return inside.contains(row) && inside.contains(column) && modules[row * size + column]
  }
}

/// There is no code, or no picture of it.
package enum QRCodeError: Error, Equatable, Sendable {
  /// The library called `name` is not installed.
  case libraryMissing(name: String)
  /// More than any code holds, some 2900 bytes.
  case tooLong
  /// An empty text, or no memory left.
  case failed
}

extension QRCode {
  /// Light modules around the code on a terminal. The standard requires four; cameras make do with two, and the
  /// code fits more terminals.
  private static let margin = 2

  /// How wide a terminal must be.
  package var columns: Int { size + 2 * Self.margin }

  /// How many lines of a terminal it takes.
  package var rows: Int { (columns + 1) / 2 }

  /// The lines of a terminal that show the code, two modules in each character.
  ///
  /// In colour they are black on white whatever the terminal's own colours, by two fixed entries of the
  /// 256-colour table, as themes change the first sixteen. Without colour nobody knows what is light on this
  /// terminal: the characters' ink is taken for light, as it is on a dark background, where most people are; on
  /// a light one the code comes out inverted, which most cameras read too.
  package func halfBlocks(inColor: Bool) -> [String] {
    stride(from: -Self.margin, to: size + Self.margin, by: 2).map { row in
      let blocks = (-Self.margin..<size + Self.margin).map { column in
        switch (isDark(row, column) == inColor, isDark(row + 1, column) == inColor) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return inColor ? "\u{1B}[38;5;16;48;5;231m\(blocks)\u{1B}[0m" : blocks
    }
  }
}

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
