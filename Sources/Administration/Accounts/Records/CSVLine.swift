import Essentials

/// The fields of a line of CSV, read by one of three rules.
///
/// `firebase auth:export` quotes only claims, and names with a comma. It does not double the quotes in a name, nor those
/// in claims that follow a backslash. A rule is right if the number of columns is, and RFC 4180 comes first.
enum CSVLine {
  /// RFC 4180.
  case strict
  /// A quote ends a field if a comma or the end of the line follows it, and doubled quotes are only in claims.
  case firebase
  /// Only claims have quotes around them.
  case raw

  /// Returns the fields; nil if this rule does not fit, or `line` ends between quotes.
  func fields(of line: ArraySlice<UInt8>) -> [String]? {
    var fields: [String] = []
    var start = line.startIndex
    while true {
      guard let (text, end) = field(of: line, from: start, column: fields.count) else { return nil }
      fields.append(text)
      if end == line.endIndex { return fields }
      start = end + 1
    }
  }

  /// Returns the fields of an account; nil also if values are not of their kind, as after a comma in a name.
  ///
  /// A line that begins with a quote is RFC 4180: Firebase's tool never quotes an ID, and this project always does
  /// where it quotes a value.
  func account(of line: ArraySlice<UInt8>) -> [String]? {
    guard line.first != quote, let fields = fields(of: line), let uid = fields.first, !uid.isEmpty,
      !uid.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    func all(_ columns: [Int], _ condition: (String) -> Bool) -> Bool {
      columns.allSatisfy { !fields.indices.contains($0) || condition(fields[$0]) }
    }
    let areFlags = all([AccountColumn.emailVerified, AccountColumn.disabled]) {
      ["", "true", "false"].contains($0.asciiLowercased())
    }
    let areTimes = all([AccountColumn.createdAt, AccountColumn.lastLoginAt]) {
      $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    return areFlags && areTimes ? fields : nil
  }

  /// Returns the field that begins at `start`, and the place of the comma after it, or the end.
  private func field(of line: ArraySlice<UInt8>, from start: Int, column: Int) -> (String, Int)? {
    let isClaims = column == AccountColumn.customAttributes
    guard start < line.endIndex, line[start] == quote, self != .raw || isClaims else {
      let end = line[start...].firstIndex(of: comma) ?? line.endIndex
      return (String(decoding: line[start..<end], as: UTF8.self), end)
    }
    var text: [UInt8] = []
    var index = start + 1
    while index < line.endIndex {
      let byte = line[index]
      let next = index + 1
      guard byte == quote else {
        text.append(byte)
        index = next
        continue
      }
      let isEnd = next == line.endIndex || line[next] == comma
      let isDouble = next < line.endIndex && line[next] == quote
      switch self {
      case .strict:
        if isDouble { break }
        return isEnd ? (String(decoding: text, as: UTF8.self), next) : nil
      case .firebase, .raw:
        // Claims are a JSON object.
        if isEnd, !isClaims || text.last == UInt8(ascii: "}") {
          return (String(decoding: text, as: UTF8.self), next)
        }
      }
      text.append(quote)
      index = isDouble && (self == .strict || isClaims) ? next + 1 : next
    }
    return nil
  }
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
