import Essentials
import LibC
import TerminalIO

/// Serves one agent's program by the Model Context Protocol, on standard input and output.
///
/// A message is one line. Calls of tools run beside each other; everything else is answered at once.
struct AgentServer {
  private var desk: AgentDesk
  private let output: FileOutput
  private var lines = MessageLines()
  /// The calls that run, by the IDs of their requests.
  private var running: [(id: JSONValue, isStateless: Bool, call: AgentCall)] = []
  /// Whether the program still reads.
  private var hasReader = true

  init(_ desk: AgentDesk, output: FileOutput) {
    (self.desk, self.output) = (desk, output)
  }

  private static let mostCalls = 32

  /// Serves until the program closes its end, and then finishes the calls that run within some seconds.
  /// - Throws: `TerminalError.interrupted` if a signal asks for the end.
  mutating func run() throws(TerminalError) {
    // Those of a run that was killed.
    desk.finish()
    defer {
      for entry in running { entry.call.abandon() }
      desk.finish()
    }
    var end: ContinuousClock.Instant?
    while hasReader {
      let sources = running.flatMap { entry in entry.call.descriptors.map { (entry.call, $0) } }
      let left = end.map { ContinuousClock.now.duration(to: $0) }
      if let left, left <= .zero || running.isEmpty { return }
      var watched = ([Interruption.descriptor] + sources.map(\.1) + (end == nil ? [STDIN_FILENO] : []))
        .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let timeout = left.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
      if poll(&watched, nfds_t(watched.count), timeout) < 0, errno != EINTR { return }
      if Interruption.signal != nil { throw .interrupted }
      let ready = watched.filter { $0.revents != 0 }.map(\.fd)
      for (call, descriptor) in sources where ready.contains(descriptor) { call.read(descriptor) }
      finishCalls()
      if ready.contains(STDIN_FILENO), !readInput() { end = .now + Self.grace }
    }
  }

  /// How long calls may run on after the end of the input.
  private static let grace = Duration.seconds(5)

  /// Returns false at the end of the input.
  private mutating func readInput() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    // The last line may have no end.
    for line in lines.add(count > 0 ? Array(buffer[..<count]) : [0x0A]) {
      if let line {
        follow(line)
      } else {
        send(RPCProblem(.invalidRequest, "A message has at most 256 KiB."), for: .null)
      }
    }
    return count > 0
  }

  private mutating func finishCalls() {
    for entry in running where entry.call.descriptors.isEmpty {
      do throws(RPCProblem) {
        send(try desk.answer(to: entry.call), for: entry.id, isStateless: entry.isStateless)
      } catch {
        send(error, for: entry.id)
      }
    }
    running.removeAll { $0.call.descriptors.isEmpty }
  }

  private mutating func follow(_ bytes: [UInt8]) {
    guard let message = try? JSONValue(parsing: Data(bytes), isUnambiguous: true) else {
      // Whoever waits for an answer gets it under the id, if that can be read.
      guard let id = (try? JSONValue(parsing: Data(bytes)))?["id"] else {
        return send(RPCProblem(.parse, "The message is not JSON."), for: .null)
      }
      return send(
        RPCProblem(.invalidRequest, "A name stands twice in the message, or a NUL in a text."), for: id)
    }
    let isOfProtocol = message["jsonrpc"] == "2.0"
    guard isOfProtocol, let method = message["method"]?.string else {
      // usher asks for nothing, so an answer needs no answer.
      if isOfProtocol, message["result"] != nil || message["error"] != nil { return }
      return send(RPCProblem(.invalidRequest, "The message is no request of JSON-RPC 2.0."), for: .null)
    }
    let parameters = message["params"] ?? [:]
    guard let id = message["id"] else { return heed(method, parameters) }
    guard id.string != nil || id.integer != nil else {
      return send(RPCProblem(.invalidRequest, "The id is a text or a number."), for: .null)
    }
    do throws(RPCProblem) {
      let isStateless = try AgentProtocol.isStateless(parameters)
      switch try AgentProtocol(desk: desk).reply(to: method, parameters) {
      case .value(let value): send(value, for: id, isStateless: isStateless)
      case .call(let call): try begin(call, id, isStateless: isStateless)
      }
    } catch {
      send(error, for: id)
    }
  }

  private mutating func begin(_ call: AgentCall, _ id: JSONValue, isStateless: Bool) throws(RPCProblem) {
    guard !running.contains(where: { $0.id == id }) else {
      throw RPCProblem(.invalidRequest, "A request with this id runs already.")
    }
    guard running.count < Self.mostCalls else {
      throw RPCProblem(.failed, "Too many calls run at once. Try again when one has ended.")
    }
    guard call.start(desk.environment) else {
      throw RPCProblem(.failed, "usher cannot be run (\(String(cString: strerror(errno)))).")
    }
    running.append((id, isStateless, call))
  }

  /// Follows a notification. A request that is canceled gets no answer.
  private mutating func heed(_ method: String, _ parameters: JSONValue) {
    guard method == "notifications/cancelled", let id = parameters["requestId"] else { return }
    for entry in running where entry.id == id { entry.call.abandon() }
    running.removeAll { $0.id == id }
  }

  private mutating func send(_ result: JSONValue, for id: JSONValue, isStateless: Bool) {
    var result = result
    if isStateless {
      result["resultType"] = "complete"
      result["_meta"] = ["io.modelcontextprotocol/serverInfo": AgentProtocol.serverInfo]
    } else {
      (result["ttlMs"], result["cacheScope"]) = (nil, nil)
    }
    write((["jsonrpc": "2.0", "id": id, "result": result] as JSONValue).text + "\n")
  }

  private mutating func send(_ problem: RPCProblem, for id: JSONValue) {
    write(problem.line(for: id))
  }

  private mutating func write(_ line: String) {
    do throws(OutputError) {
      try output.write(line)
    } catch {
      hasReader = false
    }
  }
}

/// Cuts a stream of bytes into messages, which are lines.
struct MessageLines {
  /// The size of the longest message in bytes.
  static let limit = 1 << 18

  private var rest: [UInt8] = []
  private var isDropping = false

  /// Returns the messages that end in `bytes`; nil for one that is too long, as soon as that is known.
  mutating func add(_ bytes: [UInt8]) -> [[UInt8]?] {
    var messages: [[UInt8]?] = []
    var left = bytes[...]
    while let end = left.firstIndex(of: 0x0A) {
      keep(left[..<end], &messages)
      if !isDropping, !rest.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { messages.append(rest) }
      (rest, isDropping) = ([], false)
      left = left[(end + 1)...]
    }
    keep(left, &messages)
    return messages
  }

  private mutating func keep(_ part: ArraySlice<UInt8>, _ messages: inout [[UInt8]?]) {
    if isDropping { return }
    rest += part
    guard rest.count > Self.limit else { return }
    messages.append(nil)
    (rest, isDropping) = ([], true)
  }
}

/// Why a request of an agent's program gets an error, by JSON-RPC 2.0 and the Model Context Protocol.
struct RPCProblem: Error, Equatable {
  enum Code: Int64 {
    case parse = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParameters = -32602
    case failed = -32603
    case unsupportedVersion = -32022
  }

  let code: Code
  let message: String
  var data: JSONValue?

  init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// Returns the line that answers the request with this ID.
  func line(for id: JSONValue) -> String {
    var error: JSONValue = ["code": .integer(code.rawValue), "message": .string(message)]
    error["data"] = data
    return (["jsonrpc": "2.0", "id": id, "error": error] as JSONValue).text + "\n"
  }
}
