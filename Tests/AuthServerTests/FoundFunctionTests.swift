import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Blocking functions that nobody configured: the Functions emulator lists them.
@Suite struct FoundFunctionTests {
  private let functions = FunctionFake { _ in .allowed }
  private let emulator = EmulatorFake()
  private let clock = TestClock()

  private static func trigger(_ event: String, _ name: String, _ options: JSONValue = [:]) -> JSONValue {
    [
      "name": .string(name), "region": "europe-west1",
      "blockingTrigger": [
        "eventType": .string("providers/cloud.auth/eventTypes/user." + event), "options": options,
      ],
    ]
  }

  private func harness(_ triggers: [JSONValue], policy: Policy = .quickEmulator) throws -> ServerHarness {
    emulator.run(triggers)
    return try ServerHarness(telling: emulator, policy: policy, functions: functions, clock: clock)
  }

  private var called: [String] { functions.requests.map(\.url) }

  @Test func theyAreCalledAtTheirOwnAddresses() throws {
    let server = try harness([
      ["name": "onCreate", "region": "us-central1"], Self.trigger("beforeCreate", "old"),
      Self.trigger("beforeCreate", "create"), Self.trigger("beforeSignIn", "sign-in"),
      Self.trigger("beforeSleep", "sleep"),
    ])
    var sender = server.sender()
    _ = sender.step()
    try server.signUp()
    #expect(
      called == ["create", "sign-in"].map { "http://127.0.0.1:5001/demo-test/europe-west1/" + $0 })
    // It is only known as long as it is there, and nobody stored it.
    #expect(
      try server.call(GetProjectConfig.self, .init(), asOwner: true)["blockingFunctions"]?["triggers"] == nil)
    emulator.run(nil)
    clock.advance(2)
    _ = sender.step()
    try server.signUp("lee@example.com")
    #expect(called.count == 2)
  }

  @Test func aBusyEmulatorStillHasThem() throws {
    let server = try harness([Self.trigger("beforeCreate", "create")])
    var sender = server.sender()
    _ = sender.step()
    emulator.stall()
    clock.advance(2)
    _ = sender.step()
    try server.signUp()
    #expect(called.count == 1)
  }

  @Test func theyReplaceThoseThatTheSuiteConfigures() throws {
    let server = try harness([Self.trigger("beforeSendEmail", "mail")])
    // The Suite takes every kind but beforeCreate for beforeSignIn.
    try server.setFunctions(["beforeSignIn"], uri: "http://localhost:5001/demo-test/europe-west1/mail")
    var sender = server.sender()
    _ = sender.step()
    try server.signUp()
    #expect(called.isEmpty)
    try server.setFunctions(["beforeSignIn"], uri: "http://127.0.0.1:8080/elsewhere")
    try server.signUp("lee@example.com")
    #expect(called == ["http://127.0.0.1:8080/elsewhere"])
  }

  @Test(arguments: [true, false])
  func eachSaysWhetherItWantsTheProvidersTokens(wanted: Bool) throws {
    let server = try harness([
      Self.trigger("beforeCreate", "create", ["idToken": .bool(wanted), "accessToken": .bool(wanted)])
    ])
    var sender = server.sender()
    _ = sender.step()
    let post = #"providerId=google.com&id_token={"sub":"1","email":"kim@example.com"}&access_token=a"#
    _ = try server.call(SignInWithIdp.self, SignInWithIdp.Request(postBody: post))
    let event = try #require(functions.events.first)
    #expect((event["oauth_id_token"] != nil) == wanted)
    #expect((event["oauth_access_token"] != nil) == wanted)
  }

  @Test func aTenantsSignUpCallsThemToo() throws {
    let server = try harness([Self.trigger("beforeCreate", "create")])
    var sender = server.sender()
    _ = sender.step()
    let tenant = try server.makeTenant()
    try server.signUp(in: tenant)
    #expect(functions.events.map { $0["tenant_id"] } == [.string(tenant)])
    #expect(functions.events.map { $0["user_record"]?["tenant_id"] } == [.string(tenant)])
    #expect(functions.events.map { $0["user_agent"] } == [""])
  }

  @Test func thePhotoMayHaveEitherName() throws {
    let server = try harness([Self.trigger("beforeCreate", "create")])
    var sender = server.sender()
    _ = sender.step()
    functions.say { _ in .userRecord(["photoURL": "http://p/1"]) }
    let kim = try server.signUp()
    #expect(try server.lookup(kim.idToken)?.photoUrl == "http://p/1")
  }

  /// The emulator's answer also has the functions' environment.
  @Test func theEnvironmentIsNotKept() throws {
    let server = try harness([Self.trigger("beforeCreate", "create")])
    var sender = server.sender()
    _ = sender.step()
    try server.signUp()
    _ = sender.step()
    for request in functions.requests + emulator.told {
      #expect(String(decoding: request.body, as: UTF8.self).firstRange(of: EmulatorFake.secret) == nil)
    }
    for name in server.folder.names() {
      let content = try Data(contentsOf: URL(filePath: server.folder.path(of: name)))
      #expect(content.firstRange(of: Data(EmulatorFake.secret.utf8)) == nil)
    }
  }
}
