/// The rows of a CSV file of RFC 4180, whose texts in quotes may have several lines.
struct CSVTable {
  private(set) var rows: [[String]] = []

  init(_ text: Substring, separator: Character) {
    let separator = separator.asciiValue
    var row: [String] = []
    var field: [UInt8] = []
    var isInQuotes = false
    var rest = Array(text.utf8)[...]
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isInQuotes && rest.first == byte: field.append(rest.removeFirst())
      case UInt8(ascii: "\"") where isInQuotes || field.isEmpty: isInQuotes.toggle()
      case separator where !isInQuotes:
        row.append(String(decoding: field, as: UTF8.self))
        field = []
      case _ where isLineEnd(byte) && !isInQuotes:
        if !row.isEmpty || !field.isEmpty { rows.append(row + [String(decoding: field, as: UTF8.self)]) }
        (row, field) = ([], [])
      default: field.append(byte)
      }
    }
    if !row.isEmpty || !field.isEmpty { rows.append(row + [String(decoding: field, as: UTF8.self)]) }
  }
}
