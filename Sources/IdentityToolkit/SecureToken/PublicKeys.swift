import HTTP

/// The RPC that returns the keys for verifying ID tokens, as X.509 certificates in PEM by key ID.
package enum SigningCertificates: RPC {
  package static let route = RPCRoute(
    .googleAPIs, .get, "robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")

  package typealias Response = [String: String]
}

/// The RPC that returns the keys for verifying ID tokens, as a JWK set.
package enum SigningKeys: RPC {
  package static let route = RPCRoute(
    .googleAPIs, .get, "service_accounts/v1/jwk/securetoken@system.gserviceaccount.com")

  package struct Response: Codable, Equatable, Sendable {
    package var keys: [JSONWebKey]

    package init(keys: [JSONWebKey]) {
      self.keys = keys
    }
  }
}

/// The RPC that returns the keys for verifying session cookies, as X.509 certificates in PEM by key ID.
package enum SessionCookieCertificates: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v1/publicKeys")

  package typealias Response = [String: String]
}

/// The RPC that returns the keys for verifying session cookies, as a JWK set.
package enum SessionCookieKeys: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v1/sessionCookiePublicKeys")

  package typealias Response = SigningKeys.Response
}

/// An RSA public key of RFC 7517.
///
/// Its numbers are big-endian, in base64url.
package struct JSONWebKey: Codable, Equatable, Sendable {
  package var kty: String?
  package var alg: String?
  package var use: String?
  package var kid: String?
  package var n: String?
  package var e: String?

  package init(kid: String, n: String, e: String) {
    kty = "RSA"
    alg = "RS256"
    use = "sig"
    self.kid = kid
    self.n = n
    self.e = e
  }
}
