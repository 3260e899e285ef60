import AuthClient
import Crypto
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import TerminalIO

/// Verifies this run's app: lends the library a device, a browser and the credential of an earlier run, and
/// has the state keep what is worth it.
final class AppVerifier: AppVerifying {
  let verification: AppVerification
  private let binding: Binding
  /// Whether the credential in the state plays a part.
  private let usesCredential: Bool
  /// What the state is known to hold.
  private var kept: AppCredential?
  private var receiver: PushReceiver?

  init(_ options: AppVerificationOptions, in context: Context) throws {
    let method = try options.method(orElse: try context.destination().settings.appVerification)
    binding = try context.binding()
    usesCredential = [.auto, .push].contains(method)
    kept = usesCredential ? try context.savedState()[binding].appCredentials?.credential : nil
    verification = AppVerification(
      inbox: AppVerificationInbox(credentials: AppCredentials(credential: kept)), now: context.now,
      pause: {
        [pause = context.pause, interruption = context.interruption, time = context.machineTime]
        () throws(AuthFailure) in
        if interruption() != nil { throw .caller(CallerFailure(TerminalError.interrupted)) }
        time.spend(.milliseconds(4))
        pause(.milliseconds(4))
      })
    // What comes after, another proof and the message itself, needs time as well.
    verification.pushWaitLimit = { [time = context.machineTime] in time.left.seconds / 2 }
    verification.isAppVerificationDisabledForTesting = method == .testing
    verification.isVerificationForced = [.push, .recaptcha].contains(method)
    if method != .push { verification.presenter = RecaptchaInBrowser(options, in: context) }
    guard usesCredential else { return }
    let endpoint = try context.destination().endpoint
    verification.registerForNotifications = { [unowned self, unowned context] () throws(AuthFailure) in
      do throws(CryptoError) {
        try register(at: endpoint, context)
      } catch {
        throw .caller(CallerFailure(error))
      }
    }
  }

  /// A device exists only where a local server's pushes can get: in this process and on this machine.
  private func register(at endpoint: Endpoint, _ context: Context) throws(CryptoError) {
    switch endpoint {
    case .embedded:
      let token = APNSToken(bytes: try context.random(32), kind: .prod)
      context.embeddedPush.register(token, for: verification.inbox)
      verification.setAPNSToken(token.bytes, type: token.kind)
    case .emulator(let origin) where Origin(origin)?.isLoopback == true:
      // Without a port there is no push, and another way.
      let secret = try context.random(LoopbackDevice.secretSize)
      guard let receiver = try? PushReceiver(verification.inbox, secret: secret) else { return }
      self.receiver = receiver
      verification.setAPNSToken(receiver.token.bytes, type: receiver.token.kind)
    case .emulator, .production: return
    }
  }

  /// Whether the state should hold another credential.
  var hasNews: Bool { usesCredential && verification.inbox.credentials.credential != kept }

  /// Brings the credential into the state; another process's newer one stays.
  func save(in state: inout SavedState) {
    guard hasNews else { return }
    let credential = verification.inbox.credentials.credential
    if credential != nil || state[binding].appCredentials?.credential == kept {
      state[binding].appCredentials = credential.map { AppCredentials(credential: $0) }
    }
    kept = credential
  }
}
