import Essentials
import IdentityToolkit
import LibC
import Testing

@testable import Administration

/// What is kept in memory does not grow with the number of accounts.
///
/// The memory of the process says little, because other tests run at the same time.
struct ManyAccountsTests {
  private let scratch = Scratch()
  private static let count = 20_000

  private func size(of name: String) -> Int? {
    var status = stat()
    return lstat(scratch.path(of: name), &status) == 0 ? Int(status.st_size) : nil
  }

  private func page(_ token: String?) throws -> BatchGetAccounts.Response {
    let start = try token.map { try #require(Int($0)) } ?? 0
    let end = start + 1000
    return .init(
      users: (start..<end).map(AccountRecord.numbered), nextPageToken: end < Self.count ? "\(end)" : nil)
  }

  @Test func aPageIsOnTheDiskBeforeTheNextOneIsRequested() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    var written = 0
    try export.run(page: { token in
      // The shortest account has more than 40 bytes.
      let start = token.flatMap { Int($0) } ?? 0
      written = try #require(size(of: "users.json.part"))
      #expect(written >= start * 40)
      return try page(token)
    })
    #expect(export.summary.accounts == Self.count)
    #expect(try #require(size(of: "users.json")) > written)
  }

  @Test func aReaderKeepsAPieceAndAnAccount() throws {
    scratch.write(AccountFormat.usher.text(of: (0..<Self.count).map(AccountRecord.numbered)))
    let descriptor = open(scratch.file, O_RDONLY)
    defer { close(descriptor) }
    var limits = AccountReader.Limits()
    limits.piece = 1000
    var texts = AccountTexts(of: descriptor, limits)
    var (count, most) = (0, 0)
    while let element = try texts.next() {
      #expect(element.index == count)
      count += 1
      most = max(most, texts.kept.count)
    }
    #expect(count == Self.count)
    #expect((1000..<1100).contains(most), "\(most)")
    #expect(texts.rest == Data("{\"users\": []}\n".utf8))
  }

  @Test func aReportKeepsTheFirstRefusals() throws {
    let hidden = (0..<Self.count).map { #"{"localId":"a\#($0)","passwordHash":"UkVEQUNURUQ="}"# }
    scratch.write(#"{"users":[\#(hidden.joined(separator: ","))]}"#)
    var progress: [Int] = []
    var upload = AccountImport()
    try upload.run(
      AccountReader(scratch.file), upload: { _ in throw Stop() }, progress: { progress.append($0.refused) })
    #expect(progress == Array(stride(from: 1000, through: Self.count, by: 1000)))
    #expect(upload.report.refusals.map(\.index) == Array(0..<100))
  }
}
