import Essentials
import IdentityToolkit
import LibC
import PrivateFiles
import Testing

@testable import Administration

struct AccountReaderTests {
  private let scratch = Scratch()

  private func records(_ path: String, piece: Int = 64 * 1024) throws -> [AccountRecord] {
    var limits = AccountReader.Limits()
    limits.piece = piece
    let reader = try AccountReader(path, limits)
    var records: [AccountRecord] = []
    try reader.forEach { entry in
      #expect(entry.index == records.count)
      records.append(entry.record)
    }
    #expect(reader.count == records.count)
    #expect(try reader.records() == records)
    return records
  }

  private func error(_ text: String) -> AccountFileError? {
    let path = scratch.write(text)
    return #expect(throws: AccountFileError.self) { _ = try records(path) }
  }

  private static let users = #"""
    {"hashAlgorithm": "BCRYPT", "note": {"users": ["}"]}, "users": [
      {"localId": "a", "displayName": "\uD83D\uDE00 \"]},{[\\", "lastSignedInAt": "5"},
      {"localId": "b", "displayName": "😀é\u0000", "lastLoginAt": "6", "lastSignedInAt": "5", "new": [{"x": []}]}
    ,{
      "localId": "c", "createdAt": 7
    }], "kind": "}"}
    """#

  @Test(arguments: 1...7) func theFileIsReadInPiecesOfAnySize(piece: Int) throws {
    var expected = ["a", "b", "c"].map(AccountRecord.init(localId:))
    expected[0].displayName = "😀 \"]},{[\\"
    expected[0].lastLoginAt = "5"
    expected[1].displayName = "😀é\0"
    expected[1].lastLoginAt = "6"
    expected[2].createdAt = "7"
    #expect(try records(scratch.write(Self.users), piece: piece) == expected)
  }

  @Test(arguments: 1...7) func anArrayOfAccountsIsRead(piece: Int) throws {
    let array = #" [{"localId":"a","providerUserInfo":[{"rawId":"]"}]} , {"users":[1],"localId":"b"}] "#
    var expected = ["a", "b"].map(AccountRecord.init(localId:))
    expected[0].providerUserInfo = [ProviderUserInfo(providerId: nil, rawId: "]")]
    #expect(try records(scratch.write(array), piece: piece) == expected)
    #expect(try records(scratch.write("[]"), piece: piece) == [])
    #expect(error("[{}") == .truncated(.init(offset: 3, line: 1)))
    #expect(error("[{}]]") == .malformed)
  }

  @Test func whatIsAroundTheAccountsIsRead() throws {
    let reader = try AccountReader(scratch.write(Self.users))
    var upload = BatchCreateAccounts.Request(users: [])
    (upload.hashAlgorithm, upload.kind) = (.bcrypt, "}")
    #expect(reader.upload == upload)
    #expect(reader.size == Self.users.utf8.count)
  }

  @Test func onlyTheAccountsFromAnIndexAreDecoded() throws {
    let reader = try AccountReader(scratch.write(#"{"users":[5,{"localId":"b"}]}"#))
    var uids: [String?] = []
    try reader.forEach(from: 1) { uids.append($0.record.localId) }
    #expect(uids == ["b"])
  }

  @Test(
    arguments: [
      ("", .noUsers), ("{}", .noUsers), (#"{"users": {}}"#, .noUsers), ("<html>", .noUsers),
      (#"{"users":[]"#, .malformed), (#"{"users":[]}}"#, .malformed),
      (#"{"users":[],"users":[]}"#, .malformed),
      (#"{"users":[],"rounds":"x"}"#, .malformed), (#"{"users":[]]"#, .malformed),
      ("{\"users\":[\n{\"localId\":\"a\"},\n{\"loc", .truncated(.init(offset: 33, line: 3))),
      ("{\"users\":[\n", .truncated(.init(offset: 11, line: 2))),
      ("{\"users\":[\n{},\n  {\"localId\":5}]}", .badAccount(index: 1, .init(offset: 17, line: 3))),
      (#"{"users":[{},]}"#, .badAccount(index: 1, .init(offset: 13, line: 1))),
      (#"{"users":[{}}}"#, .malformed),
      (#"{"users":[null]}"#, .badAccount(index: 0, .init(offset: 10, line: 1))),
    ] as [(String, AccountFileError)])
  func aFileWithAnErrorSaysWhere(text: String, expected: AccountFileError) {
    #expect(error(text) == expected)
  }

  @Test func memoryHasLimits() {
    var limits = AccountReader.Limits()
    (limits.piece, limits.account, limits.rest) = (16, 40, 100)
    let name = String(repeating: "x", count: 40)
    let long = scratch.write("{\"users\":[{},\n{\"localId\":\"\(name)\"}]}")
    #expect(throws: AccountFileError.longAccount(index: 1, .init(offset: 13, line: 1))) {
      _ = try AccountReader(long, limits)
    }
    let endless = scratch.write(#"{"a":"\#(name)\#(name)\#(name)","users":[]}"#)
    #expect(throws: AccountFileError.malformed) { _ = try AccountReader(endless, limits) }
  }

  @Test func onlyFilesAreRead() throws {
    #expect(throws: AccountFileError.unreadable(Errno(code: EISDIR))) { _ = try AccountReader(scratch.path) }
    #expect(throws: AccountFileError.unreadable(Errno(code: EINVAL))) { _ = try AccountReader("/dev/zero") }
    let fifo = scratch.path(of: "fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    #expect(throws: AccountFileError.unreadable(Errno(code: EINVAL))) { _ = try AccountReader(fifo) }
    #expect(throws: AccountFileError.unreadable(.noEntry)) { _ = try AccountReader(scratch.file) }
  }
}
