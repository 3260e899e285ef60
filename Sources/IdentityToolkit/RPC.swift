package import HTTP

/// A remote procedure of the service: its name and its types, without behavior.
///
/// Fields are optional if the service allows that: a server must *see* that a code is missing to answer `MISSING_CODE`.
/// What an RPC does not say of itself is an empty object.
package protocol RPC: Sendable {
  associatedtype Request: Codable & Equatable & Sendable = EmptyObject
  associatedtype Response: Codable & Equatable & Sendable = EmptyObject
  static var route: RPCRoute { get }
}

package struct RPCRoute: Sendable, Equatable {
  package var service: ServiceHost
  package var method: HTTPMethod
  /// The path below the host, such as `v1/accounts:lookup`.
  ///
  /// `{project}` stands for the project's ID, `{tenant}` for a tenant's.
  package var path: String
  /// The name below `identitytoolkit/v3/relyingparty/` that older SDKs call.
  package var legacyName: String?

  package init(_ service: ServiceHost, _ method: HTTPMethod, _ path: String, legacyName: String? = nil) {
    self.service = service
    self.method = method
    self.path = path
    self.legacyName = legacyName
  }

  /// The name of the procedure, such as `signUp` or `mfaSignIn:start`.
  package var name: String {
    let last = path.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8
    let isMethod = last.starts(with: "accounts:".utf8) || last.first == UInt8(ascii: "{")
    return String(Substring(isMethod ? last.split(separator: UInt8(ascii: ":")).last ?? last : last))
  }

  /// Returns the path with the IDs filled in.
  ///
  /// If the path has no place for `tenant`, it follows the project.
  package func path(project: String, tenant: String? = nil) -> String {
    let segments = path.split(separator: "/")
    let tenant = tenant.map(FormEncoding.encode)
    let hasPlace = segments.contains { $0.hasPrefix("{tenant}") }
    var project = FormEncoding.encode(project)
    if let tenant, !hasPlace { project += "/tenants/" + tenant }
    return segments.map { segment in
      for (hole, id) in [("{project}", project), ("{tenant}", tenant ?? "")] where segment.hasPrefix(hole) {
        return id + segment.dropFirst(hole.count)
      }
      return String(segment)
    }.joined(separator: "/")
  }
}

/// The hosts of the protocol.
///
/// At an emulator, the host is the first segment of the path.
package enum ServiceHost: String, Sendable, CaseIterable {
  case identityToolkit = "identitytoolkit.googleapis.com"
  case secureToken = "securetoken.googleapis.com"
  /// Legacy names, certificates and keys.
  case googleAPIs = "www.googleapis.com"
  /// Access tokens for service accounts and people.
  case oauth2 = "oauth2.googleapis.com"
  /// Access tokens for workloads of other providers.
  case securityTokens = "sts.googleapis.com"
  /// Access tokens of service accounts for those who may act as them.
  case iamCredentials = "iamcredentials.googleapis.com"
  /// Routes that only a local server or Firebase's emulator has; no host segment there.
  case localServer = ""
}

/// A call about second factors.
///
/// A project must be upgraded to Identity Platform, or it may refuse all of them.
package protocol SecondFactorRPC: RPC {}
