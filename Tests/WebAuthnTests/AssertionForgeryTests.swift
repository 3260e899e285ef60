import Crypto
import Testing
import WebAuthn

@Suite struct AssertionForgeryTests {
  private static let flags: UInt8 = .up | .uv | .be | .bs

  private static let forgeries: [Forgery<SignIn>] = [
    Forgery("nothing changed", nil) { _ in },
    Forgery("another relying party", .otherRelyingParty) {
      $0.data = Device.data("example.com", flags: flags)
    },
    Forgery("the origin as the relying party", .otherRelyingParty) {
      $0.data = Device.data("https://example.org", flags: flags)
    },
    Forgery("nobody present", .noUserPresent) { $0.data = Device.data(flags: flags & ~.up) },
    Forgery("no flags", .noUserPresent) { $0.data = Device.data(flags: 0) },
    Forgery("nobody verified, where it is not required", nil) { $0.data = Device.data(flags: flags & ~.uv) },
    Forgery("nobody verified", .userNotVerified) {
      $0.data = Device.data(flags: flags & ~.uv)
      $0.party.requiresUserVerification = true
    },
    Forgery("backed up, but not eligible", .contradictoryBackupFlags) {
      $0.data = Device.data(flags: flags & ~.be)
    },
    Forgery("no longer eligible", .contradictoryBackupFlags) { $0.data = Device.data(flags: .up | .uv) },
    Forgery("eligible since then", .contradictoryBackupFlags) { $0.credential.isBackupEligible = false },
    Forgery("no longer backed up", nil) {
      $0.data = Device.data(flags: flags & ~.bs)
      $0.credential.isBackedUp = true
    },
    Forgery("bound to one device", nil) {
      $0.data = Device.data(flags: .up)
      $0.credential.isBackupEligible = false
    },

    Forgery("no data", .authenticatorData) { $0.data = [] },
    Forgery("a byte after the end", .authenticatorData) { $0.data += [0] },
    Forgery("a credential without its flag", .authenticatorData) { $0.data += Device.credential() },
    Forgery("the flag without a credential", .authenticatorData) {
      $0.data = Device.data(flags: flags | .at)
    },
    Forgery("the flag for extensions, without any", .authenticatorData) {
      $0.data = Device.data(flags: flags | .ed)
    },
    Forgery("extensions that are text", .authenticatorData) {
      $0.data = Device.data(flags: flags | .ed, rest: [0x61, 0x61])
    },
    Forgery("an empty map of extensions", nil) { $0.data = Device.data(flags: flags | .ed, rest: [0xA0]) },

    Forgery("another's signature", .wrongSignature) { $0.key = Device.otherKey },
    Forgery("another's key", .wrongSignature) {
      $0.credential = VerifiedCredential(
        id: Device.id, key: COSEKey(p256: Device.otherKey.publicKey), counter: 6, isBackupEligible: true,
        isBackedUp: false)
    },
    Forgery("no signature", .wrongSignature) { $0.signature = [] },
    Forgery("a signature of zeros", .wrongSignature) { $0.signature = [UInt8](repeating: 0, count: 72) },
    Forgery("zeros in ASN.1", .wrongSignature) { $0.signature = [0x30, 6, 2, 1, 0, 2, 1, 0] },
    Forgery("ones in ASN.1", .wrongSignature) { $0.signature = [0x30, 6, 2, 1, 1, 2, 1, 1] },
    Forgery("a signature without ASN.1", .wrongSignature) { $0.signature = raw($0.signed()) },
    Forgery("a byte after the signature", .wrongSignature) { $0.signature = $0.signed() + [0] },
    Forgery("a byte before the signature", .wrongSignature) { $0.signature = [0] + $0.signed() },
    Forgery("a signature twice", .wrongSignature) { $0.signature = $0.signed() + $0.signed() },
    Forgery("a longer form of the length", .wrongSignature) {
      let signature = $0.signed()
      $0.signature = [0x30, 0x81] + signature.dropFirst()
    },
    Forgery("a negative number", .wrongSignature) {
      var signature = $0.signed()
      signature[4] |= 0x80
      $0.signature = signature
    },
    Forgery("a large signature", .wrongSignature) {
      $0.signature = [UInt8](repeating: 0x30, count: 1_000_000)
    },
    Forgery("the signature of the data alone", .wrongSignature) { $0.signature = sign($0.data) },
    Forgery("the signature of the client data alone", .wrongSignature) {
      $0.signature = sign(Digest.sha256($0.clientData))
    },
    Forgery("the signature of the client data, not hashed", .wrongSignature) {
      $0.signature = sign($0.data + $0.clientData)
    },
    Forgery("the signature in the other order", .wrongSignature) {
      $0.signature = sign(Digest.sha256($0.clientData) + $0.data)
    },
    Forgery("the signature of another challenge", .wrongSignature) {
      $0.signature = $0.signed()
      $0.clientData = Device.clientData(type: "webauthn.get", challenge: "AAAA")
    },
    Forgery("the signature of another count", .wrongSignature) {
      $0.signature = $0.signed()
      $0.data = Device.data(flags: flags, counter: 8)
    },
    Forgery("the signature of equal JSON", .wrongSignature) {
      $0.signature = $0.signed()
      $0.clientData = Device.clientData(type: "webauthn.get", more: #", "crossOrigin":false"#)
    },

    Forgery("the same count", .counterNotGrown) { $0.credential.counter = 7 },
    Forgery("a lower count", .counterNotGrown) { $0.credential.counter = 8 },
    Forgery("a much lower count", .counterNotGrown) { $0.credential.counter = .max },
    Forgery("no count any more", .counterNotGrown) { $0.data = Device.data(flags: flags, counter: 0) },
    Forgery("a count after the last", .counterNotGrown) {
      $0.data = Device.data(flags: flags, counter: .max)
      $0.credential.counter = .max
    },
    Forgery("never a count", nil) {
      $0.data = Device.data(flags: flags, counter: 0)
      $0.credential.counter = 0
    },
    Forgery("the first count", nil) {
      $0.data = Device.data(flags: flags, counter: 1)
      $0.credential.counter = 0
    },
    Forgery("the last count", nil) {
      $0.data = Device.data(flags: flags, counter: .max)
      $0.credential.counter = .max - 1
    },
    // Only who has the key learns of the counter.
    Forgery("a lower count, and another's signature", .wrongSignature) {
      $0.credential.counter = 8
      $0.key = Device.otherKey
    },
  ]

  private static func sign(_ message: [UInt8]) -> [UInt8] {
    do { return try Device.key.sign(message) } catch { fatalError("\(error)") }
  }

  /// Returns the two numbers of a signature in 32 bytes each, as JWTs have them.
  private static func raw(_ signature: [UInt8]) -> [UInt8] {
    var rest = signature.dropFirst(2)
    return (0..<2).flatMap { _ in
      let count = Int(rest.dropFirst().first ?? 0)
      let number = rest.dropFirst(2).prefix(count).suffix(32)
      rest = rest.dropFirst(2 + count)
      return [UInt8](repeating: 0, count: 32 - number.count) + number
    }
  }

  @Test(arguments: forgeries) func aForgedSignInIsRefused(_ forgery: Forgery<SignIn>) {
    var signIn = SignIn()
    forgery.change(&signIn)
    #expect(signIn.flaw == forgery.flaw)
  }

  @Test func theNewStateIsTheAnswers() throws {
    var signIn = SignIn()
    signIn.data = Device.data(flags: .up | .be, counter: 500)
    signIn.credential.isBackedUp = true
    #expect(
      CredentialState(try signIn.verified())
        == CredentialState(
          id: Hex.encode(Device.id), key: Hex.encode(Device.coseKey.encoded), counter: 500,
          flags: [false, true, false]))
  }

  /// Without the rules' order, an enrollment's object could be used for a sign-in.
  @Test func anEnrollmentIsNoSignIn() throws {
    var signIn = SignIn()
    signIn.clientData = Device.clientData(type: "webauthn.create")
    signIn.data = Enrollment().data
    #expect(signIn.flaw == .otherType("webauthn.get"))
  }

  @Test func authenticatorDataThatEndEarlyAreRefused() {
    for count in 0..<37 {
      var signIn = SignIn()
      signIn.data = Array(signIn.data.prefix(count))
      #expect(signIn.flaw == .authenticatorData, "\(count) bytes")
    }
  }

  @Test func everyBitOfTheSignatureMatters() {
    var signIn = SignIn()
    let signature = signIn.signed()
    for bit in 0..<(signature.count * 8) {
      signIn.signature = signature.flipping(bit: bit)
      #expect(signIn.flaw == .wrongSignature, "bit \(bit)")
    }
    for count in 0..<signature.count {
      signIn.signature = Array(signature.prefix(count))
      #expect(signIn.flaw == .wrongSignature, "\(count) bytes")
    }
  }

  @Test func everyBitOfTheAuthenticatorDataMatters() {
    let genuine = SignIn()
    let signature = genuine.signed()
    for bit in 0..<(genuine.data.count * 8) {
      var signIn = genuine
      signIn.signature = signature
      signIn.data = genuine.data.flipping(bit: bit)
      let flaw: WebAuthnFlaw =
        switch bit {
        case ..<256: .otherRelyingParty
        case 256: .noUserPresent
        case 259: .contradictoryBackupFlags
        case 262, 263: .authenticatorData
        default: .wrongSignature
        }
      #expect(signIn.flaw == flaw, "bit \(bit)")
    }
  }

  @Test func everyBitOfTheClientDataMatters() {
    let genuine = SignIn()
    let signature = genuine.signed()
    var flaws: Set<String> = []
    for bit in 0..<(genuine.clientData.count * 8) {
      var signIn = genuine
      signIn.signature = signature
      signIn.clientData = genuine.clientData.flipping(bit: bit)
      switch signIn.flaw {
      case .unreadable("client data"): flaws.insert("unreadable")
      case .otherType("webauthn.get"): flaws.insert("type")
      case .otherOrigin(let origin):
        flaws.insert("origin")
        #expect(origin != "https://example.org")
      case .wrongSignature: flaws.insert("signature")
      case let flaw: Issue.record("bit \(bit): \(String(describing: flaw))")
      }
    }
    #expect(flaws == ["unreadable", "type", "origin", "signature"])
  }
}
