import AuthClient
import Essentials
import Flows
import HTTP
import OpenIDConnect
import TerminalIO

/// On another machine: the person opens an address there and types a code, while this command asks again and again
/// whether that is done (RFC 8628).
struct DeviceWay: ProviderWay {
  let client: OwnClient
  let person: Person
  let world: World

  func signIn(_ use: (OAuthCredential) throws -> SignInOutcome) throws -> SignInOutcome {
    let device = try client.asking { () throws(OpenIDError) in
      try client.connection.deviceAuthorization(
        with: client.provider, as: client.client, scopes: client.scopes)
    }
    person.say("On any machine, open \(device.verificationURI) and type the code \(device.userCode)")
    if let address = device.completeURI { person.say("Or open: \(address)") }
    let answer = try granted(device)
    return try use(try client.credential(answer))
  }

  private static let longestInterval = Duration.seconds(60)

  private func granted(_ device: DeviceAuthorization) throws -> TokenAnswer {
    let start = world.uptime()
    let limit = min(device.lifetime, person.waitLimit)
    var interval = device.interval
    while true {
      guard world.uptime() - start + interval <= limit else {
        // The person's time or the code's, whichever is shorter.
        if limit < device.lifetime { throw TerminalError.timedOut }
        throw OwnClientProblem.asked(
          client.identityProvider, .refused(code: "expired_token", description: nil))
      }
      world.pause(interval)
      if world.interruption() != nil { throw TerminalError.interrupted }
      do throws(OpenIDError) {
        switch try client.connection.poll(device, with: client.provider, as: client.client) {
        case .pending: break
        case .slowDown: interval += .seconds(5)
        case .granted(let answer): return answer
        }
      } catch {
        // RFC 8628 §3.5: who does not answer is asked less often. The person is still at it meanwhile.
        guard error.mayPass else { throw OwnClientProblem.asked(client.identityProvider, error) }
        interval = min(interval * 2, Self.longestInterval)
      }
    }
  }
}

extension OpenIDError {
  /// Whether the same question may well be answered later.
  fileprivate var mayPass: Bool {
    switch self {
    case .status(_, let status): status >= 500
    case .unreachable(_, let reason):
      switch reason {
      case .timedOut, .sentInPart, .cutOff, .cutOffSending, .connectionRefused, .connectionFailed,
        .nameNotResolved:
        true
      default: false
      }
    default: false
    }
  }
}
