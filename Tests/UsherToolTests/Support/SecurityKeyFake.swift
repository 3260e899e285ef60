import Crypto
import LibC
import SecurityKeys
import Synchronization
import UsherTool
import WebAuthn

/// A security key in the test's process that verifies its user itself, and signs as a real one does.
final class SecurityKeyFake: SecurityKeyTransport {
  private struct Credential {
    let id: [UInt8]
    let userID: [UInt8]
    let key: PrivateKey
  }

  private struct State {
    var credentials: [Credential] = []
    var answers: [[UInt8]] = []
    var counter: UInt32 = 0
    var isRefusing = false
  }

  private let state = Mutex(State())

  var isRefusing: Bool {
    get { state.withLock { $0.isRefusing } }
    set { state.withLock { $0.isRefusing = newValue } }
  }

  /// The only key that is plugged in.
  var ports: SecurityKeyPorts {
    SecurityKeyPorts(
      connected: { [SecurityKeyDevice(path: "/dev/fake", name: "Fake key")] },
      open: { (_) throws(SecurityKeyError) in try SecurityKey(over: self) })
  }

  func send(_ command: UInt8, _ message: [UInt8]) -> Bool {
    state.withLock { state in
      switch command {
      // CTAPHID_INIT: the nonce, a channel, versions and capabilities.
      case 0x06: state.answers.append(message + [0, 0, 0, 1, 2, 1, 0, 0, 0x04])
      case 0x10: state.answers.append(Self.answer(to: message, &state))
      default: break
      }
    }
    return true
  }

  func receive(_ command: UInt8, within milliseconds: Int?) -> [UInt8]? {
    state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
  }

  private static func answer(to message: [UInt8], _ state: inout State) -> [UInt8] {
    let parameters = CBOR(message.dropFirst()) ?? .map([])
    switch message.first {
    case 0x04:
      let options: CBOR = .map([.init("rk", .bool(true)), .init("up", .bool(true)), .init("uv", .bool(true))])
      return [0]
        + CBOR.map([
          .init(1, .array(["FIDO_2_0"])), .init(3, .bytes([UInt8](repeating: 0, count: 16))),
          .init(4, options),
        ]).encoded
    case 0x01: return makeCredential(parameters, &state)
    case 0x02: return getAssertion(parameters, &state)
    default: return [0x01]
    }
  }

  private static func makeCredential(_ parameters: CBOR, _ state: inout State) -> [UInt8] {
    guard let site = parameters[2]?["id"]?.text, let userID = parameters[3]?["id"]?.bytes,
      let key = try? PrivateKey.p256()
    else { return [0x14] }
    if case .array(let excluded)? = parameters[5],
      state.credentials.contains(where: { credential in excluded.contains { $0["id"]?.bytes == credential.id }
      })
    {
      return [0x19]
    }
    let credential = Credential(
      id: [UInt8](repeating: UInt8(state.credentials.count + 1), count: 20), userID: userID, key: key)
    state.credentials.append(credential)
    state.counter += 1
    let data = AuthenticatorData(
      relyingPartyID: site, flags: [.userPresent, .userVerified, .hasCredential], counter: state.counter,
      credential: .init(id: credential.id, key: COSEKey(p256: key.publicKey)))
    return [0]
      + CBOR.map([
        .init(1, "packed"), .init(2, .bytes(data.encoded)),
        .init(3, .map([.init("alg", -7), .init("sig", .bytes([0x30, 0]))])),
      ]).encoded
  }

  private static func getAssertion(_ parameters: CBOR, _ state: inout State) -> [UInt8] {
    if state.isRefusing { return [0x27] }
    guard let site = parameters[1]?.text, let hash = parameters[2]?.bytes,
      let credential = state.credentials.last
    else { return [0x2E] }
    state.counter += 1
    let data = AuthenticatorData(
      relyingPartyID: site, flags: [.userPresent, .userVerified], counter: state.counter
    ).encoded
    guard let signature = try? credential.key.sign(data + hash) else { return [0x01] }
    return [0]
      + CBOR.map([
        .init(1, .map([.init("id", .bytes(credential.id)), .init("type", "public-key")])),
        .init(2, .bytes(data)), .init(3, .bytes(signature)),
        .init(4, .map([.init("id", .bytes(credential.userID))])),
      ]).encoded
  }
}
