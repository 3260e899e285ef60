import AccountFiles
import Essentials
import IdentityToolkit
import Testing

/// Files that are larger than the memory that they may take.
struct ManyAccountsTests {
  private let scratch = Scratch()
  private static let count = 200_000

  /// The most memory that the process has had, in kilobytes; nil where the system does not say it.
  ///
  /// `getrusage` is of no use: there, a process begins with the memory of its parent.
  private static var peak: Int? {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
  }

  @Test(.enabled(if: peak != nil)) func memoryDoesNotGrowWithTheFile() throws {
    var before: Int?
    var export = try AccountExport(to: scratch.file, from: "p")
    try export.run(page: { token in
      let start = token.flatMap { Int($0) } ?? 0
      // What the first pages need is not growth.
      if start == 5000 { before = Self.peak }
      let end = start + 1000
      return .init(
        users: (start..<end).map(AccountRecord.numbered), nextPageToken: end < Self.count ? "\(end)" : nil)
    })
    #expect(export.summary.accounts == Self.count)
    var upload = AccountImport()
    let file = try AccountReader(scratch.file)
    #expect(file.count == Self.count)
    try upload.run(file, upload: { _ in .init(error: nil) })
    #expect(upload.report == .expected(stored: Self.count, reached: Self.count))
    let growth = try #require(Self.peak) - #require(before)
    #expect(growth < 30_000, "\(growth) KB")
  }
}
