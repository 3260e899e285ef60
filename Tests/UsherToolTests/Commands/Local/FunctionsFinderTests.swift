import AuthServer
import Essentials
import HTTP
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// Where the Functions emulator is looked for.
struct FunctionsFinderTests {
  private let folder = TemporaryFolder()
  private var locator: String { folder.path(of: "hub-demo-x.json") }

  private static func hub(host: String = "127.0.0.1", port: Int = 5001) -> TransportStub.Answer {
    .json(
      #"{"hub":{"port":4400},"functions":{"name":"functions","host":"\#(host)","port":\#(port),"listen":[]}}"#
    )
  }

  private func find(
    _ answers: [TransportStub.Answer], named: FunctionsPlace? = nil, hub: String? = nil,
    configured: FunctionsPlace? = nil
  ) -> (place: FunctionsPlace?, asked: [String]) {
    let stub = TransportStub(answers)
    let place = FunctionsFinder(
      named: named, hub: hub, locator: HubLocator(path: locator), configured: configured, transport: stub
    ).find()
    return (place, stub.requests.map(\.url))
  }

  private func place(_ address: String, _ source: String) throws -> FunctionsPlace {
    FunctionsPlace(origin: try #require(Origin("http://" + address)), source: source)
  }

  @Test func anOptionIsTaken() throws {
    let named = try place("127.0.0.1:5001", "--functions")
    #expect(find([], named: named, hub: "127.0.0.1:4400").place == named)
  }

  /// An idle server does not look for them all the time.
  @Test func theyAreExpectedSoonWhereSomethingSaysThatTheyBelong() throws {
    func isExpected(named: FunctionsPlace? = nil, hub: String? = nil, configured: FunctionsPlace? = nil)
      -> Bool
    {
      FunctionsFinder(
        named: named, hub: hub, locator: HubLocator(path: locator), configured: configured,
        transport: TransportStub([])
      ).mayFindSoon
    }
    let place = try place("127.0.0.1:5001", "firebase.json")
    #expect(!isExpected())
    #expect(isExpected(named: place))
    #expect(isExpected(hub: "127.0.0.1:4400"))
    #expect(isExpected(configured: place))
    folder.write(#"{"version":"usher-1","origins":["http://127.0.0.1:4401"]}"#, to: "hub-demo-x.json")
    #expect(!isExpected())
    folder.write(#"{"version":"15.0.0","origins":["http://127.0.0.1:4401"]}"#, to: "hub-demo-x.json")
    #expect(isExpected())
  }

  @Test func theHubOfTheEnvironmentIsAskedFirst() throws {
    folder.write(#"{"version":"15.0.0","origins":["http://127.0.0.1:4401"]}"#, to: "hub-demo-x.json")
    let found = find([Self.hub(port: 5002)], hub: "127.0.0.1:4400")
    #expect(found.place == (try place("127.0.0.1:5002", "FIREBASE_EMULATOR_HUB")))
    #expect(found.asked == ["http://127.0.0.1:4400/emulators"])
  }

  @Test func theLocatorsHubsAreAskedInOrder() throws {
    folder.write(
      #"{"version":"15.0.0","origins":["http://10.0.0.1:4400","http://[::1]:4400","http://127.0.0.1:4400"]}"#,
      to: "hub-demo-x.json")
    let found = find(
      [.failure(.connectionRefused), .json(#"{"hub":{}}"#), Self.hub()], hub: "127.0.0.1:4499")
    #expect(found.place == (try place("127.0.0.1:5001", locator)))
    #expect(
      found.asked == [
        "http://127.0.0.1:4499/emulators", "http://[::1]:4400/emulators", "http://127.0.0.1:4400/emulators",
      ])
  }

  @Test func thePlaceInAFileCountsWhileSomethingAnswersThere() throws {
    let configured = try place("127.0.0.1:5002", "firebase.json")
    #expect(find([.failure(.connectionRefused)], configured: configured).place == nil)
    let answers: [TransportStub.Answer] = [.json(#"{"hub":{}}"#), .json(#"{"backends":[]}"#)]
    let found = find(answers, hub: "h:4400", configured: configured)
    #expect(found.place == configured)
    #expect(found.asked == ["http://h:4400/emulators", "http://127.0.0.1:5002/backends"])
  }

  @Test(arguments: [("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("localhost", "127.0.0.1"), ("::1", "[::1]")])
  func aWildcardAddressBecomesLoopback(host: String, address: String) throws {
    #expect(
      find([Self.hub(host: host)], hub: "h:4400").place
        == (try place(address + ":5001", "FIREBASE_EMULATOR_HUB")))
  }

  @Test func aLocatorThatAnotherPersonCouldPlantIsIgnored() {
    let text = #"{"version":"15.0.0","origins":["http://127.0.0.1:4400"]}"#
    #expect(find([]).place == nil)
    folder.write(text, to: "real.json")
    folder.makeLink("hub-demo-x.json", to: "real.json")
    #expect(find([]).place == nil)
    unlink(locator)
    folder.write("no JSON", to: "hub-demo-x.json")
    #expect(find([]).place == nil)
    guard geteuid() == 0 else { return }
    folder.write(text, to: "hub-demo-x.json")
    chown(locator, 12345, 12345)
    #expect(find([]).place == nil)
  }

  @Test func theLocatorIsWhereNodeWouldWriteIt() {
    func locator(_ variables: [String: String]) -> String {
      HubLocator(of: "demo-x", Environment(variables)).path
    }
    #expect(locator([:]) == "/tmp/hub-demo-x.json")
    #expect(locator(["TMPDIR": "", "TMP": "/a/", "TEMP": "/b"]) == "/a/hub-demo-x.json")
    #expect(locator(["TMPDIR": "/c", "TMP": "/a/"]) == "/c/hub-demo-x.json")
  }
}
