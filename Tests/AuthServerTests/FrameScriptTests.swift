import TestSupport
import Testing

@testable import AuthServer

/// The calls between a page and a frame, in the runtime that the packages for npm are tested with.
struct FrameScriptTests {
  private static let hasNode = (try? Program("node", "--version").run())?.hasPrefix("v") ?? false

  /// What a handler throws is not an error of its page, and the other end gets its answer.
  @Test(.enabled(if: hasNode, "node is not installed"), arguments: ["() =>", "async () =>"])
  func aHandlerThatThrowsIsAnswered(function: String) throws {
    let script =
      """
      const said = [];
      globalThis.window = { addEventListener() {} };
      process.on("unhandledRejection", () => console.log("unhandled"));
      \(FrameScript.text)
      const peer = { postMessage: (text) => said.push(text) };
      const channel = new Channel({
        peer: () => peer, origin: "o", prefix: "p:", name: "n", token: "t", isOpen: true,
      });
      channel.register("broken", \(function) { throw new Error("x"); });
      channel.receive('!_{"s":"p:broken","t":"t","c":7,"a":[{}]}');
      channel.send("asked", {}, \(function) { throw new Error("y"); });
      channel.receive('!_{"s":"__cb","t":"t","a":[1,["z"]]}');
      setTimeout(() => said.forEach((text) => console.log(text)), 0);
      """
    let answers = try Program("node", "-").run(input: script)
    #expect(
      answers == """
        !_{"f":"n","r":"n","t":"t","g":false,"s":"p:asked","c":1,"a":[{}]}
        !_{"f":"n","r":"n","t":"t","g":false,"s":"__cb","c":null,"a":[7,[null]]}

        """)
  }
}
