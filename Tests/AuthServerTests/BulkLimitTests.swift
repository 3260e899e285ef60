import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// What uploads may not do: take all memory, or reach another tenant or project than the one they name.
struct BulkLimitTests {
  private static let owner: HTTPHeaders = ["Authorization": "Bearer owner"]
  private static let upload = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:batchCreate"

  @Test func aCrowdOfObjectsIsRefusedBeforeItIsRead() throws {
    let server = try ServerHarness()
    let crowd = #"{"users":["# + String(repeating: "{},", count: 100_000) + "{}]}"
    let answer = try server.send(.post, Self.upload, headers: Self.owner, body: crowd)
    #expect(answer.status == 400)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("The body has more than 50000 objects."))
  }

  @Test func aFolderMayHoldMoreThanAnUpload() throws {
    let server = try ServerHarness()
    let users = (0..<60_000).map { AccountRecord(localId: "user\($0)") }
    let answer = try server.call(
      ImportAccounts.self, .init(uploads: [.init(users: users)]), asOwner: true)
    #expect(answer.uploads.map { $0.error?.count ?? 0 } == [0])
  }

  @Test func whatNamesATenantIsAboutThatTenant() throws {
    let server = try ServerHarness(policy: .emulator)
    func send(_ method: String, _ body: String) throws -> String {
      let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:" + method
      return String(
        decoding: try server.send(.post, path, headers: Self.owner, body: body).body, as: UTF8.self)
    }
    _ = try send("batchCreate", #"{"users":[{"localId":"kim"}]}"#)
    _ = try send("batchCreate", #"{"tenantId":"t1","users":[{"localId":"kim"},{"localId":"mo"}]}"#)
    #expect(try send("query", #"{"returnUserInfo":false}"#).contains(#""recordsCount":"1""#))
    #expect(try send("query", #"{"tenantId":"t1","returnUserInfo":false}"#).contains(#""recordsCount":"2""#))
    _ = try send("batchDelete", #"{"tenantId":"t1","localIds":["kim"],"force":true}"#)
    #expect(try send("lookup", #"{"localId":["kim"]}"#).contains("kim"))
    let page = try server.send(
      .get, "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:batchGet",
      query: [QueryItem("tenantId", "t1")], headers: Self.owner)
    let users: BatchGetAccounts.Response = try ServerHarness.decode(page)
    #expect(users.users?.map(\.localId) == ["mo"])
  }

  @Test(arguments: ["accounts:signUp", "projects/demo-test/accounts:batchCreate"])
  func aTargetProjectIsAProjectAndNoTenant(_ path: String) throws {
    let server = try ServerHarness()
    let answer = try server.send(
      .post, "/identitytoolkit.googleapis.com/v1/" + path, headers: Self.owner,
      body: #"{"targetProjectId":"demo-test/t1","email":"kim@example.com","users":[{"localId":"kim"}]}"#)
    #expect(answer.status == 400)
    #expect(try server.store.read { try $0.tenants(of: "demo-test").map(\.name.text) } == [])
  }
}
