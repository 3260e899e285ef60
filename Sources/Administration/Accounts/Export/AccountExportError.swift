package import Essentials
package import PrivateFiles

/// An error that stopped an export. What is on the disk can be continued, unless the error says otherwise.
package enum AccountExportError: Error, Equatable, Sendable {
  /// A file or link with the requested name exists.
  case exists
  /// An earlier export to this file has not finished. It has so many accounts.
  case unfinished(ExportSummary)
  /// There is no export to continue.
  case nothingToResume
  /// The export that should continue came from another place.
  case otherPlace(String)
  /// The record of the export is damaged, or does not fit the accounts.
  case damaged
  /// A newer version of this project wrote the record of the export.
  case newer(version: Int)
  /// Another process writes this file.
  case busy
  /// Other users can change this file of the export.
  case unsafe(path: String, reason: Text)
  /// The caller did not want to go on.
  case interrupted
  /// The service sent a page token a second time, so its pages would never end.
  case repeatedPageToken
  /// The system refused to read or write a file.
  case failed(Errno)

  /// Makes system calls, and turns the error of one into an error of the export.
  static func wrap<Result: ~Copyable>(
    _ calls: () throws(Errno) -> Result
  ) throws(AccountExportError) -> Result {
    do {
      return try calls()
    } catch {
      throw error == .wouldBlock ? .busy : .failed(error)
    }
  }
}

extension Descriptor {
  /// Throws if others can read or change this file of an export.
  func checkSafety(_ path: String) throws(AccountExportError) {
    let status = try AccountExportError.wrap { () throws(Errno) in try self.status() }
    if let reason = status.objectionToFile { throw .unsafe(path: path, reason: reason) }
  }
}
