import Administration
import Essentials
import IdentityToolkit
import Testing

struct AccountImportTests {
  private let scratch = Scratch()

  private func write(_ accounts: [AccountRecord]) -> String {
    scratch.write(AccountFormat.usher.text(of: accounts))
  }

  private static let bcrypt = try? HashParameters("algorithm: BCRYPT")

  private static func hashed(_ number: Int, _ hash: String = "AAAA") -> AccountRecord {
    var account = AccountRecord.numbered(number)
    account.passwordHash = hash
    return account
  }

  @Test func accountsAreUploadedInBatches() throws {
    let accounts = (0..<2001).map(AccountRecord.numbered)
    var batches: [BatchCreateAccounts.Request] = []
    var progress: [Int] = []
    var upload = AccountImport()
    try upload.run(
      AccountReader(write(accounts)),
      upload: {
        batches.append($0)
        return .init(error: nil)
      }, progress: { progress.append($0.stored) })
    #expect(batches.map { $0.users?.count } == [1000, 1000, 1])
    #expect(batches.flatMap { $0.users ?? [] } == accounts)
    #expect(progress == [1000, 2000, 2001])
    #expect(upload.report == .expected(stored: 2001, reached: 2001))
  }

  @Test func aBatchHasAboutFiveMegabytes() throws {
    let accounts = (0..<3).map { number in
      var account = AccountRecord.numbered(number)
      account.photoUrl = "data:," + String(repeating: "x", count: 2_000_000)
      return account
    }
    var sizes: [Int?] = []
    var upload = AccountImport()
    try upload.run(
      AccountReader(write(accounts)),
      upload: {
        sizes.append($0.users?.count)
        return .init(error: nil)
      })
    #expect(sizes == [2, 1])
  }

  @Test func whatBelongsToTheOldPlaceStaysBehind() throws {
    var sent: [BatchCreateAccounts.Request] = []
    var upload = AccountImport()
    var account = AccountRecord.full
    account.version = 3
    try upload.run(
      AccountReader(write([account])),
      upload: {
        sent.append($0)
        return .init(error: nil)
      })
    var expected = AccountRecord.full
    expected.mfaInfo?[0].phoneInfo = "+14155550103"
    expected.mfaInfo?[0].unobfuscatedPhoneInfo = nil
    (expected.tenantId, expected.version, expected.passwordHashParameters) = (nil, nil, nil)
    (expected.passkeyInfo, expected.adminMade) = (nil, nil)
    var request = BatchCreateAccounts.Request.replacing([expected])
    request.hashAlgorithm = .bcrypt
    #expect(sent == [request])
  }

  @Test func localServersGetWhatOnlyTheyTake() throws {
    var sent: [BatchCreateAccounts.Request] = []
    var readable = AccountRecord.numbered(1)
    (readable.passwordHash, readable.salt) = ("fakeHash:salt=s:password=a+b/c", "s")
    var upload = AccountImport(takesAdditions: true)
    try upload.run(
      AccountReader(write([.full, readable])),
      upload: {
        sent.append($0)
        return .init(error: nil)
      })
    var expected = AccountRecord.full
    expected.mfaInfo?[0].phoneInfo = "+14155550103"
    expected.mfaInfo?[0].unobfuscatedPhoneInfo = nil
    (expected.tenantId, expected.version) = (nil, nil)
    #expect(sent == [.replacing([expected, readable])])
  }

  /// A request describes all of its hashes once.
  @Test func accountsWithOtherHashParametersGetABatchOfTheirOwn() throws {
    var own = Self.hashed(2)
    own.passwordHashParameters = ["hashAlgorithm": "SHA1", "rounds": 1]
    let accounts = [Self.hashed(0), .numbered(1), own, .numbered(3), Self.hashed(4)]
    var batches: [[String]] = []
    var upload = AccountImport(hashedWith: Self.bcrypt)
    try upload.run(
      AccountReader(write(accounts)),
      upload: {
        batches.append([$0.hashAlgorithm?.rawValue ?? ""] + ($0.users ?? []).compactMap(\.localId))
        return .init(error: nil)
      })
    #expect(batches == [["BCRYPT", "a0", "a1"], ["SHA1", "a2", "a3"], ["BCRYPT", "a4"]])
  }

  @Test func theFileCanDescribeItsHashesBehindTheAccounts() throws {
    let path = scratch.write(
      #"{"users":[{"localId":"a","passwordHash":"+/+/","salt":"+/8="}],"hashAlgorithm":"MD5","rounds":0}"#)
    var sent: [BatchCreateAccounts.Request] = []
    var upload = AccountImport()
    try upload.run(
      AccountReader(path),
      upload: {
        sent.append($0)
        return .init(error: nil)
      })
    var account = AccountRecord(localId: "a")
    (account.passwordHash, account.salt) = ("-_-_", "-_8=")
    var expected = BatchCreateAccounts.Request.replacing([account])
    (expected.hashAlgorithm, expected.rounds) = (.md5, 0)
    #expect(sent == [expected])
  }

  @Test func hashesThatNothingDescribesStopTheImportBeforeItBegins() throws {
    let path = write((0..<2000).map(AccountRecord.numbered) + [Self.hashed(2000)])
    var upload = AccountImport()
    #expect(throws: AccountImportError.unexplainedHash(index: 2000, uid: "a2000")) {
      try upload.run(AccountReader(path), upload: { _ in throw Stop() })
    }
    let flawed = scratch.write(#"{"users":[],"hashAlgorithm":"MD5"}"#)
    #expect(throws: HashParameters.Flaw.missing("rounds")) {
      try upload.run(AccountReader(flawed), upload: { _ in throw Stop() })
    }
    #expect(upload.report == .expected(stored: 0, reached: 0))
  }

  @Test func accountsThatCannotBeRightAreNotUploaded() throws {
    var own = Self.hashed(4)
    own.passwordHashParameters = ["hashAlgorithm": "MD5"]
    var salted = Self.hashed(5)
    salted.salt = "$"
    let text =
      ([
        Self.hashed(0), Self.hashed(1, "$2y$10$abc"), Self.hashed(2, "fakeHash:salt=x:password=y"),
        .numbered(3), own, salted,
      ].map { $0.fileObject(in: .usher).text }
      + [
        #"{"localId":"a6","passwordHash":"UkVEQUNURUQ="}"#, #"{"localId":"a7","passwordHash":"UkVEQUNURUQ"}"#,
      ]).joined(separator: ",")
    var upload = AccountImport(hashedWith: Self.bcrypt, keptRefusals: 5)
    var uids: [String?] = []
    try upload.run(
      AccountReader(scratch.write(#"{"users":[\#(text)]}"#)),
      upload: {
        uids += ($0.users ?? []).map(\.localId)
        return .init(error: nil)
      })
    #expect(uids == ["a0", "a3"])
    var expected = ImportReport.expected(stored: 2, reached: 8)
    expected.refused = 6
    expected.refusals = [
      .init(index: 1, uid: "a1", reason: .hashNotBase64), .init(index: 2, uid: "a2", reason: .emulatorHash),
      .init(index: 4, uid: "a4", reason: .hashParameters(.missing("rounds"))),
      .init(index: 5, uid: "a5", reason: .hashNotBase64), .init(index: 6, uid: "a6", reason: .redactedHash),
    ]
    #expect(upload.report == expected)
  }

  @Test func anImportThatStopsCanContinue() throws {
    let path = write((0..<2500).map(AccountRecord.numbered))
    var upload = AccountImport(startingAt: 300)
    var calls = 0
    func store(_ request: BatchCreateAccounts.Request) throws -> BatchCreateAccounts.Response {
      calls += 1
      if calls == 2 { throw Stop() }
      return .init(error: nil)
    }
    #expect(throws: Stop()) { try upload.run(AccountReader(path), upload: store) }
    #expect(upload.report == .expected(stored: 1000, reached: 1300))
    #expect(throws: AccountImportError.interrupted) {
      try upload.run(AccountReader(path), while: { calls < 3 }, upload: store)
    }
    #expect(upload.report == .expected(stored: 2000, reached: 2300))
    try upload.run(AccountReader(path), upload: store)
    #expect(upload.report == .expected(stored: 2200, reached: 2500))
  }

  @Test func anErrorInTheMiddleSaysWhatWasStored() throws {
    let text = (0..<1000).map { #"{"localId":"a\#($0)"}"# }.joined(separator: ",\n")
    let path = scratch.write("{\"users\":[\n\(text),\n{\"localId\":\"b\"},\n7]}")
    var upload = AccountImport()
    let error = #expect(throws: AccountFileError.self) {
      try upload.run(AccountReader(path), upload: { _ in .init(error: nil) })
    }
    guard case .badAccount(index: 1001, let place)? = error else {
      return #expect(Bool(false), "\(error as Any)")
    }
    #expect(place.line == 1003)
    #expect(upload.report == .expected(stored: 1000, reached: 1000))
  }
}

extension ImportReport {
  static func expected(stored: Int, reached: Int) -> ImportReport {
    // A report of an import that has not begun.
    var report = AccountImport(startingAt: reached).report
    report.stored = stored
    return report
  }
}

extension BatchCreateAccounts.Request {
  fileprivate static func replacing(_ accounts: [AccountRecord]) -> Self {
    var request = Self(users: accounts)
    request.allowOverwrite = true
    return request
  }
}
