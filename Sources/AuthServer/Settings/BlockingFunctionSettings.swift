import HTTP
import IdentityToolkit

/// A project's blocking functions, called before an account is created and before a sign-in.
struct BlockingFunctionSettings: Sendable {
  enum Event: String, CaseIterable, Sendable {
    case beforeCreate, beforeSignIn
  }

  private var functions: [Event: FunctionAddress] = [:]
  /// Whether functions receive the identity provider's tokens.
  private(set) var forwardsIDToken = false
  private(set) var forwardsAccessToken = false

  init(_ config: JSONValue?) throws(ServerError) {
    for event in Event.allCases {
      guard let value = config?["triggers"]?[event.rawValue]?["functionUri"], value != .null, value != ""
      else { continue }
      guard let function = value.string.flatMap({ FunctionAddress($0) }) else {
        throw ServerError.badArgument(
          "blockingFunctions.triggers.\(event.rawValue).functionUri is a web address.")
      }
      functions[event] = function
    }
    forwardsIDToken = config?["forwardInboundCredentials"]?["idToken"] == true
    forwardsAccessToken = config?["forwardInboundCredentials"]?["accessToken"] == true
  }

  var isEmpty: Bool { functions.isEmpty }

  subscript(event: Event) -> FunctionAddress? { functions[event] }
}

/// The address of a function.
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
}
