package import Essentials
package import IdentityToolkit
import LibC
import PrivateFiles

/// A file with accounts, read one account at a time, in the memory of one account.
///
/// The file is the JSON or CSV of `firebase auth:export`, an upload of `accounts:batchCreate`, or an array of its users.
package struct AccountReader: ~Copyable {
  /// The upload without its accounts. It may describe the hashes.
  package let upload: BatchCreateAccounts.Request
  package let count: Int
  /// The number of bytes.
  package let size: Int

  private let file: Descriptor
  private let limits: Limits
  private let origin: AccountOrigin?
  private let now: Date
  private let form: AccountRows.Form?

  package struct Entry: Sendable {
    package let index: Int
    package let record: AccountRecord
    /// What another service's user has and the account does not.
    var losses: Set<AccountOrigin.Loss> = []
    /// The number of bytes of its text.
    package let size: Int
  }

  /// How much is kept in memory.
  struct Limits {
    /// The number of bytes that are read at once.
    var piece = 64 * 1024
    var account = 5_000_000
    var rest = 1_000_000
  }

  /// Opens a file, and checks that it is complete. It does not decode the accounts.
  ///
  /// - Parameters:
  ///   - origin: The service that exported it, if that is neither Firebase nor usher.
  ///   - now: The time until which bans of that service are over.
  package init(
    _ path: String, from origin: AccountOrigin? = nil, at now: Date = Date(timeIntervalSince1970: 0)
  ) throws(AccountFileError) {
    try self.init(path, from: origin, at: now, Limits())
  }

  init(
    _ path: String, from origin: AccountOrigin? = nil, at now: Date = Date(timeIntervalSince1970: 0),
    _ limits: Limits
  ) throws(AccountFileError) {
    let file = try Self.open(path)
    let head = try Self.head(of: file.raw, upTo: origin == nil ? 0 : limits.account)
    let form = AccountRows.form(of: head, named: path, from: origin)
    var texts = Self.elements(of: file.raw, limits, form)
    var count = 0
    while try texts.next() != nil { count += 1 }
    let size = texts.position
    guard let around = JSONValue(unambiguous: texts.rest),
      let upload = around == []
        ? BatchCreateAccounts.Request(users: [])
        : try? JSONReader.plain.read(BatchCreateAccounts.Request.self, from: texts.rest)
    else { throw .malformed }
    self.file = file
    (self.upload, self.count, self.size, self.limits) = (upload, count, size, limits)
    (self.origin, self.form, self.now) = (origin, form, now)
  }

  /// Returns the file's beginning without blanks, which goes on to the end of a line or for so many bytes.
  private static func head(of file: Int32, upTo most: Int) throws(AccountFileError) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    var (head, position): ([UInt8], Int) = ([], 0)
    repeat {
      let count = try AccountTexts.read(file, &piece, at: position)
      position += count
      let isBlank = { (byte: UInt8) in head.isEmpty && " \t\r\n\u{FEFF}".utf8.contains(byte) }
      let read = piece[..<count].drop(while: isBlank)
      head += read
      if count == 0 || read.contains(UInt8(ascii: "\n")) { break }
    } while head.count <= most
    return head
  }

  private static func elements(
    of file: Int32, _ limits: Limits, _ form: AccountRows.Form?
  ) -> any AccountElements {
    guard let form else { return AccountTexts(of: file, limits) }
    return AccountRows(of: file, limits, form)
  }

  private var elements: any AccountElements { Self.elements(of: file.raw, limits, form) }

  private static func open(_ path: String) throws(AccountFileError) -> Descriptor {
    do throws(Errno) {
      let file = try Descriptor(path, O_RDONLY)
      // Reading a folder fails by itself, but reading a FIFO would block.
      switch try file.status().st_mode & S_IFMT {
      case S_IFREG: return file
      case S_IFDIR: throw Errno(code: EISDIR)
      default: throw Errno(code: EINVAL)
      }
    } catch {
      throw .unreadable(error)
    }
  }

  /// Calls `body` with each account, in order.
  ///
  /// - Parameter start: The index of the first account to decode.
  package func forEach(from start: Int = 0, _ body: (Entry) throws -> Void) throws {
    var texts = elements
    while let element = try texts.next() {
      if element.index >= start { try body(try entry(element)) }
    }
  }

  /// Returns all accounts, for a caller that has the memory.
  package func records() throws(AccountFileError) -> [AccountRecord] {
    var texts = elements
    var records: [AccountRecord] = []
    while let element = try texts.next() { records.append(try entry(element).record) }
    return records
  }

  /// Returns the first account whose text contains `word` and that meets the condition.
  ///
  /// Only such accounts are decoded, which makes it quick.
  func first(
    from start: Int, containing word: String, where condition: (Entry) -> Bool
  ) throws(AccountFileError) -> Entry? {
    var texts = elements
    let word = Data(word.utf8)
    while let element = try texts.next() {
      guard element.index >= start, element.text.firstRange(of: word) != nil else { continue }
      let entry = try entry(element)
      if condition(entry) { return entry }
    }
    return nil
  }

  private func entry(_ element: AccountTexts.Element) throws(AccountFileError) -> Entry {
    if let origin, let account = JSONValue(json: element.text).flatMap({ origin.account(of: $0, at: now) }) {
      return Entry(
        index: element.index, record: account.record, losses: account.losses, size: element.text.count)
    }
    guard origin == nil, let account = try? JSONReader.plain.read(FileAccount.self, from: element.text) else {
      let blanks = element.text.prefix { " \t\r\n".utf8.contains($0) }.count
      let place = try AccountTexts.place(at: element.offset + blanks, in: file.raw)
      throw .badAccount(index: element.index, place)
    }
    return Entry(index: element.index, record: account.record, size: element.text.count)
  }
}

/// An account as a file has it: `firebase auth:export` renames a member.
struct FileAccount: Decodable {
  var record: AccountRecord

  private enum Renamed: String, CodingKey {
    case lastSignedInAt
  }

  init(from decoder: any Decoder) throws {
    record = try AccountRecord(from: decoder)
    let time = try decoder.container(keyedBy: Renamed.self)
      .decodeIfPresent(DecimalText.self, forKey: .lastSignedInAt)
    record.lastLoginAt = record.lastLoginAt ?? time
  }
}
