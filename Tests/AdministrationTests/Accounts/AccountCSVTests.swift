import Essentials
import IdentityToolkit
import Testing

@testable import Administration

/// The CSV of `firebase auth:export`.
struct AccountCSVTests {
  private let scratch = Scratch()

  private func records(_ text: String, name: String = "users.csv", piece: Int = 64 * 1024) throws
    -> [AccountRecord]
  {
    var limits = AccountReader.Limits()
    limits.piece = piece
    let reader = try AccountReader(scratch.write(text, to: name), limits)
    let records = try reader.records()
    #expect(reader.count == records.count)
    #expect(reader.size == text.utf8.count)
    return records
  }

  private func account(_ uid: String, _ change: (inout AccountRecord) -> Void = { _ in }) -> AccountRecord {
    var account = AccountRecord(localId: uid)
    (account.email, account.emailVerified, account.providerUserInfo) = ("\(uid)@example.com", false, [])
    change(&account)
    return account
  }

  /// The 28 columns of the versions from 2023 on. The quotes in a name are not doubled.
  private static let old = #"""
    kim,kim@example.com,true,+/+/,+/8=,"Kim "K" Doe, CFA",https://example.com/k.png,1,kim@gmail.com,"Doe, Kim",,,,,,,,,,,,,,1700000000001,1700000000002,+14155550100,false,"{""role"":""a\"",b"",""n"":{""x"":""}""}}",
    mo,mo@example.com,false,,,"JJ" Mo,,,,,,,,,,,,,,,,,,1700000000001,,,true,,

    """#

  private static var oldAccounts: [AccountRecord] {
    var kim = AccountRecord(localId: "kim")
    (kim.email, kim.emailVerified) = ("kim@example.com", true)
    (kim.passwordHash, kim.salt) = ("+/+/", "+/8=")
    (kim.displayName, kim.photoUrl) = (#"Kim "K" Doe, CFA"#, "https://example.com/k.png")
    (kim.createdAt, kim.lastLoginAt) = ("1700000000001", "1700000000002")
    (kim.phoneNumber, kim.disabled) = ("+14155550100", false)
    kim.customAttributes = #"{"role":"a\",b","n":{"x":"}"}}"#
    var google = ProviderUserInfo(providerId: "google.com", rawId: "1")
    (google.email, google.displayName) = ("kim@gmail.com", "Doe, Kim")
    kim.providerUserInfo = [google]
    var mo = AccountRecord(localId: "mo")
    (mo.email, mo.emailVerified, mo.displayName) = ("mo@example.com", false, #""JJ" Mo"#)
    (mo.createdAt, mo.disabled, mo.providerUserInfo) = ("1700000000001", true, [])
    return [kim, mo]
  }

  @Test(arguments: [1, 2, 3, 7, 65536]) func theOldFormIsReadInPiecesOfAnySize(piece: Int) throws {
    #expect(try records(Self.old, piece: piece) == Self.oldAccounts)
  }

  @Test func lineEndsMarksHeadersAndOtherNamesAreRead() throws {
    let windows = "\u{FEFF}" + Self.old.replacing("\n", with: "\r\n")
    #expect(try records(windows) == Self.oldAccounts)
    #expect(try records(String(Self.old.dropLast()), name: "users.txt") == Self.oldAccounts)
    #expect(try records("localId,email,emailVerified\nkim,kim@example.com,FALSE\n\n") == [account("kim")])
    // The comma at the end is missing in files that a person made.
    let bare = Self.old.split(separator: "\n").map { $0.dropLast() + "\n" }.joined()
    #expect(try records(bare) == Self.oldAccounts)
  }

  /// Versions before 2020 have 26 columns, without `disabled`, and earlier ones 25.
  @Test(arguments: [25, 26, 27]) func earlierVersionsHaveFewerColumns(_ count: Int) throws {
    let fields =
      ["kim", "kim@example.com", "false"] + [String](repeating: "", count: 20) + ["1", "2", "", ""]
    let text = fields.prefix(count).joined(separator: ",") + ",\n"
    let expected = account("kim") { ($0.createdAt, $0.lastLoginAt) = ("1", "2") }
    #expect(try records(text + text.replacing("kim", with: "mo")).first == expected)
  }

  /// The columns of `accountExporter.spec.ts`: Microsoft's begin with the 33rd.
  @Test func theNewFormHasTenProviders() throws {
    let text =
      "6,6@example.com,false,,,Doe, Kim".replacing("Doe, Kim", with: "\"Doe, Kim\"")
      + String(repeating: ",", count: 21) + "true,,,,,,123234234,test@test.org,,https://example.com/photo.jpg"
      + String(repeating: ",", count: 17) + "\n"
    var microsoft = ProviderUserInfo(providerId: "microsoft.com", rawId: "123234234")
    (microsoft.email, microsoft.photoUrl) = ("test@test.org", "https://example.com/photo.jpg")
    let expected = account("6") {
      ($0.displayName, $0.disabled, $0.providerUserInfo) = ("Doe, Kim", true, [microsoft])
    }
    #expect(try records(text) == [expected])
  }

  /// An account with all that the format has, and values that need quotes.
  private static var full: AccountRecord {
    var account = AccountRecord.full.fromFile
    account.displayName = "a \"b\", c\",\r\n\"\"d"
    account.customAttributes = #"{"role":"a\",b","n":{"x":"}"}}"#
    account.providerUserInfo = AccountColumn.providers.map { id, _ in
      var info = ProviderUserInfo(providerId: id, rawId: "1")
      (info.email, info.displayName, info.photoUrl) = ("k@\(id)", "\"K\", \(id)\"", "https://\(id)/a,b")
      return info
    }
    return account
  }

  @Test func whatIsWrittenComesBack() throws {
    let text = AccountFormat.csv.text(of: [Self.full, .numbered(1)])
    var full = Self.full
    (full.screenName, full.passwordUpdatedAt, full.validSince) = (nil, nil, nil)
    (full.lastRefreshAt, full.customAuth, full.emailLinkSignin, full.initialEmail) = (nil, nil, nil, nil)
    (full.mfaInfo, full.passkeyInfo, full.tenantId, full.rawPassword) = (nil, nil, nil, nil)
    (full.passwordHashParameters, full.adminMade) = (nil, nil)
    #expect(try records(text) == [full, account("a1")])
    #expect(text.hasSuffix("\na1,a1@example.com,false" + String(repeating: ",", count: 50) + "\n"))
  }

  /// Otherwise, the first line would look like JSON or a byte order mark.
  @Test(arguments: ["{", "[a", "<", " a", "\u{FEFF}a"]) func anyIDComesBack(_ uid: String) throws {
    #expect(try records(AccountFormat.csv.text(of: [account(uid)])) == [account(uid)])
  }

  @Test func anExportIsCSVAndCountsWhatItLacks() throws {
    var export = try AccountExport(to: scratch.path(of: "out.csv"), from: "p", format: .csv)
    var stopped: AccountRecord = .numbered(2)
    stopped.providerUserInfo = [ProviderUserInfo(providerId: "oidc.acme", rawId: "2")]
    try export.run(page: { [stopped] token in
      token == nil ? .init(users: [.full], nextPageToken: "p2") : .init(users: [stopped], nextPageToken: nil)
    })
    var summary = ExportSummary()
    (summary.accounts, summary.secondFactors, summary.passkeys, summary.otherProviders) = (2, 1, 1, 2)
    #expect(export.summary == summary)
    #expect(scratch.text(of: "out.csv") == AccountFormat.csv.text(of: [.full, stopped]))
    var empty = try AccountExport(to: scratch.path(of: "none.csv"), from: "p", format: .csv)
    try empty.run(page: { _ in .init(users: nil, nextPageToken: nil) })
    #expect(scratch.text(of: "none.csv") == "")
  }

  @Test(
    arguments: [
      ("hello\n", .malformed), ("", .noUsers), ("<html>,", .noUsers),
      ("a,b,c\nd,e\n", .badAccount(index: 1, .init(offset: 6, line: 2))),
      ("a,b,c\nd,e,f,\"g\n\n", .badAccount(index: 1, .init(offset: 6, line: 2))),
    ] as [(String, AccountFileError)])
  func aFileWithAnErrorSaysWhere(text: String, expected: AccountFileError) {
    #expect(throws: expected) { _ = try records(text) }
  }

  @Test func memoryHasLimits() {
    var limits = AccountReader.Limits()
    (limits.piece, limits.account) = (16, 40)
    let long = scratch.write("a,b\nc,\(String(repeating: "x", count: 80))\n", to: "long.csv")
    #expect(throws: AccountFileError.longAccount(index: 1, .init(offset: 4, line: 2))) {
      _ = try AccountReader(long, limits)
    }
  }
}
