import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import Testing

@Suite struct KeySetTests {
  private static func jwk(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
    var jwk: JSONValue = [
      "kty": "RSA", "kid": "k1", "n": .string(Base64URL.encode(testKey.publicKey.modulus)),
      "e": .string(Base64URL.encode(testKey.publicKey.exponent)),
    ]
    for (name, value) in changes { jwk[name] = value }
    return jwk
  }

  private func areKnown(_ names: [String?], in set: KeySet) -> [Bool] {
    names.map { set.key(named: $0) != nil }
  }

  @Test func keysAreNamed() throws {
    let set = try #require(KeySet(["keys": [Self.jwk(), Self.jwk(["kid": "k2"])]]))
    #expect(areKnown(["k1", "k2", "k3", "K1", nil], in: set) == [true, true, false, false, false])
    let only = try #require(KeySet(["keys": [Self.jwk(["kid": nil])]]))
    #expect(areKnown([nil, "k1"], in: only) == [true, false])
    #expect(KeySet([:]) == nil)
  }

  @Test(
    arguments: [
      ["kty": "EC"], ["use": "enc"], ["alg": "RS512"], ["n": nil], ["e": nil], ["n": "AQAB"], ["n": "=="],
      ["e": "AQ"], ["e": "AQAA"],
    ] as [[String: JSONValue?]])
  func keysOfOtherKindsArePassedOver(_ changes: [String: JSONValue?]) throws {
    let set = try #require(KeySet(["keys": [Self.jwk(changes), Self.jwk(["kid": "k2"])]]))
    #expect(areKnown(["k1", "k2"], in: set) == [false, true])
  }

  @Test func certificatesHoldKeysToo() throws {
    let good = try Certificate.selfSigned(testKey, commonName: "test")
    let set = try #require(KeySet(certificates: ["k1": good, "k2": "no certificate"]))
    #expect(areKnown(["k1", "k2"], in: set) == [true, false])
    #expect(KeySet(certificates: ["k2": "no certificate"]) == nil)
    #expect(KeySet(certificates: [:]) == nil)
  }
}
