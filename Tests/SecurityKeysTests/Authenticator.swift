import Crypto
import LibC
import SecurityKeys
import Synchronization
import Testing

/// A security key in the test's process, which knows CTAP 2.0. Its signatures are not real.
final class Authenticator: SecurityKeyTransport {
  /// What the user does when a command waits for a touch.
  enum User { case touches, refuses, isAway }

  struct Credential: Equatable {
    let id: [UInt8]
    let relyingParty: String
    let userID: [UInt8]
  }

  /// A command that arrived, with its parameters.
  struct Request: Equatable {
    let command: UInt8
    let parameters: CBOR

    static func clientPIN(_ command: CBOR) -> Request { Request(command: 0x06, parameters: [1: command]) }
  }

  struct State {
    var user = User.touches
    /// The error that a command for credentials answers; nil for none.
    var fault: UInt8?
    var knowsFIDO2 = true
    var keepsCredentials = true
    var verifiesUser = false
    var leavesOutOnlyID = false
    var pin: String?
    var triesLeft = 8
    var wrongPINsInRow = 0
    var credentials: [Credential] = []
    var requests: [Request] = []
    var cancellations = 0
    /// Called in a thread of its own when a command begins to wait for a touch.
    var whenWaiting: (@Sendable () -> Void)?

    fileprivate var answers: [[UInt8]] = []
    fileprivate var isWaiting = false
    fileprivate var nextAssertions: [CBOR] = []
  }

  private let state: Mutex<State>
  /// A byte for each answer, so that they can be awaited.
  private let ready: (read: Int32, write: Int32)

  init(_ configure: (inout State) -> Void = { _ in }) {
    var state = State()
    configure(&state)
    self.state = Mutex(state)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    ready = (ends[0], ends[1])
  }

  deinit {
    close(ready.read)
    close(ready.write)
  }

  var credentials: [Credential] { state.withLock { $0.credentials } }
  var cancellations: Int { state.withLock { $0.cancellations } }

  /// Returns the commands since the last call. Opening sends the first one.
  func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  func send(_ command: UInt8, _ message: [UInt8]) -> Bool {
    let (answer, whenWaiting): ([UInt8]?, (@Sendable () -> Void)?) = state.withLock { state in
      let answer = Self.answer(to: command, message, &state)
      if let answer { state.answers.append(answer) }
      return (answer, state.isWaiting && command == 0x10 ? state.whenWaiting : nil)
    }
    if answer != nil { #expect(write(ready.write, [0], 1) == 1) }
    if let whenWaiting { #expect(DetachedThread.start(takesSignals: false, whenWaiting) == 0) }
    return true
  }

  func receive(_ command: UInt8, within milliseconds: Int?) -> [UInt8]? {
    var poll = pollfd(fd: ready.read, events: Int16(POLLIN), revents: 0)
    guard LibC.poll(&poll, 1, Int32(milliseconds ?? -1)) == 1 else { return nil }
    var byte: UInt8 = 0
    #expect(read(ready.read, &byte, 1) == 1)
    return state.withLock { $0.answers.removeFirst() }
  }

  private static func answer(to command: UInt8, _ message: [UInt8], _ state: inout State) -> [UInt8]? {
    switch command {
    case 0x06:
      // CTAPHID_INIT: the nonce, a channel, versions and capabilities.
      return message + [0, 0, 0, 1, 2, 1, 0, 0, state.knowsFIDO2 ? 0x04 : 0x00]
    case 0x11:
      state.cancellations += 1
      defer { state.isWaiting = false }
      return state.isWaiting ? [0x2D] : nil
    case 0x10:
      var rest = message.dropFirst()
      let parameters = rest.isEmpty ? CBOR.map([:]) : CBOR.read(&rest)
      guard let kind = message.first, let parameters, rest.isEmpty else {
        Issue.record("not CBOR: \(message)")
        return [0x12]
      }
      state.requests.append(Request(command: kind, parameters: parameters))
      switch result(of: kind, parameters, &state) {
      case .done(let answer): return [0] + answer.encoded
      case .error(let code): return [code]
      case .waits:
        state.isWaiting = true
        return nil
      }
    default:
      Issue.record("unexpected command \(command)")
      return nil
    }
  }

  enum Result {
    case done(CBOR)
    case error(UInt8)
    case waits
  }

  private static func result(of command: UInt8, _ parameters: CBOR, _ state: inout State) -> Result {
    switch command {
    case 0x01: return makeCredential(parameters, &state)
    case 0x02: return getAssertion(parameters, &state)
    case 0x04: return .done(information(state))
    case 0x06: return clientPIN(parameters, &state)
    case 0x08: return state.nextAssertions.isEmpty ? .error(0x30) : .done(state.nextAssertions.removeFirst())
    default:
      Issue.record("unexpected command \(command)")
      return .error(0x01)
    }
  }

  private static func information(_ state: State) -> CBOR {
    var options: [CBOR: CBOR] = [
      "rk": .boolean(state.keepsCredentials), "up": true, "clientPin": .boolean(state.pin != nil),
    ]
    if state.verifiesUser { options["uv"] = true }
    return [1: ["FIDO_2_0"], 3: .bytes(aaguid), 4: .map(options), 6: [1]]
  }

  /// The checks of both commands: options, verification and touch. Returns the flags of authenticator data.
  private static func consent(
    hash: CBOR?, options: CBOR?, token: CBOR?, needsPIN: Bool, _ state: State
  ) -> (flags: UInt8, Result?) {
    if let fault = state.fault { return (0, .error(fault)) }
    if options?["uv"] == true, !state.verifiesUser { return (0, .error(0x2B)) }
    if options?["rk"] == true, !state.keepsCredentials { return (0, .error(0x2B)) }
    if let token {
      guard let hash = hash?.bytes,
        token.bytes == Array(Digest.hmacSHA256(hash, key: pinToken).prefix(16))
      else { return (0, .error(0x33)) }
    } else if needsPIN, state.pin != nil, options?["uv"] != true {
      return (0, .error(0x36))
    }
    switch state.user {
    case .touches: return (token != nil || options?["uv"] == true ? 0x05 : 0x01, nil)
    case .refuses: return (0, .error(0x27))
    case .isAway: return (0, .waits)
    }
  }

  private static func makeCredential(_ parameters: CBOR, _ state: inout State) -> Result {
    let (flags, refusal) = consent(
      hash: parameters[1], options: parameters[7], token: parameters[8], needsPIN: true, state)
    if let refusal { return refusal }
    guard let relyingParty = parameters[2]?["id"]?.text, let userID = parameters[3]?["id"]?.bytes else {
      return .error(0x14)
    }
    let excluded = (parameters[5]?.elements ?? []).compactMap { $0["id"]?.bytes }
    if state.credentials.contains(where: { excluded.contains($0.id) }) { return .error(0x19) }
    let id = [UInt8](repeating: UInt8(state.credentials.count + 1), count: 20)
    state.credentials.append(Credential(id: id, relyingParty: relyingParty, userID: userID))
    let data = registrationData(id, for: relyingParty, flags: flags)
    return .done([1: "packed", 2: .bytes(data), 3: ["alg": -7, "sig": .bytes(signature(id))]])
  }

  private static func getAssertion(_ parameters: CBOR, _ state: inout State) -> Result {
    guard let relyingParty = parameters[1]?.text else { return .error(0x14) }
    let allowed = parameters[3]?.elements.compactMap { $0["id"]?.bytes }
    let found = state.credentials.filter {
      $0.relyingParty == relyingParty && allowed?.contains($0.id) ?? true
    }
    let (flags, refusal) = consent(
      hash: parameters[2], options: parameters[5], token: parameters[6], needsPIN: false, state)
    if let refusal { return refusal }
    guard !found.isEmpty else { return .error(0x2E) }
    var answers: [CBOR] = found.map { credential in
      var members: [CBOR: CBOR] = [
        2: .bytes(assertionData(for: relyingParty, flags: flags)), 3: .bytes(signature(credential.id)),
      ]
      if !(state.leavesOutOnlyID && allowed?.count == 1) {
        members[1] = ["id": .bytes(credential.id), "type": "public-key"]
      }
      if allowed == nil { members[4] = ["id": .bytes(credential.userID)] }
      return .map(members)
    }
    if answers.count > 1, case .map(var first) = answers[0] {
      first[5] = .integer(answers.count)
      answers[0] = .map(first)
    }
    state.nextAssertions = Array(answers.dropFirst())
    return .done(answers[0])
  }

  private static func clientPIN(_ parameters: CBOR, _ state: inout State) -> Result {
    switch parameters[2] {
    case 1: return .done([3: .integer(state.triesLeft)])
    case 2:
      // The private key is 1, so the public one is the curve's base point.
      return .done([1: [1: 2, 3: -25, -1: 1, -2: .bytes(basePoint.x), -3: .bytes(basePoint.y)]])
    case 5:
      // With 1 as the private key, the shared point is the other public key.
      guard let pin = state.pin, let shared = parameters[3]?[-2]?.bytes else { return .error(0x35) }
      let cipher = AES256(key: Digest.sha256(shared))
      if state.triesLeft == 0 { return .error(0x32) }
      if state.wrongPINsInRow == 3 { return .error(0x34) }
      guard parameters[6]?.bytes == cipher.encrypt(Array(Digest.sha256(pin.utf8).prefix(16))) else {
        state.triesLeft -= 1
        state.wrongPINsInRow += 1
        return .error(state.triesLeft == 0 ? 0x32 : state.wrongPINsInRow == 3 ? 0x34 : 0x31)
      }
      state.triesLeft = 8
      state.wrongPINsInRow = 0
      return .done([2: .bytes(cipher.encrypt(pinToken))])
    default:
      Issue.record("unexpected command for PINs: \(parameters)")
      return .error(0x3E)
    }
  }
}
