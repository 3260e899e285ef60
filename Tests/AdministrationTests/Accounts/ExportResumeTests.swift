import Essentials
import IdentityToolkit
import LibC
import PrivateFiles
import Testing

@testable import Administration

struct ExportResumeTests {
  private let scratch = Scratch()

  private static func page(_ token: String?) throws -> BatchGetAccounts.Response {
    switch token {
    case nil: .init(users: [.numbered(0), .numbered(1)], nextPageToken: "1")
    case "1": .init(users: [.numbered(2)], nextPageToken: "2")
    case "2": .init(users: [.numbered(3), .numbered(4)], nextPageToken: nil)
    default: throw Stop()
    }
  }

  private static let whole = AccountFormat.usher.text(of: (0..<5).map(AccountRecord.numbered))

  /// Exports so many pages, and stops.
  private func stopped(after pages: Int) throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    var left = pages
    #expect(throws: AccountExportError.interrupted) {
      try export.run(
        while: {
          left -= 1
          return left >= 0
        }, page: Self.page)
    }
  }

  @Test(arguments: [1, 2]) func everyTornPageIsDropped(pages: Int) throws {
    try stopped(after: pages)
    let part = try #require(scratch.text(of: "users.json.part"))
    let record = try #require(scratch.text(of: "users.json.resume"))
    #expect(Self.whole.hasPrefix(part))
    for cut in part.utf8.count...Self.whole.utf8.count {
      scratch.write(String(Self.whole.prefix(cut)), to: "users.json.part")
      scratch.write(record, to: "users.json.resume")
      var export = try AccountExport(resuming: scratch.file, from: "p")
      #expect(export.summary.accounts == [1: 2, 2: 3][pages])
      try export.run(page: Self.page)
      #expect(scratch.text(of: "users.json") == Self.whole)
      #expect(scratch.names == ["users.json"])
      unlink(scratch.file)
    }
    // What is not there any more cannot be completed.
    for cut in [0, 5, part.utf8.count - 1] {
      scratch.write(String(part.prefix(cut)), to: "users.json.part")
      scratch.write(record, to: "users.json.resume")
      #expect(throws: AccountExportError.damaged) { _ = try AccountExport(resuming: scratch.file, from: "p") }
    }
  }

  @Test func theRecordSaysWhereToGoOn() throws {
    try stopped(after: 2)
    #expect(scratch.mode(of: "users.json.part") == 0o600)
    #expect(scratch.mode(of: "users.json.resume") == 0o600)
    let size = try #require(scratch.text(of: "users.json.part")).utf8.count
    var checkpoint = ExportCheckpoint(place: "p", format: .usher, offset: size)
    checkpoint.nextPageToken = "2"
    checkpoint.summary.accounts = 3
    #expect(try ExportCheckpoint.read(scratch.path(of: "users.json.resume")) == checkpoint)
    #expect(throws: AccountExportError.unfinished(checkpoint.summary)) {
      _ = try AccountExport(to: scratch.file, from: "p")
    }
    #expect(throws: AccountExportError.otherPlace("p")) {
      _ = try AccountExport(resuming: scratch.file, from: "q")
    }
    scratch.write("mine")
    #expect(throws: AccountExportError.exists) { _ = try AccountExport(resuming: scratch.file, from: "p") }
    #expect(scratch.names == ["users.json", "users.json.part", "users.json.resume"])
  }

  @Test func theSameExportCanRunAgain() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    for _ in 0..<2 {
      #expect(throws: Stop()) {
        try export.run(page: { token in
          if token == "1" { throw Stop() }
          return try Self.page(token)
        })
      }
      #expect(export.summary.accounts == 2)
    }
    try export.run(page: Self.page)
    #expect(scratch.text(of: "users.json") == Self.whole)
  }

  /// The record cannot be written, as on a full disk. The page before it is torn.
  @Test func aRecordThatCannotBeWrittenLosesOnePage() throws {
    let obstacle = scratch.path(of: "users.json.resume.tmp")
    do {
      var export = try AccountExport(to: scratch.file, from: "p")
      #expect(throws: AccountExportError.failed(.exists)) {
        try export.run(page: { token in
          if token == "1" { mkdir(obstacle, 0o700) }
          return try Self.page(token)
        })
      }
      #expect(export.summary.accounts == 2)
    }
    rmdir(obstacle)
    var resumed = try AccountExport(resuming: scratch.file, from: "p")
    #expect(resumed.summary.accounts == 2)
    try resumed.run(page: Self.page)
    #expect(scratch.text(of: "users.json") == Self.whole)
  }

  @Test func theFormatStays() throws {
    do {
      var export = try AccountExport(to: scratch.file, from: "p", format: .firebase)
      #expect(throws: Stop()) { try export.run(page: { $0 == nil ? try Self.page($0) : try Self.page("x") }) }
    }
    var resumed = try AccountExport(resuming: scratch.file, from: "p")
    try resumed.run(page: Self.page)
    let accounts = (0..<5).map(AccountRecord.numbered)
    #expect(scratch.text(of: "users.json") == AccountFormat.firebase.text(of: accounts))
  }

  @Test(arguments: [
    "", "{", "null", #"{"version":1}"#,
    #"{"version":1,"place":"p","format":"xml","offset":20,"summary":{}}"#,
    #"{"version":1,"place":"p","format":"complete","offset":-1,"summary":{"accounts":0}}"#,
  ])
  func aDamagedRecordIsRefusedAndStays(text: String) throws {
    try stopped(after: 1)
    scratch.write(text, to: "users.json.resume")
    #expect(throws: AccountExportError.damaged) { _ = try AccountExport(resuming: scratch.file, from: "p") }
    #expect(throws: AccountExportError.damaged) { _ = try AccountExport(to: scratch.file, from: "p") }
    #expect(scratch.text(of: "users.json.resume") == text)
  }

  /// A number that is too large would end the process at the next account.
  @Test(arguments: ["accounts", "redactedPasswords", "passkeys", "offset"], [Int.max, 1000, -1])
  func aRecordWithANumberThatCannotBeIsRefused(name: String, number: Int) throws {
    try stopped(after: 1)
    let record = try #require(scratch.text(of: "users.json.resume"))
    let damaged = record.replacing(try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(number)")
    try #require(damaged != record)
    scratch.write(damaged, to: "users.json.resume")
    #expect(throws: AccountExportError.damaged) { _ = try AccountExport(resuming: scratch.file, from: "p") }
  }

  @Test func aRecordOfANewerVersionIsRefused() throws {
    try stopped(after: 1)
    scratch.write(#"{"version":2}"#, to: "users.json.resume")
    #expect(throws: AccountExportError.newer(version: 2)) {
      _ = try AccountExport(resuming: scratch.file, from: "p")
    }
  }

  @Test func filesThatOthersCanChangeAreRefused() throws {
    try stopped(after: 1)
    for name in ["users.json.part", "users.json.resume"] {
      let path = scratch.path(of: name)
      chmod(path, 0o644)
      #expect(
        throws: AccountExportError.unsafe(path: path, reason: "other users have access to it (mode 0644)")
      ) { _ = try AccountExport(resuming: scratch.file, from: "p") }
      chmod(path, 0o600)
    }
    var export = try AccountExport(resuming: scratch.file, from: "p")
    try export.run(page: Self.page)
  }

  @Test func withoutAnExportThereIsNothingToResume() throws {
    #expect(throws: AccountExportError.nothingToResume) {
      _ = try AccountExport(resuming: scratch.file, from: "p")
    }
    try stopped(after: 1)
    unlink(scratch.path(of: "users.json.resume"))
    #expect(throws: AccountExportError.nothingToResume) {
      _ = try AccountExport(resuming: scratch.file, from: "p")
    }
    #expect(scratch.names == ["users.json.part"])
  }

  @Test(arguments: [1, 2, 3, 5]) func pagesThatGoInACircleStopTheExport(length: Int) throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    var calls = 0
    #expect(throws: AccountExportError.repeatedPageToken) {
      try export.run(page: { _ in
        calls += 1
        try #require(calls < 50)
        return .init(users: [], nextPageToken: "\(calls % length)")
      })
    }
  }

  @Test func manyEmptyPagesAreFine() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    var calls = 0
    try export.run(page: { _ in
      calls += 1
      return .init(users: nil, nextPageToken: calls < 100 ? "\(calls)" : nil)
    })
    #expect(calls == 100)
  }
}
