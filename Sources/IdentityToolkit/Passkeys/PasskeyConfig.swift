import HTTP

/// A project's or a tenant's settings for passkeys.
package struct PasskeyConfig: Codable, Equatable, Sendable {
  /// The name of the resource, such as `projects/demo/passkeyConfig`.
  package var name: String?
  /// The domain that passkeys belong to.
  package var rpId: String?
  /// The origins of the websites and apps that may use them.
  package var expectedOrigins: [String]?

  package init(rpId: String? = nil, expectedOrigins: [String]? = nil) {
    self.rpId = rpId
    self.expectedOrigins = expectedOrigins
  }
}

package enum GetPasskeyConfig: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/projects/{project}/passkeyConfig")

  package typealias Response = PasskeyConfig
}

/// The RPC that changes the settings for passkeys that the query's `updateMask` names.
package enum UpdatePasskeyConfig: RPC {
  package static let route = RPCRoute(.identityToolkit, .patch, "v2/projects/{project}/passkeyConfig")

  package typealias Request = PasskeyConfig
  package typealias Response = PasskeyConfig
}
