import Administration
import IdentityToolkit
import Testing

/// Answers that do not fit the accounts that were sent.
struct HostileExportTests {
  private let scratch = Scratch()

  private func report(_ errors: [BatchCreateAccounts.Item]?, kept: Int = 100) throws -> ImportReport {
    let path = scratch.write(AccountFormat.usher.text(of: (0..<4).map(AccountRecord.numbered)))
    var upload = AccountImport(startingAt: 1, keptRefusals: kept)
    try upload.run(AccountReader(path), upload: { _ in .init(error: errors) })
    #expect(upload.report.stored + upload.report.refused + upload.report.unclear == 3)
    return upload.report
  }

  private func refusal(_ index: Int?, _ text: String) -> ImportReport.Refusal {
    .init(index: index, uid: index.map { "a\($0)" }, reason: .service(text))
  }

  @Test func anIndexCountsFromTheBatch() throws {
    var expected = ImportReport.expected(stored: 1, reached: 4)
    (expected.refused, expected.refusals) = (2, [refusal(3, "bad"), refusal(2, "")])
    #expect(try report([.init(index: 2, message: "bad"), .init(index: 1, message: nil)]) == expected)
  }

  /// JSON of the service omits zeros.
  @Test func anErrorWithoutAnIndexIsAboutTheFirstAccount() throws {
    var expected = ImportReport.expected(stored: 2, reached: 4)
    (expected.refused, expected.refusals) = (1, [refusal(1, "bad")])
    #expect(try report([.init(index: nil, message: "bad")]) == expected)
  }

  @Test func anAccountIsRefusedOnce() throws {
    var expected = ImportReport.expected(stored: 2, reached: 4)
    (expected.refused, expected.refusals) = (1, [refusal(2, "one")])
    #expect(try report([.init(index: 1, message: "one"), .init(index: 1, message: "two")]) == expected)
  }

  @Test func anErrorAboutNoAccountMakesOneUnclear() throws {
    var expected = ImportReport.expected(stored: 1, reached: 4)
    (expected.unclear, expected.refusals) = (2, [refusal(nil, "low"), refusal(nil, "high")])
    #expect(try report([.init(index: -1, message: "low"), .init(index: .max, message: "high")]) == expected)
  }

  @Test func tooManyErrorsDoNotCountTwice() throws {
    let errors = (-500..<500).map { BatchCreateAccounts.Item(index: $0, message: "no") }
    let report = try report(errors, kept: 2)
    var expected = ImportReport.expected(stored: 0, reached: 4)
    (expected.refused, expected.refusals) = (3, [refusal(nil, "no"), refusal(nil, "no")])
    #expect(report == expected)
  }

  @Test func aLongMessageIsClipped() throws {
    let message = String(repeating: "x", count: 1_000_000)
    let report = try report([.init(index: 0, message: message)])
    #expect(report.refusals == [refusal(1, String(repeating: "x", count: 500) + "…")])
  }
}
