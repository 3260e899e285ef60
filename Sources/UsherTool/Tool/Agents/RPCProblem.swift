import Essentials

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
