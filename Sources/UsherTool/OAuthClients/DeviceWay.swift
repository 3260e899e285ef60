import AuthClient
import Essentials
import Flows
import OpenIDConnect
import TerminalIO

/// A sign-in on another machine with the user's own OAuth client (device flow).
///
/// The person opens an address there and types a code, while this command polls the provider.
struct DeviceWay: ProviderWay {
  let client: OwnClient
  let person: Person
  let world: World

  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress {
    let device = try client.deviceAuthorization()
    person.say(
      "On any machine, open this address and type the code \(device.userCode):",
      address: device.verificationURI)
    if let address = device.completeURI {
      person.say("Or open this address, which holds the code:", address: address)
    }
    let tokens = try client.tokens(of: device, within: person.waitLimit, uptime: world.uptime) { interval in
      world.pause(interval)
      if world.interruption() != nil { throw TerminalError.interrupted }
    }
    guard let tokens else { throw TerminalError.timedOut }
    return try use(client.credential(tokens))
  }
}
