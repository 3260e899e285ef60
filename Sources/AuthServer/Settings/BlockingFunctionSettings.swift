import Essentials
import HTTP
import IdentityToolkit

/// A project's blocking functions, called before an account is created, before a sign-in, and before a message is sent.
struct BlockingFunctionSettings: Sendable {
  enum Event: String, CaseIterable, Sendable {
    case beforeCreate, beforeSignIn, beforeSendEmail, beforeSendSms
  }

  struct Function: Sendable, Equatable {
    var address: FunctionAddress
    /// Whether it receives the identity provider's tokens.
    var takesIDToken = false
    var takesAccessToken = false
  }

  private var functions: [Event: Function] = [:]

  /// - Parameter functions: The functions that the Functions emulator lists.
  init(found functions: [Event: Function] = [:]) {
    self.functions = functions
  }

  init(_ config: JSONValue?) throws(ServerError) {
    let forwarded = config?["forwardInboundCredentials"]
    for event in Event.allCases {
      guard let value = config?["triggers"]?[event.rawValue]?["functionUri"], value != .null, value != ""
      else { continue }
      guard let address = value.string.flatMap({ FunctionAddress($0) }) else {
        throw ServerError.badArgument(
          "blockingFunctions.triggers.\(event.rawValue).functionUri is a web address.")
      }
      functions[event] = Function(
        address: address, takesIDToken: forwarded?["idToken"] == true,
        takesAccessToken: forwarded?["accessToken"] == true)
    }
  }

  var isEmpty: Bool { functions.isEmpty }

  subscript(event: Event) -> Function? { functions[event] }

  /// Returns these functions with `found` ones in their place.
  ///
  /// The Emulator Suite configures its functions, too, but every kind except beforeCreate as beforeSignIn. So those at the
  /// same place are left out.
  func replaced(by found: BlockingFunctionSettings) -> BlockingFunctionSettings {
    guard !found.isEmpty else { return self }
    var all = self
    all.functions = functions.filter { _, function in
      !found.functions.values.contains { $0.address.isBeside(function.address) }
    }
    all.functions.merge(found.functions) { _, new in new }
    return all
  }
}

struct FunctionAddress: Sendable, Equatable {
  let text: String
  let origin: Origin
  let path: String
  let query: [QueryItem]

  /// Returns nil if the text is not a web address, or if parsers could disagree about it.
  init?(_ text: String) {
    guard (1...2048).contains(text.utf8.count),
      text.utf8.allSatisfy({
        (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#")
      }),
      let scheme = text.firstRange(of: "://")
    else { return nil }
    let end = text[scheme.upperBound...].firstIndex { "/?".contains($0) } ?? text.endIndex
    let halves = text[end...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves.first.map(String.init) ?? ""
    guard let origin = Origin(String(text[..<end])),
      let query = FormEncoding.decode(halves.count > 1 ? String(halves[1]) : "")
    else { return nil }
    self.text = text
    self.origin = origin
    self.path = path.isEmpty ? "/" : path
    self.query = query
  }

  /// Returns whether both are at the same server.
  func isBeside(_ other: FunctionAddress) -> Bool {
    origin == other.origin
      || origin.isLoopback && other.origin.isLoopback && origin.port == other.origin.port
  }
}
