import Crypto
import Essentials
import Testing

/// One key for the whole run: making it takes a tenth of a second.
let testKey: PrivateKey = {
  do { return try PrivateKey() } catch { fatalError("\(error)") }
}()

@Suite struct RSATests {
  /// RFC 7515, appendix A.2: a public key, a signed text and its signature.
  @Test func verifiesTheStandardsExample() throws {
    let modulus = try #require(
      Base64URL.decode(
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL"
          + "-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA"
          + "9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8N"
          + "Aco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"))
    let signature = try #require(
      Base64URL.decode(
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGb"
          + "ds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0G"
          + "arZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6Lbg"
          + "GY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"))
    let signed =
      "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc"
      + "19yb290Ijp0cnVlfQ"
    let key = try PublicKey(modulus: modulus, exponent: [1, 0, 1])
    #expect(key.isValid(signature: signature, for: signed.utf8))
    #expect(!key.isValid(signature: signature, for: (signed + "A").utf8))
    #expect(!key.isValid(signature: Array(signature.dropLast()), for: signed.utf8))
    #expect(!key.isValid(signature: [], for: signed.utf8))
    #expect(key.modulus == modulus)
    #expect(key.exponent == [1, 0, 1])
  }

  @Test func aKeySurvivesItsWrittenForm() throws {
    let copy = try PrivateKey(der: testKey.der)
    #expect(copy.publicKey.modulus == testKey.publicKey.modulus)
    #expect(copy.publicKey.modulus.count == 256)
    // RS256 has no randomness: equal keys make equal signatures.
    #expect(try copy.sign("text".utf8) == testKey.sign("text".utf8))
  }

  @Test func aCertificateGivesTheKeyBack() throws {
    let pem = try Certificate.selfSigned(testKey, commonName: "tokens")
    #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(pem.hasSuffix("-----END CERTIFICATE-----\n"))
    let key = try PublicKey(certificatePEM: pem)
    #expect(key.modulus == testKey.publicKey.modulus)
    #expect(key.isValid(signature: try testKey.sign("text".utf8), for: "text".utf8))
  }

  @Test func whatIsNoKeyIsRefused() {
    #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(der: [1, 2, 3]) }
    #expect(throws: CryptoError.unreadablePrivateKey) { try PrivateKey(der: []) }
    #expect(throws: CryptoError.unreadableCertificate) { try PublicKey(certificatePEM: "") }
    #expect(throws: CryptoError.unreadablePublicKey) { try PublicKey(modulus: [], exponent: [3]) }
    #expect(throws: CryptoError.unreadablePublicKey) { try PublicKey(modulus: [1], exponent: []) }
    #expect(throws: CryptoError.weakKey) { try PublicKey(modulus: [1], exponent: [3]) }
    #expect(throws: CryptoError.weakKey) {
      try PublicKey(modulus: [UInt8](repeating: 1, count: 5000), exponent: [1, 0, 1])
    }
  }

  /// A weak key as a JWK, in a certificate and in a service account's file.
  @Test(
    arguments: [
      // The last byte of the modulus, and the exponent.
      (nil, [1, 0, 2]), (nil, [1, 0, 0]), (0, [1, 0, 1]), (254, [1, 0, 1]),
    ] as [(UInt8?, [UInt8])])
  func aWeakKeyIsRefusedInEachForm(last: UInt8?, exponent: [UInt8]) throws {
    let modulus = testKey.publicKey.modulus
    let weak = last.map { modulus.dropLast() + [$0] } ?? modulus
    #expect(throws: CryptoError.weakKey) { try PublicKey(modulus: weak, exponent: exponent) }
    func weakened(_ pem: String) throws -> String {
      let lines = pem.split(separator: "\n")
      let der = try #require(Data(base64Encoded: lines.dropFirst().dropLast().joined()))
      let genuine = modulus + [2, 3, 1, 0, 1]
      let start = try #require(der.firstRange(of: genuine)).lowerBound
      let changed = der[..<start] + weak + [2, 3] + exponent + der[(start + genuine.count)...]
      return "\(lines[0])\n\(Data(changed).base64EncodedString())\n\(lines[lines.count - 1])\n"
    }
    let certificate = try weakened(Certificate.selfSigned(testKey, commonName: "tokens"))
    #expect(throws: CryptoError.weakKey) { try PublicKey(certificatePEM: certificate) }
    let privateKey = try weakened(testKey.pem)
    #expect(throws: CryptoError.weakKey) { try PrivateKey(pem: privateKey) }
  }

  /// A prime (RFC 3526, group 14), the square of one (RFC 2409, group 2), and a power of three.
  @Test func aModulusThatAnybodyCanFactorIsRefused() throws {
    let prime =
      "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd"
      + "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed"
      + "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f"
      + "83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b"
      + "e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510"
      + "15728e5a8aacaa68ffffffffffffffff"
    let square =
      "ffffffffffffffff921fb54442d184699556f620b115a80b1f5a43d393a37a0cba694b7b42283f8504feb4a8fa080a06"
      + "ad9fd90cc3df8dcba988d9153adda61b3f58a9ca013666664e95cc8efd32f3851241e9a23e32083c65e695bef27bf7ca"
      + "a26ef814ca0fae5bfbac779564030f13a8ca2fdde22b0cf114c2a635dc1f2d1dc0ca825439ec8a2904208c18020acb48"
      + "a8037947a0b9e31285367817f89b9ec170affb82e3dbfca0db7153d12d8d0c21ae3aae145d2e1ee9b067f5b48bafa35a"
      + "10ccba67fcd2408f536d2998aa6fce0804595dc5e0bcfc56649487feb573488578e682787acb10e62ee7a152e03f4e37"
      + "6daf335c263358fc0000000000000001"
    var power: [UInt8] = [1]
    while power.count < 256 || power[0] < 0x80 {
      var carry = 0
      for index in power.indices.reversed() {
        carry += Int(power[index]) * 3
        power[index] = UInt8(carry & 0xFF)
        carry >>= 8
      }
      if carry > 0 { power.insert(UInt8(carry), at: 0) }
    }
    for modulus in [try #require(Hex.decode(prime)), try #require(Hex.decode(square)), power] {
      #expect(throws: CryptoError.weakKey) { try PublicKey(modulus: modulus, exponent: [1, 0, 1]) }
    }
  }
}
