/// Finds the elements of one long array in a JSON object, while the object's text arrives in pieces.
///
/// If there is an array in the place of the object, it finds the elements of that.
///
/// It does not check the text: the caller decodes the elements, and what is around them.
package struct JSONElementScanner: Sendable {
  /// The part of the text between the array's brackets, when the array has ended.
  package private(set) var array: Range<Int>?
  /// Where the array's elements begin, when that is known.
  package private(set) var start: Int?
  /// The start of the element that has not ended yet; nil outside of the array.
  package var unfinished: Int? { array == nil ? element : nil }

  private let member: [UInt8]
  /// The number of bytes before the next piece.
  private var offset = 0
  private var depth = 0
  /// The depth in the array.
  private var level = 2
  private var isInString = false
  private var isEscaped = false
  /// How much of the member's name the latest string directly in the object has; nil if it is another string.
  private var matched: Int?
  /// Whether the value that follows belongs to the member.
  private var isMember = false
  private var element: Int?
  private var isBlank = true
  private var hasElements = false

  /// - Parameter member: The array's name, directly in the object.
  package init(of member: String) {
    self.member = Array(member.utf8)
  }

  /// Scans the next piece, and calls `found` with the place of each element that ends there.
  ///
  /// The places count from the start of the whole text. What follows the array is not looked at.
  package mutating func scan<Failure: Error>(
    _ piece: UnsafeRawBufferPointer, found: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    let begin = offset
    offset += piece.count
    guard array == nil else { return }
    for index in piece.indices {
      let byte = piece[index]
      if isInString {
        scanString(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
      case UInt8(ascii: "\""):
        isInString = true
        if depth == 1 { matched = 0 }
      case UInt8(ascii: ":") where depth == 1: isMember = matched == member.count
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if byte == UInt8(ascii: "["), depth == 1 || depth == 2 && isMember, element == nil {
          level = depth
          (start, element, isBlank) = (begin + index + 1, begin + index + 1, true)
          continue
        }
      case UInt8(ascii: ","):
        if depth == 1 { isMember = false }
        guard let element, depth == level else { break }
        try found(element..<begin + index)
        (self.element, isBlank, hasElements) = (begin + index + 1, true, true)
        continue
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard let start, let element, depth == level - 1 else { break }
        if hasElements || !isBlank { try found(element..<begin + index) }
        array = start..<begin + index
        return
      default: break
      }
      isBlank = false
    }
  }

  private mutating func scanString(_ byte: UInt8) {
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\"): (isEscaped, matched) = (true, nil)
    case UInt8(ascii: "\""): isInString = false
    default:
      guard depth == 1, let count = matched else { break }
      matched = count < member.count && member[count] == byte ? count + 1 : nil
    }
  }
}
