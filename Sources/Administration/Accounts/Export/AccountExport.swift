import Essentials
package import IdentityToolkit
import LibC
import PrivateFiles

/// Writes the accounts of a project to a new file, page by page, in the memory of one page.
///
/// Until the end, the accounts are in `FILE.part`. After each page, `FILE.resume` says how much of that is complete. So
/// an export that stops, for whatever reason, can continue with the next page. Only the user has access to the files.
package struct AccountExport: ~Copyable {
  /// What is in the file, without a torn page.
  package var summary: ExportSummary { checkpoint.summary }

  private let paths: Paths
  private var file: AtomicFile
  private var checkpoint: ExportCheckpoint
  /// Whether the disk has a record, so that the accounts can be used later.
  private var isRecorded: Bool

  /// The names of the files of an export.
  private struct Paths {
    let target: String
    var part: String { target + ".part" }
    var resume: String { target + Self.resumeEnding }

    static let resumeEnding = ".resume"

    var isTaken: Bool { faccessat(AT_FDCWD, target, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
  }

  /// Begins a new file.
  ///
  /// It replaces no file, and no unfinished export. If not even one page is complete at the end, no file stays.
  ///
  /// - Parameter place: What tells the project and its server from others.
  package init(
    to path: String, from place: String, format: AccountFormat = .usher
  ) throws(AccountExportError) {
    let paths = Paths(target: path)
    guard !paths.isTaken else { throw .exists }
    if let part = try Self.reopen(paths) {
      // An export without a record was killed before its first page was complete.
      if let unfinished = try ExportCheckpoint.read(paths.resume) { throw .unfinished(unfinished.summary) }
      part.remove()
    }
    file = try Self.create(paths)
    file.removeNeighbour(Paths.resumeEnding)
    self.paths = paths
    checkpoint = ExportCheckpoint(place: place, format: format, offset: 0)
    isRecorded = false
  }

  /// Continues an export that stopped, with the same format.
  package init(resuming path: String, from place: String) throws(AccountExportError) {
    let paths = Paths(target: path)
    guard let part = try Self.reopen(paths), let checkpoint = try ExportCheckpoint.read(paths.resume)
    else { throw .nothingToResume }
    guard checkpoint.place.hasBytes(of: place) else { throw .otherPlace(checkpoint.place) }
    guard !paths.isTaken else { throw .exists }
    let status = try AccountExportError.wrap { () throws(Errno) in try part.descriptor.status() }
    guard status.st_size >= checkpoint.offset else { throw .damaged }
    file = part
    (self.paths, self.checkpoint, isRecorded) = (paths, checkpoint, true)
  }

  deinit {
    if !isRecorded, !isFinished { file.remove() }
  }

  private var isFinished: Bool { file.path == paths.target }

  /// Writes all pages that are left, and moves the file to its place.
  ///
  /// If it throws, `summary` says what is in the file, and the export can continue: with another call, or in another
  /// process. It throws what `page` throws, or an `AccountExportError`.
  ///
  /// - Parameters:
  ///   - isWanted: Called before each page; false stops.
  ///   - page: Returns the page with this token; nil means the first one.
  ///   - progress: Called after each page that is on the disk.
  package mutating func run(
    while isWanted: () -> Bool = { true }, page: (_ token: String?) throws -> BatchGetAccounts.Response,
    progress: (ExportSummary) -> Void = { _ in }
  ) throws {
    if isFinished { return }
    try begin()
    var tokens = PageTokens(first: checkpoint.nextPageToken)
    while !isFinished {
      guard isWanted() else { throw AccountExportError.interrupted }
      let answer = try page(checkpoint.nextPageToken)
      let next = answer.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
      guard tokens.isNew(next) else { throw AccountExportError.repeatedPageToken }
      try append(answer.users ?? [], next: next)
      progress(summary)
    }
  }

  /// Removes what comes after the last complete page, and writes the opening if there is no page.
  private mutating func begin() throws(AccountExportError) {
    do throws(Errno) {
      _ = try Errno.check { ftruncate(file.descriptor.raw, off_t(checkpoint.offset)) }
      _ = try Errno.check { lseek(file.descriptor.raw, off_t(checkpoint.offset), SEEK_SET) }
      guard checkpoint.offset == 0 else { return }
      let opening = checkpoint.format.opening
      try file.descriptor.write(Data(opening.utf8))
      checkpoint.offset = opening.utf8.count
    } catch {
      throw .failed(error)
    }
  }

  private mutating func append(_ accounts: [AccountRecord], next: String?) throws(AccountExportError) {
    var reached = checkpoint
    var text = ""
    for account in accounts {
      if reached.summary.accounts > 0 { text += checkpoint.format.separator }
      text += checkpoint.format.text(of: account)
      reached.summary.count(account, in: checkpoint.format)
    }
    reached.offset += text.utf8.count
    reached.nextPageToken = next
    do throws(Errno) {
      try file.descriptor.write(Data(text.utf8))
      if next == nil {
        try finish()
      } else {
        try file.descriptor.sync()
        try reached.write(paths.resume)
        isRecorded = true
      }
    } catch {
      throw next == nil && error == .exists ? .exists : .failed(error)
    }
    checkpoint = reached
  }

  private mutating func finish() throws(Errno) {
    try file.descriptor.write(Data(checkpoint.format.closing.utf8))
    try file.takePlace(replacing: false)
    file.removeNeighbour(Paths.resumeEnding)
  }

  /// Creates the file of the accounts, locked.
  private static func create(_ paths: Paths) throws(AccountExportError) -> AtomicFile {
    do throws(Errno) {
      let file = try AtomicFile.openResumable(paths.part, for: paths.target, creating: true)
      try lock(file.descriptor)
      return file
    } catch {
      // If it exists now, another process was faster.
      throw [.wouldBlock, .exists].contains(error) ? .busy : .failed(error)
    }
  }

  /// Opens the accounts of an unfinished export, locked; nil if there are none.
  private static func reopen(_ paths: Paths) throws(AccountExportError) -> AtomicFile? {
    let file = try AccountExportError.wrap { () throws(Errno) -> AtomicFile? in
      do throws(Errno) {
        return try AtomicFile.openResumable(paths.part, for: paths.target, creating: false)
      } catch .noEntry {
        return nil
      }
    }
    guard let file else { return nil }
    try file.descriptor.checkSafety(paths.part)
    try AccountExportError.wrap { () throws(Errno) in try lock(file.descriptor) }
    return file
  }

  /// Keeps other processes away until the file is closed. Only its holder removes a file.
  private static func lock(_ file: borrowing Descriptor) throws(Errno) {
    _ = try Errno.check { flock(file.raw, LOCK_EX | LOCK_NB) }
    // Another process may have removed the file before it was locked, or moved it to its place.
    guard try file.status().st_nlink > 0 else { throw .wouldBlock }
  }
}

/// The record of an unfinished export: what is on the disk for good, and how to go on.
struct ExportCheckpoint: Codable, Equatable {
  var version = Self.current
  /// The project that the accounts come from, and its server, in the caller's words.
  let place: String
  let format: AccountFormat
  /// The size of the accounts' file without a torn page.
  var offset: Int
  var nextPageToken: String?
  var summary = ExportSummary()

  static let current = 1
  private static let sizeLimit = 64 * 1024

  /// The version alone, which tells whether the rest can be read.
  private struct Version: Decodable {
    var version: Int
  }

  /// Reads the record at `path`; nil if there is none.
  static func read(_ path: String) throws(AccountExportError) -> ExportCheckpoint? {
    let file = try AccountExportError.wrap { () throws(Errno) in
      try Descriptor.existing(path, O_RDONLY | O_NOFOLLOW)
    }
    guard let file else { return nil }
    try file.checkSafety(path)
    let data = try AccountExportError.wrap { () throws(Errno) in try file.read(limit: sizeLimit) }
    if let version = try? JSONReader.plain.read(Version.self, from: data).version, version > current {
      throw .newer(version: version)
    }
    guard data.count <= sizeLimit,
      let checkpoint = try? JSONReader.plain.read(ExportCheckpoint.self, from: data),
      checkpoint.version == current, checkpoint.offset >= checkpoint.format.opening.utf8.count,
      checkpoint.summary.canBe(of: checkpoint.offset)
    else { throw .damaged }
    return checkpoint
  }

  /// Replaces the record at `path`, durably. The caller holds the lock of the export.
  func write(_ path: String) throws(Errno) {
    guard let data = try? JSONWriter.data(self) else { fatalError("a checkpoint is always JSON") }
    var file = try AtomicFile.begin(for: path, temporaryName: path + PrivateFolder.temporarySuffix)
    try file.descriptor.write(data)
    try file.takePlace(replacing: true)
  }
}
