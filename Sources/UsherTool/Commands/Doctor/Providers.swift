import AuthClient
import Essentials
import IdentityToolkit

/// The sign-in methods that a project allows.
struct Providers {
  private var open: [Text] = []
  private var closed: [Text] = []
  private var unknown: [Text] = []

  /// Reads the configuration of a local server's project or tenant; returns nil if it does not list the methods.
  ///
  /// - Parameter disabled: The identity providers that the project does not allow; nil if the server does not list
  ///   them. It allows all others, because its own page stands in for them.
  init?(_ config: JSONValue, disabled: [String]?) {
    if let password = config["allowPasswordSignup"]?.bool {
      self.init(
        [
          (Text(verbatim: "password"), password),
          (Text(verbatim: "email-link"), config["enableEmailLinkSignin"]?.bool == true),
          (Text(verbatim: "anonymous"), config["enableAnonymousUser"]?.bool == true),
        ] + Self.identity(disabled))
      return
    }
    guard let signIn = config["signIn"], let password = signIn["email"]?["enabled"]?.bool else { return nil }
    self.init(
      [
        (Text(verbatim: "password"), password),
        (Text(verbatim: "email-link"), password && signIn["email"]?["passwordRequired"]?.bool == false),
        (Text(verbatim: "phone"), signIn["phoneNumber"]?["enabled"]?.bool == true),
        (Text(verbatim: "anonymous"), signIn["anonymous"]?["enabled"]?.bool == true),
      ] + Self.identity(disabled))
  }

  private static func identity(_ disabled: [String]?) -> [(name: Text, isOpen: Bool)] {
    guard let disabled else { return [] }
    return [(disabled.isEmpty ? "identity providers" : "other identity providers", true)]
      + disabled.map { (Text(verbatim: $0), false) }
  }

  private init(_ ways: [(name: Text, isOpen: Bool)]) {
    open = ways.filter(\.isOpen).map(\.name)
    closed = ways.filter { !$0.isOpen }.map(\.name)
  }

  /// Finds out the methods with incomplete requests, which change nothing and send nothing.
  ///
  /// The error of the response shows whether the method is enabled.
  init(asking backend: Backend) throws(AuthFailure) {
    // Only creating an account would show whether anonymous sign-in is enabled.
    unknown = [Text(verbatim: "anonymous")]
    var password = SignInWithPassword.Request()
    password.email = "nobody@example.invalid"
    password.tenantId = backend.tenant
    try ask(Text(verbatim: "password"), SignInWithPassword.self, password, backend)
    var link = SignInWithEmailLink.Request()
    link.email = "nobody@example.invalid"
    link.oobCode = "none"
    link.tenantId = backend.tenant
    try ask(Text(verbatim: "email-link"), SignInWithEmailLink.self, link, backend)
    var phone = SignInWithPhoneNumber.Request()
    phone.code = "000000"
    phone.tenantId = backend.tenant
    try ask(Text(verbatim: "phone"), SignInWithPhoneNumber.self, phone, backend)
  }

  private mutating func ask<R: RPC>(
    _ way: Text, _ rpc: R.Type, _ request: R.Request, _ backend: Backend
  ) throws(AuthFailure) {
    do {
      _ = try backend.call(rpc, request)
      unknown.append(way)
    } catch {
      guard let refusal = error.refusal else { throw error }
      switch refusal.code {
      case .operationNotAllowed, .passwordLoginDisabled: closed.append(way)
      case .missingPassword, .invalidOOBCode, .missingOOBCode, .expiredOOBCode, .missingSessionInfo,
        .invalidSessionInfo:
        open.append(way)
      default: unknown.append(way)
      }
    }
  }

  var check: Check {
    func list(_ names: [Text]) -> Text { names.joined(separator: ", ") }
    let parts: [Text?] = [
      open.isEmpty ? nil : Text("on: \(list(open))"),
      closed.isEmpty ? nil : Text("off: \(list(closed))"),
      unknown.isEmpty ? nil : "not known: \(list(unknown))",
    ]
    let text = parts.compactMap(\.self).joined(separator: "; ")
    if open.isEmpty, !closed.isEmpty {
      return .warn(
        .providers, text, "enable one in the Firebase console, under Authentication > Sign-in method")
    }
    return .ok(.providers, text)
  }
}
