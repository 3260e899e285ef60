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

  /// A name with which lines of the file look like rows if quotes have no meaning.
  private static let intruder =
    "x\(String(repeating: ",", count: 47))\nvictim,admin@corp.example,true,,,Evil"
    + "\(String(repeating: ",", count: 47))\ntail,t@x.example,false,,,"

  @Test(arguments: [1, 65536]) func aNameAddsNoAccounts(piece: Int) throws {
    let accounts = [account("a1"), account("eve") { $0.displayName = Self.intruder }, account("b1")]
    let text = AccountFormat.csv.text(of: accounts)
    #expect(try records(text, piece: piece) == accounts)
    // Without quotes around the ID, the file could also be one of Firebase's tool.
    let foreign = text.replacing("\"eve\",", with: "eve,")
    let offset = AccountFormat.csv.text(of: [account("a1")]).utf8.count
    #expect(throws: AccountFileError.badAccount(index: 1, .init(offset: offset, line: 2))) {
      _ = try records(foreign)
    }
  }

  /// Firebase's tool does not quote a name without commas, so two names could hide what is between them.
  @Test func twoNamesHideNoAccount() throws {
    let rest = String(repeating: ",", count: 23) + "\n"
    let rows = ["ann,,false,,,\"a", "mo,,false,,,", "bob,,false,,,b\""].map { $0 + rest }
    #expect(throws: AccountFileError.badAccount(index: 0, .init(offset: 0, line: 1))) {
      _ = try records(rows.joined())
    }
    #expect(try records(rows[0] + rows[1]).map(\.displayName) == ["\"a", nil])
    // Such a line must be an account of Firebase's in its other values, too.
    for row in [
      rows[0].replacing("false", with: "maybe"), rows[0].replacing("ann", with: "a\u{1}"),
      "ann,,false,,,\"a" + String(repeating: ",", count: 18) + "now,,,,,\n",
    ] {
      #expect(throws: AccountFileError.badAccount(index: 1, .init(offset: rows[1].utf8.count, line: 2))) {
        _ = try records(rows[1] + row)
      }
    }
  }

  /// Reading each line again would take hours.
  @Test func manyLinesBetweenQuotesAreReadOnce() {
    let text = "a,b\na,\"" + String(repeating: "\n", count: 200_000)
    #expect(throws: AccountFileError.badAccount(index: 1, .init(offset: 4, line: 2))) {
      _ = try records(text.replacing("a,\"", with: "a,b,\""))
    }
    let name = String(repeating: "\n", count: 200_000)
    let long = account("a1") { $0.displayName = name }
    #expect((try? records(AccountFormat.csv.text(of: [long]))) == [long])
  }

  @Test(arguments: [nil, .auth0, .supabase] as [AccountOrigin?])
  func onlyUTF8IsRead(origin: AccountOrigin?) {
    let texts: (String, String) =
      switch origin {
      case nil: ("a1,a1@example.com,false,,\n", "b1,b1@example.com,false,,Zo")
      case .auth0?: ("{\"user_id\":\"auth0|1\"}\n", "{\"user_id\":\"auth0|2\",\"name\":\"Zo")
      default: ("id,phone\na1,1\n", "b1,Zo")
      }
    let end = origin == .auth0 ? "\"}\n" : "\n"
    let path = scratch.path(of: "latin1.csv")
    let bytes = Data(texts.0.utf8) + Data(texts.1.utf8) + Data([0xEB]) + Data(end.utf8)
    _ = FileManager.default.createFile(atPath: path, contents: bytes)
    let line = origin == .supabase ? 3 : 2
    let expected = AccountFileError.badAccount(index: 1, .init(offset: texts.0.utf8.count, line: line))
    #expect(throws: expected) { _ = try AccountReader(path, from: origin).records() }
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
