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
  /// The most bytes of a row with line breaks, which is read again with each line.
  private static let longestText = 256 * 1024

  /// - Parameter descriptor: It must stay open as long as this value.
  init(of descriptor: Int32, _ limits: AccountReader.Limits, _ form: Form) {
    (self.descriptor, self.limits, self.form) = (descriptor, limits, form)
    piece = [UInt8](repeating: 0, count: limits.piece)
  }

  /// Returns the form of a file that begins with `head`; nil if it is one JSON value, or HTML.
  ///
  /// The CSV of `firebase auth:export` has no header, so its name or its columns must say that it is CSV.
  static func form(of head: ArraySlice<UInt8>, named path: String, from origin: AccountOrigin?) -> Form? {
    let text = head.drop { " \t\r\n\u{FEFF}".utf8.contains($0) }
    let line = text.prefix { $0 != newline }
    guard let first = text.first, !"[<".utf8.contains(first) else { return nil }
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
    var length = 0
    while let end = try lineEnd(after: length) {
      let offset = position - kept.count + used
      var text = kept[used..<used + end]
      if offset == 0, text.starts(with: "\u{FEFF}".utf8) { text = text.dropFirst(3) }
      if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
      let next = min(used + end + 1, kept.count)
      if text.isEmpty {
        used = next
        continue
      }
      if let fields = fields(of: text) {
        guard fields.count > 1 || form == .objects else { throw .malformed }
        used = next
        return (offset, fields)
      }
      // A value may have line breaks between quotes.
      length = end + 1
      guard CSVLine.strict.fields(of: text) == nil, length <= Self.longestText else { break }
    }
    guard length > 0 else { return nil }
    throw .badAccount(
      index: index, try AccountTexts.place(at: position - kept.count + used, in: descriptor))
  }

  private mutating func fields(of text: ArraySlice<UInt8>) -> [String]? {
    if form == .objects { return [String(decoding: text, as: UTF8.self)] }
    let readings = CSVLine.allCases.lazy.compactMap { $0.fields(of: text) }
    if let columns { return readings.first { $0.count == columns } }
    let fields =
      readings.first { form == .named || Self.known.contains($0.count) } ?? CSVLine.strict.fields(of: text)
    columns = fields?.count
    return fields
  }

  /// Returns the length of the row up to the end of the line after `length` bytes of it; nil if there is no such line.
  private mutating func lineEnd(after length: Int) throws(AccountFileError) -> Int? {
    while true {
      if let end = kept[min(used + length, kept.count)...].firstIndex(of: newline) { return end - used }
      guard kept.count - used <= limits.account else {
        throw .longAccount(
          index: index, try AccountTexts.place(at: position - kept.count + used, in: descriptor))
      }
      let count = try AccountTexts.read(descriptor, &piece, at: position)
      guard count > 0 else { return kept.count > used + length ? kept.count - used : nil }
      kept.removeFirst(used)
      used = 0
      kept.append(contentsOf: piece[..<count])
      position += count
    }
  }
}

private let newline = UInt8(ascii: "\n")
