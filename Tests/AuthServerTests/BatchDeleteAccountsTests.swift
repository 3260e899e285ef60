import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct BatchDeleteAccountsTests {
  private func delete(
    _ server: ServerHarness, _ localIDs: [String], force: Bool? = nil
  ) throws -> BatchDeleteAccounts.Response {
    try server.call(
      BatchDeleteAccounts.self, .init(localIds: localIDs, force: force), asOwner: true)
  }

  @Test func onlyDisabledAccountsGoUnlessForced() throws {
    let server = try ServerHarness()
    var disabled = AccountRecord(localId: "disabled")
    disabled.disabled = true
    try server.upload([AccountRecord(localId: "kim"), disabled])
    #expect(
      try delete(server, ["unknown", "kim", "disabled"]).errors == [
        .init(
          index: 1, localId: "kim", message: "NOT_DISABLED : Disable the account before batch deletion.")
      ])
    #expect(try server.account("disabled") == nil)
    #expect(try server.account("kim") != nil)
    #expect(try delete(server, ["kim"], force: true).errors == nil)
    #expect(try server.account("kim") == nil)
  }

  @Test func aThousandGoAtOnceAndNoMore() throws {
    let server = try ServerHarness()
    let localIDs = (1...1000).map { "u\($0)" }
    try server.upload(localIDs.map { AccountRecord(localId: $0) })
    #expect(try server.count("SELECT count(*) FROM accounts") == 1000)
    for list in [localIDs + ["one more"], []] {
      #expect(refusal { try delete(server, list, force: true) } == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }
    #expect(try delete(server, localIDs, force: true).errors == nil)
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
  }
}
