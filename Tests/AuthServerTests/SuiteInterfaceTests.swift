import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

/// The calls of the Emulator Suite's UI, as its `src/components/Auth/api.ts` sends them from a page of another port.
@Suite struct SuiteInterfaceTests {
  private static let page = "http://127.0.0.1:4000"
  private static let toolkit = "/identitytoolkit.googleapis.com/v1/projects/demo-test"
  private static let emulator = "/emulator/v1/projects/demo-test"
  private static let tenants = "/identitytoolkit.googleapis.com/v2/projects/demo-test/tenants"

  private func server(_ hashing: PasswordHashing = .fast) throws -> ServerHarness {
    try ServerHarness(policy: .emulator.with { $0.passwordHashing = hashing })
  }

  /// Sends a request, and returns the object that the page can read.
  private func call(
    _ server: ServerHarness, _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil,
    isOwner: Bool = true
  ) throws -> JSONValue {
    var headers: HTTPHeaders = ["Origin": Self.page, "Host": "127.0.0.1:9099"]
    if body != nil { headers["Content-Type"] = "application/json" }
    if isOwner { headers["Authorization"] = "Bearer owner" }
    let answer = try server.send(method, path, headers: headers, body: body?.text ?? "")
    #expect(answer.status == 200, "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
    #expect(answer.headers["Access-Control-Allow-Origin"] == Self.page)
    return try #require(JSONValue(json: answer.body))
  }

  /// Returns a user as the UI's `importUser` makes it: with a password that it finds in the hash, or an empty one.
  private func imported(_ user: JSONValue) throws -> JSONValue {
    var user = user
    let match = user["passwordHash"]?.string?.wholeMatch(of: /fakeHash:salt=\w+:password=(.*)/)
    user["password"] = .string(match.map { String($0.output.1) } ?? "")
    user["providerUserInfo"] = user["providerUserInfo"] ?? []
    return user
  }

  private func users(_ server: ServerHarness) throws -> [JSONValue] {
    let answer = try call(server, .post, Self.toolkit + "/accounts:query", [:])
    return try #require(answer["userInfo"]?.array).map(imported)
  }

  private func user(_ server: ServerHarness, _ id: JSONValue?) throws -> JSONValue {
    let answer = try call(
      server, .post, Self.toolkit + "/accounts:lookup", ["localId": [try #require(id)]])
    return try imported(try #require(answer["users"]?.array?.first))
  }

  private func made(_ server: ServerHarness) throws -> JSONValue {
    let new: JSONValue = [
      "displayName": "Kim", "photoUrl": "", "customAttributes": "", "email": "kim@example.com",
      "password": "hunter22", "phoneNumber": .string(ServerHarness.number),
    ]
    return try user(server, call(server, .post, Self.toolkit + "/accounts", new)["localId"])
  }

  @Test func anEmptyProjectHasListsThatAreEmpty() throws {
    let server = try server()
    #expect(try users(server) == [])
    #expect(try call(server, .get, Self.tenants)["tenants"] == [])
  }

  @Test(arguments: [PasswordHashing.fast, .scrypt, .emulator])
  func aUserIsMadeShownChangedAndDeleted(hashing: PasswordHashing) throws {
    let server = try server(hashing)
    let kim = try made(server)
    // A lookup shows the hash to administrators, as in the emulator. Other hashes hold no password, so the UI's field is
    // empty.
    #expect(kim["password"]?.string == (hashing == .emulator ? "hunter22" : ""))
    #expect(try users(server).map { $0["password"] } == [hashing == .emulator ? "hunter22" : ""])
    #expect(try users(server).map { $0["localId"] } == [kim["localId"]])
    // The UI sends back all that it knows.
    var change = kim
    change["displayName"] = "Kim Lee"
    change["customAttributes"] = #"{"role":"admin"}"#
    change["mfa"] = ["enrollments": kim["mfaInfo"] ?? []]
    _ = try call(server, .post, Self.toolkit + "/accounts:update", change)
    let changed = try user(server, kim["localId"])
    #expect(changed["displayName"] == "Kim Lee")
    #expect(changed["customAttributes"] == #"{"role":"admin"}"#)
    #expect(changed["phoneNumber"] == .string(ServerHarness.number))
    // An empty password is no change.
    let signedIn = try call(
      server, .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
      ["email": "kim@example.com", "password": "hunter22"])
    #expect(signedIn["localId"] == kim["localId"])
    _ = try call(
      server, .post, Self.toolkit + "/accounts:update",
      ["localId": kim["localId"] ?? .null, "disableUser": true])
    #expect(try user(server, kim["localId"])["disabled"] == true)
    _ = try call(server, .post, Self.toolkit + "/accounts:delete", changed)
    #expect(try users(server) == [])
  }

  @Test func theConfigurationIsReadWithoutATokenAndChanged() throws {
    let server = try server()
    let path = Self.emulator + "/config"
    let config = try call(server, .get, path, isOwner: false)
    #expect(config["signIn"]?["allowDuplicateEmails"] == false)
    let changed = try call(server, .patch, path, ["signIn": ["allowDuplicateEmails": true]])
    #expect(changed["signIn"]?["allowDuplicateEmails"] == true)
    #expect(try call(server, .get, path, isOwner: false) == changed)
  }

  @Test func theUsersOfAProjectAndOfATenantAreCleared() throws {
    let server = try server()
    let id = try #require(
      call(server, .post, Self.tenants, ["displayName": "acme", "allowPasswordSignup": true])["tenantId"]?
        .string)
    #expect(
      try call(server, .get, Self.tenants)["tenants"]?.array?.map { $0["tenantId"] } == [.string(id)])
    let inTenant = "/tenants/" + id
    let user: JSONValue = ["email": "mo@example.com", "password": "hunter22"]
    _ = try call(server, .post, Self.toolkit + inTenant + "/accounts", user)
    _ = try made(server)
    func count(_ path: String) throws -> Int? {
      try call(server, .post, Self.toolkit + path + "/accounts:query", [:])["userInfo"]?.array?.count
    }
    #expect(try count(inTenant) == 1)
    #expect(try count("") == 1)
    _ = try call(server, .delete, Self.emulator + "/accounts")
    #expect(try count("") == 0)
    #expect(try count(inTenant) == 1)
    _ = try call(server, .delete, Self.emulator + inTenant + "/accounts")
    #expect(try count(inTenant) == 0)
  }

  @Test(arguments: [
    ("POST", toolkit + "/accounts:query"), ("POST", toolkit + "/accounts"), ("GET", tenants),
    ("PATCH", emulator + "/config"), ("DELETE", emulator + "/accounts"),
    ("DELETE", emulator + "/tenants/t/accounts"),
  ])
  func aPageOfAnotherPortMayAsk(method: String, path: String) throws {
    let answer = try server().send(
      .options, path,
      headers: [
        "Origin": Self.page, "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
      ])
    #expect(answer.status == 204)
    #expect(answer.headers["Access-Control-Allow-Origin"] == Self.page)
    #expect(answer.headers["Access-Control-Allow-Headers"] == "authorization,content-type")
    let methods = answer.headers["Access-Control-Allow-Methods"]?.split(separator: ", ") ?? []
    #expect(methods.contains { $0 == method })
  }
}
