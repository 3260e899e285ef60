/// A JSON object with one long array, whose elements can be read one at a time.
///
/// Decoded all at once, the elements take many times the memory of their text.
package struct JSONElements: Sendable {
  /// The object, with an empty array.
  package let rest: Data
  /// The elements, unchanged.
  package let elements: [Data]

  /// Splits `text`. If there is no such array, `rest` is the whole text. The caller decodes the parts and checks them.
  package init(of member: String, in text: Data) {
    let ranges = text.withUnsafeBytes { Self.ranges(of: Array(member.utf8), in: $0) }
    guard let array = ranges?.array, let elements = ranges?.elements else {
      (rest, self.elements) = (text, [])
      return
    }
    let start = text.startIndex
    func part(_ range: Range<Int>) -> Data { text[start + range.lowerBound..<start + range.upperBound] }
    rest = part(0..<array.lowerBound) + part(array.upperBound..<text.count)
    self.elements = elements.map(part)
  }

  /// Returns the range between the array's brackets, and the range of each element.
  private static func ranges(
    of member: [UInt8], in text: UnsafeRawBufferPointer
  ) -> (array: Range<Int>, elements: [Range<Int>])? {
    var (depth, isInString, index) = (0, false, 0)
    // The latest string directly in the object. If a colon follows, it is a key.
    var (string, isMember) = (0..<0, false)
    var (array, element, elements): (Int?, Int, [Range<Int>]) = (nil, 0, [])
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""):
        isInString.toggle()
        if depth == 1 {
          string = isInString ? index + 1..<index + 1 : string.lowerBound..<max(string.lowerBound, index)
        }
      case _ where isInString: break
      case UInt8(ascii: ":") where depth == 1: isMember = text[string].elementsEqual(member)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 1, isMember, text[index] == UInt8(ascii: "[") {
          (array, element) = (index + 1, index + 1)
        }
        depth += 1
      case UInt8(ascii: ","):
        if depth == 1 { isMember = false }
        guard array != nil, depth == 2 else { break }
        elements.append(element..<index)
        element = index + 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard let array, depth == 1 else { break }
        if !elements.isEmpty || !text[element..<index].allSatisfy(isBlank) {
          elements.append(element..<index)
        }
        return (array..<index, elements)
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains(byte)
  }
}
