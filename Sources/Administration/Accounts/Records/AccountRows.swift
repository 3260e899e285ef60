import Essentials
import IdentityToolkit

/// The accounts of an open file of CSV or of lines of JSON, each as the JSON that `AccountTexts` returns.
struct AccountRows: AccountElements {
  /// A CSV file has nothing around the accounts.
  let rest = Data("{}".utf8)
  private(set) var position = 0

  private let descriptor: Int32
  private let limits: AccountReader.Limits
  private var piece: [UInt8]
  /// The latest bytes, and how many of them belong to earlier rows.
  private var kept: [UInt8] = []
  private var used = 0
  private var index = 0
  /// The number of fields of each row, which the first one tells.
  private var columns: Int?
  private let form: Form
  /// The first row of the form `named`.
  private var names: [String] = []

  enum Form {
    /// The CSV of `firebase auth:export`.
    case firebase
    /// CSV whose first row has the names of the values.
    case named
    /// An object of JSON in each line.
    case objects
  }

  /// The numbers of fields that versions of `firebase auth:export` write, with the comma at the end or without it.
  private static let known: Set = [25, 26, 27, 28, 29, 52, 53]

  /// - Parameter descriptor: It must stay open as long as this value.
  init(of descriptor: Int32, _ limits: AccountReader.Limits, _ form: Form) {
    (self.descriptor, self.limits, self.form) = (descriptor, limits, form)
    piece = [UInt8](repeating: 0, count: limits.piece)
  }

  /// Returns the form of a file that begins with `head`; nil if it is one JSON value, or HTML.
  ///
  /// The CSV of `firebase auth:export` has no header, so its name or its columns must say that it is CSV.
  ///
  /// - Parameter head: The file's beginning without blanks. Another service's has the whole first line, unless that is
  ///   longer than an account.
  static func form(of head: [UInt8], named path: String, from origin: AccountOrigin?) -> Form? {
    let line = head.prefix { $0 != newline }
    guard let first = head.first, !"[<".utf8.contains(first) else { return nil }
    if first == UInt8(ascii: "{") {
      let object = JSONValue(json: Data(line))
      return origin != nil && object != nil && object?["users"]?.array == nil ? .objects : nil
    }
    if origin != nil { return .named }
    return path.asciiLowercased().hasSuffix(".csv")
      || line.count { $0 == UInt8(ascii: ",") } >= AccountColumn.createdAt ? .firebase : nil
  }

  mutating func next() throws(AccountFileError) -> AccountTexts.Element? {
    while let (offset, fields) = try row() {
      let text: String
      switch form {
      case .objects: text = fields[0]
      case .named:
        guard !names.isEmpty else {
          names = fields
          continue
        }
        let values = zip(names, fields).filter { !["", "null", "NULL"].contains($0.1) }
        text = JSONValue.object(values.map { JSONValue.Member($0.0, .string($0.1)) }).text
      case .firebase:
        // Firebase's tool writes no header, but people add one.
        if index == 0, fields[AccountColumn.email].asciiLowercased() == "email" { continue }
        text = AccountRecord(csvFields: fields).fileObject(in: .usher).text
      }
      defer { index += 1 }
      return AccountTexts.Element(index: index, text: Data(text.utf8), offset: offset)
    }
    return nil
  }

  /// Returns the fields of the next row that is not empty, and the number of bytes before it; nil at the end.
  private mutating func row() throws(AccountFileError) -> (offset: Int, fields: [String])? {
    while let (line, row) = try ends() {
      let offset = position - kept.count + used
      let text = self.text(to: line)
      if text.isEmpty {
        used = min(used + line + 1, kept.count)
        continue
      }
      guard let (fields, length) = self.fields(of: text, row: row) else {
        let place = try AccountTexts.place(at: offset, in: descriptor)
        throw kept.count - used > limits.account
          ? .longAccount(index: index, place) : .badAccount(index: index, place)
      }
      guard fields.count > 1 || form == .objects else { throw .malformed }
      used = min(used + length + 1, kept.count)
      return (offset, fields)
    }
    return nil
  }

  /// Returns so many bytes of the row, without what is around them.
  private func text(to length: Int) -> ArraySlice<UInt8> {
    var text = kept[used..<used + length]
    if position - kept.count + used == 0, text.starts(with: "\u{FEFF}".utf8) { text = text.dropFirst(3) }
    return text.last == UInt8(ascii: "\r") ? text.dropLast() : text
  }

  /// Returns the fields, and the number of bytes that they take; nil if no rule fits, or if two disagree.
  ///
  /// Users choose their names, so only what cannot be RFC 4180 is read by another rule. That takes the first line alone.
  ///
  /// - Parameter row: The length of the row with the line breaks between quotes; nil if the quotes stay open.
  private mutating func fields(of line: ArraySlice<UInt8>, row: Int?) -> (fields: [String], length: Int)? {
    let lineLength = line.endIndex - used
    let text = row.map { self.text(to: $0) } ?? line
    guard let valid = String(validating: text, as: UTF8.self) else { return nil }
    if form == .objects { return ([valid], row ?? lineLength) }
    var fields = row == nil ? nil : CSVLine.strict.fields(of: text)
    var length = row ?? lineLength
    if form == .firebase, line.contains(UInt8(ascii: "\"")) {
      let counts = columns.map { [$0] } ?? Self.known
      let others = [CSVLine.firebase, .raw].compactMap { $0.account(of: line) }
        .filter { counts.contains($0.count) }
      if let fields, counts.contains(fields.count) {
        // The rules differ in the quotes that a value keeps.
        let bare = { (fields: [String]) in fields.map { $0.replacing("\"", with: "") } }
        guard others.allSatisfy({ $0.count != fields.count || bare($0) == bare(fields) }) else { return nil }
      } else if let other = others.first {
        (fields, length) = (other, lineLength)
      }
    }
    guard let fields, columns == nil || fields.count == columns else { return nil }
    columns = fields.count
    return (fields, length)
  }

  /// Returns where the next line ends, and the row that begins with it; nil at the end.
  ///
  /// The row is nil if its quotes are still open after the most bytes of an account, or at the end of the file.
  private mutating func ends() throws(AccountFileError) -> (line: Int, row: Int?)? {
    var quotes = OpenQuotes()
    var line: Int?
    var length = 0
    while true {
      while used + length < kept.count {
        let byte = kept[used + length]
        if byte == newline {
          line = line ?? length
          if form == .objects || !quotes.areOpen { return (line ?? length, length) }
        }
        let isMark = position - kept.count + used + length < 3 && "\u{FEFF}".utf8.contains(byte)
        if !isMark { quotes.read(byte) }
        length += 1
      }
      if length > limits.account {
        guard let line else {
          throw .longAccount(
            index: index, try AccountTexts.place(at: position - kept.count + used, in: descriptor))
        }
        return (line, nil)
      }
      let count = try AccountTexts.read(descriptor, &piece, at: position)
      guard count > 0 else {
        guard length > 0 else { return nil }
        return (line ?? length, quotes.areOpen && form != .objects ? nil : length)
      }
      kept.removeFirst(used)
      used = 0
      kept.append(contentsOf: piece[..<count])
      position += count
    }
  }
}

/// Whether quotes of RFC 4180 are open after some bytes.
private struct OpenQuotes {
  private(set) var areOpen = false
  private var isFieldStart = true
  /// Whether the latest byte may have closed the quotes: another quote opens them again.
  private var isClosing = false

  mutating func read(_ byte: UInt8) {
    let isQuote = byte == UInt8(ascii: "\"")
    if areOpen {
      (areOpen, isClosing) = (!isQuote, isQuote)
      return
    }
    areOpen = isQuote && (isFieldStart || isClosing)
    (isFieldStart, isClosing) = (byte == UInt8(ascii: ","), false)
  }
}

private let newline = UInt8(ascii: "\n")
