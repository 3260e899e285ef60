import Administration
import Essentials
import IdentityToolkit
import LibC
import PrivateFiles
import Testing

struct AccountExportTests {
  private let scratch = Scratch()

  /// Three pages, of which one is empty.
  private static let pages: [String?: BatchGetAccounts.Response] = [
    nil: .init(users: [.full, .numbered(1)], nextPageToken: "p2"),
    "p2": .init(users: nil, nextPageToken: "p3"),
    "p3": .init(users: [.numbered(2)], nextPageToken: ""),
  ]

  private func run(_ export: inout AccountExport) throws {
    try export.run(page: { try #require(Self.pages[$0]) })
  }

  @Test func aCompleteFileComesBack() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    #expect(scratch.names == ["users.json.part"])
    var progress: [Int] = []
    try export.run(page: { try #require(Self.pages[$0]) }, progress: { progress.append($0.accounts) })
    #expect(progress == [2, 2, 3])
    #expect(scratch.names == ["users.json"])
    #expect(scratch.mode(of: "users.json") == 0o600)
    var records: [AccountRecord] = []
    try AccountReader(scratch.file).forEach { records.append($0.record) }
    #expect(records == [.full.fromFile, .numbered(1), .numbered(2)])
    let text = try #require(scratch.text(of: "users.json"))
    #expect(text.hasPrefix("{\"users\": [\n{\"localId\":\"kim\",") && text.hasSuffix("\"}\n]}\n"))
    #expect(text.split(separator: "\n").count == 5)
    // A second call has nothing to do.
    try export.run(page: { _ in throw Stop() })
  }

  /// A person who can rename the folder exchanges it for a link to another one.
  @Test func nothingIsWrittenOrRemovedInAnotherFolderOfTheSamePath() throws {
    for name in ["exports", "other"] { mkdir(scratch.path(of: name), 0o700) }
    scratch.write("theirs", to: "other/users.json.resume")
    var export = try AccountExport(to: scratch.path(of: "exports/users.json"), from: "p")
    rename(scratch.path(of: "exports"), scratch.path(of: "moved"))
    symlink("other", scratch.path(of: "exports"))
    try export.run(page: { _ in .init(users: [.numbered(1)], nextPageToken: nil) })
    #expect(scratch.text(of: "moved/users.json")?.contains("a1") == true)
    #expect(scratch.text(of: "other/users.json.resume") == "theirs")
    #expect(scratch.text(of: "other/users.json") == nil)
  }

  /// A member that is added to the record must be added to the file, too.
  @Test func theFullAccountHasEveryMember() {
    let members: [Mirror] = [
      Mirror(reflecting: AccountRecord.full), Mirror(reflecting: ProviderUserInfo.full),
      Mirror(reflecting: MFAEnrollment.full), Mirror(reflecting: PasskeyRecord.full),
    ]
    for (name, value) in members.flatMap(\.children) {
      #expect(Mirror(reflecting: value).children.count == 1, "\(name ?? "") is nil")
    }
  }

  @Test func anEmptyProjectBecomesAFileWithoutUsers() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    try export.run(page: { _ in .init(users: nil, nextPageToken: nil) })
    #expect(scratch.text(of: "users.json") == "{\"users\": [\n\n]}\n")
    #expect(try AccountReader(scratch.file).count == 0)
    #expect(export.summary == ExportSummary())
  }

  @Test func firebasesFormatHasNoOtherMembers() throws {
    var export = try AccountExport(to: scratch.file, from: "p", format: .firebase)
    // An authenticator app has no phone, and is left out.
    var account = AccountRecord.full
    account.mfaInfo?[0].totpInfo = nil
    account.mfaInfo?.append(.full)
    try export.run(page: { [account] _ in .init(users: [account], nextPageToken: nil) })
    let expected: JSONValue = [
      "localId": "kim", "email": "kim@example.com", "emailVerified": true, "passwordHash": "+/+/",
      "salt": "+/8=", "displayName": .string(AccountRecord.full.displayName ?? ""),
      "photoUrl": "https://example.com/kim.png", "createdAt": "1700000000001",
      "lastSignedInAt": "1700000000002", "phoneNumber": "+14155550100", "disabled": false,
      "customAttributes": #"{"role":"tester"}"#,
      "providerUserInfo": [
        [
          "providerId": "google.com", "rawId": "1", "email": "kim@gmail.com", "displayName": "Kim",
          "photoUrl": "https://example.com/k.png",
        ]
      ],
      "mfaInfo": [
        [
          "mfaEnrollmentId": "f1", "displayName": "Phone", "enrolledAt": "2023-11-14T22:13:20Z",
          "phoneInfo": "+14155550103",
        ]
      ],
    ]
    #expect(scratch.text(of: "users.json") == "{\"users\": [\n\(expected.text)\n]}\n")
  }

  @Test(arguments: [AccountFormat.usher, .firebase, .csv])
  func hashesThatNobodyCanUseAreOmittedAndCounted(format: AccountFormat) throws {
    func account(_ number: Int, _ hash: String, version: Int? = nil) -> AccountRecord {
      var account = AccountRecord.numbered(number)
      (account.passwordHash, account.salt, account.version) = (hash, "c2Fs", version)
      return account
    }
    var described = account(6, "AAAA", version: 1)
    described.passwordHashParameters = ["hashAlgorithm": "BCRYPT"]
    var factors = AccountRecord.numbered(8)
    factors.mfaInfo = [MFAEnrollment(mfaEnrollmentId: "m")]
    factors.mfaInfo?[0].totpInfo = TOTPInfo()
    factors.passkeyInfo = [PasskeyRecord(credentialId: "AQ", name: nil)]
    factors.providerUserInfo = [ProviderUserInfo(providerId: "saml.acme"), .init(providerId: "phone")]
    let accounts = [
      account(0, "UkVEQUNURUQ="), account(1, "UkVEQUNURUQ"), account(2, "AAAA", version: 0),
      account(3, "AAAA", version: 2), account(4, "fakeHash:salt=c2Fs:password=a-b_c"), account(5, ""),
      described,
      .numbered(7), factors,
    ]
    var export = try AccountExport(to: scratch.file, from: "p", format: format)
    try export.run(page: { _ in .init(users: accounts, nextPageToken: nil) })
    var summary = ExportSummary()
    (summary.accounts, summary.redactedPasswords, summary.unexplainedPasswords) = (9, 2, 1)
    if format == .usher {
      summary.hiddenAppSecrets = 1
    } else {
      (summary.readablePasswords, summary.secondFactors) = (1, 1)
      (summary.passkeys, summary.otherProviders) = (1, 1)
    }
    #expect(export.summary == summary)
    var hashes: [String: String] = [:]
    try AccountReader(scratch.file).forEach { entry in
      if let hash = entry.record.passwordHash { hashes[entry.record.localId ?? ""] = hash }
      let isHidden = entry.record.hasRedactedHash
      #expect((entry.record.passwordHash == nil || isHidden) == (entry.record.salt == nil))
    }
    var expected = ["a2": "AAAA", "a6": "AAAA"]
    if format == .usher {
      expected["a4"] = "fakeHash:salt=c2Fs:password=a-b_c"
      // An import refuses these.
      (expected["a0"], expected["a1"]) = ("UkVEQUNURUQ=", "UkVEQUNURUQ=")
    }
    #expect(hashes == expected)
  }

  @Test func noFileOrLinkIsReplaced() throws {
    let path = scratch.write("mine")
    #expect(throws: AccountExportError.exists) { _ = try AccountExport(to: path, from: "p") }
    let link = scratch.path(of: "link")
    try #require(symlink(scratch.path(of: "nothing"), link) == 0)
    #expect(throws: AccountExportError.exists) { _ = try AccountExport(to: link, from: "p") }
    // Neither does a link in the place of the unfinished file lead anywhere.
    try #require(symlink(path, scratch.path(of: "other.part")) == 0)
    #expect(throws: AccountExportError.failed(Errno(code: ELOOP))) {
      _ = try AccountExport(to: scratch.path(of: "other"), from: "p")
    }
    #expect(scratch.text(of: "users.json") == "mine")
  }

  @Test func aFileThatAppearsMeanwhileStays() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    #expect(throws: AccountExportError.exists) {
      try export.run(page: { token in
        if token == "p3" { scratch.write("mine") }
        return try #require(Self.pages[token])
      })
    }
    #expect(scratch.text(of: "users.json") == "mine")
    #expect(export.summary.accounts == 2)
    unlink(scratch.file)
    try run(&export)
    #expect(export.summary.accounts == 3)
    #expect(try AccountReader(scratch.file).count == 3)
    #expect(scratch.names == ["users.json"])
  }

  @Test func nothingStaysIfThereIsNoPage() throws {
    do {
      var export = try AccountExport(to: scratch.file, from: "p")
      #expect(throws: Stop()) { try export.run(page: { _ in throw Stop() }) }
      #expect(export.summary.accounts == 0)
    }
    #expect(scratch.names == [])
  }

  @Test func twoExportsDoNotShareAFile() throws {
    var export = try AccountExport(to: scratch.file, from: "p")
    #expect(throws: AccountExportError.busy) { _ = try AccountExport(to: scratch.file, from: "p") }
    #expect(throws: AccountExportError.busy) { _ = try AccountExport(resuming: scratch.file, from: "p") }
    try run(&export)
    #expect(try AccountReader(scratch.file).count == 3)
  }

  @Test func anExportThatWasKilledBeforeItsFirstPageIsForgotten() throws {
    scratch.write("{\"us", to: "users.json.part")
    scratch.write("old", to: "other.json.resume")
    for name in ["users.json", "other.json"] {
      var export = try AccountExport(to: scratch.path(of: name), from: "p")
      try run(&export)
    }
    #expect(scratch.names == ["other.json", "users.json"])
  }
}
