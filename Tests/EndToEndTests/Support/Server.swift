import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// `usher serve`, running.
struct Server {
  let program: RunningProgram
  let url: String

  /// - Parameters:
  ///   - port: a free one by default.
  ///   - data: a new file with a key in it unless told, as a key takes a while to make.
  init(
    _ usher: Usher, _ options: String..., port: String = "0", data: String? = nil, json: Bool = true
  ) throws {
    let file = data ?? usher.home.path + "/serve-\(UInt32.random(in: 0 ... .max)).db"
    if data == nil { Usher.freshDatabase.writeFiles(prefix: "local.db", as: file) }
    program = usher.launch(["serve", "--port", port, "--data", file] + (json ? ["--json"] : []) + options)
      .start()
    let line = try program.firstLine()
    let shown = line.firstMatch(of: #/http://[^ "]+/#).map { String($0.output) }
    url = try #require(json ? JSONValue(text: line)["url"]?.string : shown)
  }

  var port: String { String(url.split(separator: ":").last!) }

  /// Asks it to end, as a supervisor does.
  func stop() -> Ending {
    program.send(SIGTERM)
    return program.wait()
  }
}

extension Usher {
  /// The same, aimed at a server with an address.
  func at(_ url: String) -> Usher {
    var copy = self
    copy.environment["USHER_ENDPOINT"] = url
    return copy
  }
}
