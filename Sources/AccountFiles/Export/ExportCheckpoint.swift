import Essentials
import LibC
import PrivateFiles

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
      checkpoint.version == current, checkpoint.offset >= AccountFormat.opening.utf8.count,
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
