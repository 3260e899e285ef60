import AuthServer
import Essentials
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import UsherTool

/// The warning about functions of another project than the server's.
struct OtherFunctionsTests {
  private let folder = TemporaryFolder()

  private static let functions = TransportStub.Answer.json(
    #"{"functions":{"host":"127.0.0.1","port":5001}}"#)

  private static let warning = [
    "warning: the functions at 127.0.0.1:5001 are those of the project demo-other, but this server is for demo-x.",
    "Functions are not told of its accounts. To serve the other project:",
    "  usher serve --project demo-other",
  ]

  private func write(_ project: String, version: String = "15.28.0") {
    folder.write(
      #"{"version":"\#(version)","origins":["http://127.0.0.1:4400"]}"#, to: "hub-\(project).json")
  }

  /// What is told when the server looks twice.
  private func told(_ answers: [TransportStub.Answer], besides place: FunctionsPlace? = nil) -> [String] {
    let finder = FunctionsFinder(
      locator: HubLocator(path: folder.path(of: "hub-demo-x.json")), transport: TransportStub(answers))
    let lines = Lines()
    let others = OtherFunctions(of: "demo-x", beside: finder, tell: { lines.add($0.english) })
    for _ in 1...2 { others.look(besides: place) }
    return lines.all
  }

  private func place(_ port: Int, _ source: String) throws -> FunctionsPlace {
    FunctionsPlace(origin: try #require(Origin("http://127.0.0.1:\(port)")), source: source)
  }

  @Test func functionsOfAnotherProjectAloneAreToldOnce() {
    write("demo-other")
    #expect(told([Self.functions]) == Self.warning)
  }

  @Test func functionsThatAreAnotherProjectsAreTold() throws {
    write("demo-other")
    #expect(told([Self.functions], besides: try place(5001, "FIREBASE_EMULATOR_HUB")) == Self.warning)
    #expect(told([Self.functions], besides: try place(5002, "firebase.json")) == [])
    #expect(told([], besides: try place(5001, folder.path(of: "hub-demo-x.json"))) == [])
  }

  @Test func hubsWithoutFunctionsAreNoNews() {
    #expect(told([]) == [])
    write("demo-x")
    write("demo-other", version: "usher-0.1.0")
    write("No Project")
    #expect(told([]) == [])
    write("demo-other")
    #expect(told([.json(#"{"hub":{}}"#), .failure(.connectionRefused)]) == [])
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
