import Essentials
import LibC
import PrivateFiles

/// The accounts of an open file as JSON, one after another.
///
/// They are read by position, so that does not disturb others that read the same open file.
protocol AccountElements {
  /// The text around the accounts, as far as it has been read.
  var rest: Data { get }
  /// The number of bytes that have been read.
  var position: Int { get }

  /// Returns the next account; nil after the last one, if the file is complete.
  mutating func next() throws(AccountFileError) -> AccountTexts.Element?
}

/// The accounts of an open JSON file as text, and the text around them.
struct AccountTexts: AccountElements {
  private(set) var rest = Data()

  private let descriptor: Int32
  private let limits: AccountReader.Limits
  private var scanner = JSONElementScanner(of: "users")
  private var piece: [UInt8]
  private(set) var position = 0
  /// The latest bytes, from the start of an account that is not complete.
  private(set) var kept: [UInt8] = []
  /// The places of the accounts in the latest piece, and how many of them were returned.
  private var found: [Range<Int>] = []
  private var returned = 0
  private var index = 0

  struct Element {
    let index: Int
    let text: Data
    /// The number of bytes before it in the file.
    let offset: Int
  }

  /// - Parameter descriptor: It must stay open as long as this value.
  init(of descriptor: Int32, _ limits: AccountReader.Limits) {
    (self.descriptor, self.limits) = (descriptor, limits)
    piece = [UInt8](repeating: 0, count: limits.piece)
  }

  mutating func next() throws(AccountFileError) -> Element? {
    while returned == found.count {
      guard try readPiece() else { return nil }
    }
    let range = found[returned]
    guard range.count <= limits.account else { throw try tooLong(at: range.lowerBound) }
    let begin = position - kept.count
    let text = Data(kept[range.lowerBound - begin..<range.upperBound - begin])
    defer { (returned, index) = (returned + 1, index + 1) }
    return Element(index: index, text: text, offset: range.lowerBound)
  }

  /// Reads the next piece; returns false at the end of a complete file.
  private mutating func readPiece() throws(AccountFileError) -> Bool {
    // What comes before the open account is not needed any more.
    let needed = scanner.unfinished ?? position
    kept.removeFirst(kept.count - (position - needed))
    guard kept.count <= limits.account else { throw try tooLong(at: needed) }
    let begin = position
    let count = try Self.read(descriptor, &piece, at: begin)
    guard count > 0 else {
      if scanner.array != nil { return false }
      guard scanner.start != nil else { throw .noUsers }
      throw .truncated(try Self.place(at: position, in: descriptor))
    }
    let end = begin + count
    var places: [Range<Int>] = []
    piece.withUnsafeBytes { bytes in
      scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { places.append($0) }
    }
    (found, returned, position) = (places, 0, end)
    kept.append(contentsOf: piece[..<count])
    let around = [0..<(scanner.start ?? end), (scanner.array?.upperBound ?? end)..<end]
    for part in around.map({ (begin..<end).clamped(to: $0) }) where !part.isEmpty {
      rest.append(contentsOf: piece[part.lowerBound - begin..<part.upperBound - begin])
    }
    guard rest.count <= limits.rest else { throw .malformed }
    return true
  }

  private func tooLong(at offset: Int) throws(AccountFileError) -> AccountFileError {
    .longAccount(index: index, try Self.place(at: offset, in: descriptor))
  }

  /// Returns the place after so many bytes. It reads them, because only errors need the line.
  static func place(at offset: Int, in descriptor: Int32) throws(AccountFileError) -> AccountFileError.Place {
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    var (position, line) = (0, 1)
    while position < offset {
      let count = min(try read(descriptor, &piece, at: position), offset - position)
      guard count > 0 else { break }
      line += piece[..<count].count { $0 == UInt8(ascii: "\n") }
      position += count
    }
    return .init(offset: offset, line: line)
  }

  static func read(
    _ descriptor: Int32, _ piece: inout [UInt8], at position: Int
  ) throws(AccountFileError) -> Int {
    let size = piece.count
    do throws(Errno) {
      return try Errno.check { pread(descriptor, &piece, size, off_t(position)) }
    } catch {
      throw .unreadable(error)
    }
  }
}
