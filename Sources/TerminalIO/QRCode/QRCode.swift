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
