/// An object with one long array, taken apart: its elements are read one by one, as all of them at once take many times
/// the room that they have in the text.
package struct JSONElements: Sendable {
  /// The object, with nothing in the array.
  package let rest: Data
  /// The elements, as they stand in the text.
  package let elements: [Data]

  /// Where there is no such array the rest is all there is. Nothing is checked here: that is for who reads the parts.
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

  /// What is between the array's brackets, and each element.
  private static func ranges(
    of member: [UInt8], in text: UnsafeRawBufferPointer
  ) -> (array: Range<Int>, elements: [Range<Int>])? {
    var (depth, isInString, index) = (0, false, 0)
    // The latest string outside of everything but the object, which a colon makes a key.
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
