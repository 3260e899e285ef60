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

  init(
    _ options: AppVerificationOptions, _ world: World, _ machineTime: MachineTime, _ state: StateAccess,
    at service: Service, of person: Person
  ) throws {
    let destination = try service.destination()
    let method = try options.method(orElse: destination.settings.appVerification)
    binding = destination.binding
    usesCredential = [.auto, .push].contains(method)
    kept = usesCredential ? try state.read()[binding].appCredentials?.credential : nil
    verification = AppVerification(
      inbox: AppVerificationInbox(credentials: AppCredentials(credential: kept)), now: world.now,
      pause: {
        [pause = world.pause, interruption = world.interruption, machineTime]
        () throws(AuthFailure) in
        if interruption() != nil { throw .caller(CallerFailure(TerminalError.interrupted)) }
        machineTime.spend(.milliseconds(4))
        pause(.milliseconds(4))
      })
    // What comes after, another proof and the message itself, needs time as well.
    verification.pushWaitLimit = { [machineTime] in machineTime.left.seconds / 2 }
    verification.isAppVerificationDisabledForTesting = method == .testing
    // The embedded server always looks, so it is not asked.
    verification.isVerificationForced = destination.isEmbedded || [.push, .recaptcha].contains(method)
    if method != .push {
      verification.presenter = RecaptchaInBrowser(options, world.standardInput, at: service, of: person)
    }
    guard usesCredential else { return }
    let (endpoint, push, random) = (destination.endpoint, service.embeddedPush, world.random)
    verification.registerForNotifications = { [unowned self] () throws(AuthFailure) in
      do throws(CryptoError) {
        try register(at: endpoint, push, random)
      } catch {
        throw .caller(CallerFailure(error))
      }
    }
  }

  /// A device exists only where a local server's pushes can get: in this process and on this machine.
  private func register(
    at endpoint: Endpoint, _ push: EmbeddedPush, _ random: RandomSource
  ) throws(CryptoError) {
    switch endpoint {
    case .embedded:
      let token = APNSToken(bytes: try random(32), kind: .prod)
      push.register(token, for: verification.inbox)
      verification.setAPNSToken(token.bytes, type: token.kind)
    case .emulator(let origin) where Origin(origin)?.isLoopback == true:
      // Without a port there is no push, and another way.
      let secret = try random(LoopbackDevice.secretSize)
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

/// A device on loopback, which the pushes of a local server reach. Its port is closed when nobody holds it.
final class PushReceiver {
  let token: APNSToken
  private let listener: HTTPListener

  /// - Parameter secret: of a new device, that nobody can guess.
  init(_ inbox: AppVerificationInbox, secret: [UInt8]) throws(ListenError) {
    listener = try HTTPListener(
      Handler(path: LoopbackDevice.path(ofSecret: secret), inbox: inbox), configuration: .forPushes)
    guard let device = LoopbackDevice(port: listener.port, secret: secret) else {
      throw .failed(reason: "port \(listener.port) is the system's")
    }
    token = APNSToken(bytes: device.bytes, kind: .prod)
  }

  deinit {
    listener.stop()
  }

  /// Takes pushes, and tells others nothing.
  private struct Handler: HTTPHandler {
    let path: String
    let inbox: AppVerificationInbox

    func respond(to request: HTTPRequest) -> HTTPResponse {
      // A web page's requests say where they come from; servers' do not.
      guard request.method == .post, ConstantTime.equal(request.path, path), request.headers["Origin"] == nil,
        let notification = JSONValue(json: request.body),
        inbox.canHandleNotification(notification)
      else { return HTTPResponse(status: 404) }
      return HTTPResponse(status: 204)
    }
  }
}

extension HTTPListener.Configuration {
  /// Room for a server's few pushes, which are small.
  fileprivate static var forPushes: Self {
    var configuration = Self()
    configuration.bodyLimit = 8 << 10
    configuration.connectionLimit = 16
    configuration.idleDeadline = .seconds(2)
    configuration.stopDeadline = .milliseconds(200)
    return configuration
  }
}
