import Crypto
import Testing
import WebAuthn

@Suite struct RegistrationForgeryTests {
  private static let flags: UInt8 = .up | .uv | .be | .bs | .at

  private static func object(_ entries: CBOR.Entry...) -> [UInt8] { CBOR.map(entries).encoded }
  private static let fmt = CBOR.Entry("fmt", "none")
  private static let attStmt = CBOR.Entry("attStmt", .map([]))
  private static let authData = CBOR.Entry("authData", .bytes(Enrollment().data))

  private static let forgeries: [Forgery<Enrollment>] = [
    Forgery("nothing changed", nil) { _ in },
    Forgery("no ID beside the object", nil) { $0.id = nil },
    Forgery("another relying party", .otherRelyingParty) { $0.party.id = "example.com" },
    Forgery("a subdomain as the relying party", .otherRelyingParty) { $0.party.id = "www.example.org" },
    Forgery("a hash of zeros", .otherRelyingParty) {
      $0.data.replaceSubrange(..<32, with: [UInt8](repeating: 0, count: 32))
    },
    Forgery("nobody present", .noUserPresent) { $0.data[32] = flags & ~.up },
    Forgery("verified without presence", .noUserPresent) { $0.data[32] = .uv | .at },
    Forgery("nobody verified, where it is not required", nil) { $0.data[32] = flags & ~.uv },
    Forgery("nobody verified", .userNotVerified) {
      $0.data[32] = flags & ~.uv
      $0.party.requiresUserVerification = true
    },
    Forgery("verified, where it is required", nil) { $0.party.requiresUserVerification = true },
    Forgery("backed up, but not eligible", .contradictoryBackupFlags) { $0.data[32] = flags & ~.be },
    Forgery("eligible, but not backed up", nil) { $0.data[32] = flags & ~.bs },
    Forgery("bound to one device", nil) { $0.data[32] = .up | .uv | .at },

    Forgery("no credential", .unreadable("credential")) { $0.data = Device.data(flags: flags & ~.at) },
    Forgery("a credential without its flag", .authenticatorData) { $0.data[32] = flags & ~.at },
    Forgery("the flag without a credential", .authenticatorData) { $0.data = Device.data(flags: flags) },
    Forgery("the flag for extensions, without any", .authenticatorData) { $0.data[32] = flags | .ed },
    Forgery("extensions that are a number", .authenticatorData) {
      $0.data[32] |= .ed; $0.data += [0x01]
    },
    Forgery("extensions that are a list", .authenticatorData) {
      $0.data[32] |= .ed; $0.data += [0x80]
    },
    Forgery("extensions that are null", .authenticatorData) {
      $0.data[32] |= .ed; $0.data += [0xF6]
    },
    Forgery("extensions that end early", .authenticatorData) {
      $0.data[32] |= .ed; $0.data += [0xA1, 0x61, 0x61]
    },
    Forgery("extensions twice", .authenticatorData) {
      $0.data[32] |= .ed; $0.data += [0xA0, 0xA0]
    },
    Forgery("extensions without their flag", .authenticatorData) { $0.data += [0xA0] },
    Forgery("empty extensions", nil) {
      $0.data[32] |= .ed; $0.data += [0xA0]
    },
    Forgery("an extension", nil) {
      $0.data[32] |= .ed
      $0.data += CBOR.map([.init("credProtect", 2)]).encoded
    },
    Forgery("a byte after the end", .authenticatorData) { $0.data += [0] },
    Forgery("no data", .authenticatorData) { $0.data = [] },

    Forgery("an empty credential ID", .badCredentialID) {
      $0.data = Device.data(flags: flags, rest: Device.credential(id: []))
      $0.id = []
    },
    Forgery("a credential ID of 1023 bytes", nil) {
      let id = [UInt8](repeating: 5, count: 1023)
      $0.data = Device.data(flags: flags, rest: Device.credential(id: id))
      $0.id = id
    },
    Forgery("a credential ID of 1024 bytes", .badCredentialID) {
      let id = [UInt8](repeating: 5, count: 1024)
      $0.data = Device.data(flags: flags, rest: Device.credential(id: id))
      $0.id = id
    },
    Forgery("a credential ID of 65535 bytes that are not there", .badCredentialID) {
      $0.data = Device.data(flags: flags, rest: Device.credential(count: 65535))
    },
    Forgery("a credential ID over the end", .authenticatorData) {
      $0.data = Device.data(flags: flags, rest: Device.credential(count: 1000))
    },
    Forgery("a credential ID up to the end", .authenticatorData) {
      $0.data = Device.data(flags: flags, rest: Device.credential(key: []))
    },
    Forgery("a credential ID that takes a byte of the key", .publicKey) {
      $0.data = Device.data(flags: flags, rest: Device.credential(count: Device.id.count + 1))
    },
    Forgery("another credential ID", .badCredentialID) { $0.id = [UInt8](2...17) },
    Forgery("a shorter credential ID", .badCredentialID) { $0.id = Device.id.dropLast() },
    Forgery("an empty ID beside the object", .badCredentialID) { $0.id = [] },

    Forgery("no object", .object) { $0.object = [] },
    Forgery("an object of no entries", .object) { $0.object = [0xA0] },
    Forgery("a list", .object) { $0.object = CBOR.array([.bytes($0.data)]).encoded },
    Forgery("the data alone", .object) { $0.object = $0.data },
    Forgery("JSON", .object) { $0.object = Array("{}".utf8) },
    Forgery("no format", .object) { $0.object = object(attStmt, authData) },
    Forgery("no statement", .object) { $0.object = object(fmt, authData) },
    Forgery("no authenticator data", .object) { $0.object = object(fmt, attStmt) },
    Forgery("a format that is bytes", .object) {
      $0.object = object(.init("fmt", .bytes([1])), attStmt, authData)
    },
    Forgery("a format that is null", .object) { $0.object = object(.init("fmt", .null), attStmt, authData) },
    Forgery("a statement that is null", .object) {
      $0.object = object(fmt, .init("attStmt", .null), authData)
    },
    Forgery("a statement that is a list", .object) {
      $0.object = object(fmt, .init("attStmt", .array([])), authData)
    },
    Forgery("a statement that is bytes", .object) {
      $0.object = object(fmt, .init("attStmt", .bytes([])), authData)
    },
    Forgery("data that are text", .object) { $0.object = object(fmt, attStmt, .init("authData", "x")) },
    Forgery("two formats", .object) { $0.object = object(fmt, fmt, attStmt, authData) },
    Forgery("data twice", .object) { $0.object = object(fmt, attStmt, authData, authData) },
    Forgery("other data as well", .object) {
      $0.object = object(fmt, attStmt, authData, .init("authData", .bytes([])))
    },
    Forgery("two statements", .object) { $0.object = object(fmt, attStmt, attStmt, authData) },
    Forgery("a byte after the object", .object) { $0.object = object(fmt, attStmt, authData) + [0] },
    Forgery("an object twice", .object) {
      $0.object = object(fmt, attStmt, authData) + object(fmt, attStmt, authData)
    },
    Forgery("an object without end", .object) {
      $0.object = [0xBF] + object(fmt, attStmt, authData).dropFirst() + [0xFF]
    },
    Forgery("empty data", .authenticatorData) {
      $0.object = object(fmt, attStmt, .init("authData", .bytes([])))
    },
    Forgery("another order and a further entry", nil) {
      $0.object = object(authData, attStmt, .init("ep", .bool(true)), fmt)
    },
    // Nothing is believed of the statement, so it does not matter.
    Forgery("a statement", nil) {
      $0.object = object(
        .init("fmt", "packed"), .init("attStmt", .map([.init("alg", -7), .init("sig", .bytes([1]))])),
        authData)
    },
  ]

  @Test(arguments: forgeries) func aForgedEnrollmentIsRefused(_ forgery: Forgery<Enrollment>) {
    var enrollment = Enrollment()
    forgery.change(&enrollment)
    #expect(enrollment.flaw == forgery.flaw)
  }

  @Test func authenticatorDataThatEndEarlyAreRefused() {
    let whole = Enrollment()
    // The public key begins after the hash, the flags, the counter, the AAGUID, the length and the ID.
    let keyStart = 37 + 16 + 2 + Device.id.count
    for count in 0..<whole.data.count {
      var enrollment = whole
      enrollment.data = Array(whole.data.prefix(count))
      #expect(enrollment.flaw == (count > keyStart ? .publicKey : .authenticatorData), "\(count) bytes")
    }
  }

  @Test func anAttestationObjectThatEndsEarlyIsRefused() {
    let whole = AttestationObject.encoded(Enrollment().data)
    for count in 0..<whole.count {
      var enrollment = Enrollment()
      enrollment.object = Array(whole.prefix(count))
      #expect(enrollment.flaw == .object, "\(count) bytes")
    }
  }

  /// Nothing is signed here, so a bit may change the new key; but nothing else passes.
  @Test func aChangedBitDoesNotPassForAnotherCredential() throws {
    let whole = Enrollment()
    let genuine = CredentialState(try whole.verified())
    for bit in 0..<(whole.data.count * 8) {
      var enrollment = whole
      enrollment.data = whole.data.flipping(bit: bit)
      guard let credential = try? enrollment.verified() else { continue }
      let state = CredentialState(credential)
      #expect(state.id == genuine.id)
      switch bit / 8 {
      case 32: #expect(state.key == genuine.key && state.counter == 7)
      case 33..<37: #expect(state.key == genuine.key && state.flags == genuine.flags)
      case 37..<53: #expect(state == genuine)
      default: Issue.record("bit \(bit) passes")
      }
    }
  }

  @Test func allOfAnEnrollmentIsRead() throws {
    let data = try AuthenticatorData(
      Device.data(flags: .up | .at, counter: 0x0102_0304, rest: Device.credential()))
    #expect(data.relyingPartyHash == Digest.sha256("example.org".utf8))
    #expect(data.flags == [.userPresent, .hasCredential])
    #expect(data.counter == 0x0102_0304)
    #expect(data.credential?.id == Device.id)
    #expect(data.credential?.aaguid == [UInt8](repeating: 0, count: 16))
    #expect(data.credential?.key.encoded == Device.coseKey.encoded)
    #expect(data.encoded == Device.data(flags: .up | .at, counter: 0x0102_0304, rest: Device.credential()))
  }
}
