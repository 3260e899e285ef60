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
    var scanner = JSONElementScanner(of: member)
    var ranges: [Range<Int>] = []
    text.withUnsafeBytes { bytes in scanner.scan(bytes) { ranges.append($0) } }
    guard let array = scanner.array else {
      (rest, elements) = (text, [])
      return
    }
    let start = text.startIndex
    func part(_ range: Range<Int>) -> Data { text[start + range.lowerBound..<start + range.upperBound] }
    rest = part(0..<array.lowerBound) + part(array.upperBound..<text.count)
    elements = ranges.map(part)
  }
}
