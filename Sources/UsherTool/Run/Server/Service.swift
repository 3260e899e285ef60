import AuthClient
import AuthServer
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit
import Synchronization

/// The service that this run talks to: Google's, a server with an address, or the one inside this process.
///
/// Nothing is opened before it is called.
final class Service {
  let world: World
  let place: Place
  let transports: Transports
  let embeddedPush = EmbeddedPush()
  private let settings: RunSettings
  private let machineTime: MachineTime
  private var readAppCheckToken: String?
  private var openServer: IdentityToolkitServer?

  init(
    _ world: World, _ settings: RunSettings, _ machineTime: MachineTime, _ transports: Transports,
    at place: Place
  ) {
    self.world = world
    self.settings = settings
    self.machineTime = machineTime
    self.transports = transports
    self.place = place
  }

  /// Gives back what was opened.
  func close() {
    openServer = nil
  }

  /// Removes the time limit of the command unless the user set one. Each request keeps its own.
  func liftTimeLimit() {
    if settings.options.timeout == nil, settings.environment["USHER_TIMEOUT"] == nil { machineTime.lift() }
  }

  func destination() throws(Diagnosis) -> Destination { try place.destination() }

  /// The service for calls with the API key.
  func backend() throws -> Backend {
    let destination = try place.destination()
    try place.served.mention(destination) {
      // The owner's token goes only to a server of this machine here: a sign-in elsewhere does not need it.
      LocalServerAdmin(
        backend: try quietBackend(at: destination), credential: destination.endpoint.isLocal ? owner : .owner)
    }
    return try backend(at: destination)
  }

  /// - Parameters:
  ///   - deadline: for one request and its answer; nil is the usual one.
  ///   - transport: in place of the one to the destination.
  func backend(
    at destination: Destination, within deadline: Duration? = nil, over transport: (any HTTPTransport)? = nil
  ) throws -> Backend {
    place.served.warnOfAnother(than: destination)
    return try quietBackend(at: destination, within: deadline, over: transport)
  }

  private func quietBackend(
    at destination: Destination, within deadline: Duration? = nil, over transport: (any HTTPTransport)? = nil
  ) throws -> Backend {
    Backend(
      endpoint: destination.endpoint, apiKey: destination.apiKey, project: destination.project,
      tenant: destination.tenant, languageCode: place.language, identity: try identity(at: destination),
      transport: try transport ?? self.transport(to: destination, within: deadline),
      pause: { [pause = world.pause, random = world.random, machineTime] tries in
        // 0.2, 0.6 s…, give or take half, so that a fleet of jobs does not come back in step.
        let jitter = 0.5 + Double((try? random(1))?.first ?? 128) / 255
        let time = Duration.seconds(0.2 * jitter * (tries == 1 ? 1 : 3))
        machineTime.spend(time)
        pause(time)
      })
  }

  /// Waits for a random time in milliseconds, so that a fleet of jobs does not come back in step.
  ///
  /// Returns whether `--timeout` leaves time for more.
  @discardableResult
  func rest(between least: Int, and most: Int) -> Bool {
    let random = Int((try? world.random(1))?.first ?? 128)
    let time = Duration.milliseconds(least + (most - least) * random / 255)
    machineTime.spend(time)
    world.pause(time)
    return machineTime.left > .zero
  }

  func auth(user: UserRecord? = nil) throws -> BlockingAuth {
    BlockingAuth(backend: try backend(), currentUser: user, now: world.now)
  }

  /// The embedded server, for a page that hands requests on to it; nil where requests leave the process.
  func embeddedHandler() throws -> (any HTTPHandler)? {
    let destination = try place.destination()
    return destination.isEmbedded ? try embeddedServer(project: destination.project) : nil
  }

  /// What requests say about the app, by the profile and `--app-check-token-file`.
  private func identity(at destination: Destination) throws -> AppIdentity {
    var identity = AppIdentity(destination.settings)
    identity.appCheckToken = try appCheckToken()
    return identity
  }

  private func appCheckToken() throws -> String? {
    guard let file = settings.options.appCheckTokenFile else { return nil }
    if let readAppCheckToken { return readAppCheckToken }
    let text = try world.standardInput.text(of: file).filter { !$0.isWhitespace }
    guard !text.isEmpty, HeaderText.isPlain(text) else {
      throw Diagnosis(.badToken, "\(FileInput.name(of: file)) does not contain an App Check token")
    }
    readAppCheckToken = text
    return text
  }

  private func transport(
    to destination: Destination, within deadline: Duration?
  ) throws -> any HTTPTransport {
    guard destination.isEmbedded else { return transports.remote(within: deadline) }
    return transports.shown(EmbeddedTransport(try embeddedServer(project: destination.project)))
  }

  /// The local server inside this process, on the user's own database: opened once.
  private func embeddedServer(project: String) throws -> IdentityToolkitServer {
    if let openServer { return openServer }
    let path = try StateLocation(environment: world.environment.variables).database
    let announcements = Announcements(world, settings)
    let server = IdentityToolkitServer(
      store: try Store(at: .file(path: path)), project: project, policy: .strict, clock: world.now,
      random: world.random, push: embeddedPush, functions: world.functions,
      identityProviders: world.identityProviders,
      notice: announcements.notices(for: project), pause: world.pause, version: Release.version,
      catalog: world.pageCatalog)
    openServer = server
    return server
  }
}

// MARK: - A local server

extension Service {
  /// The server that `local` commands steer: never Google's.
  /// - Parameter deadline: for one request and its answer; nil is the usual one.
  func localBackend(within deadline: Duration? = nil) throws -> Backend {
    let destination = try place.destination()
    guard destination.endpoint != .production else {
      throw Diagnosis.notLocal
    }
    return try backend(at: destination, within: deadline)
  }

  /// - Parameter deadline: as above; `timeout` for what may take as long as the whole command.
  func localServer(within deadline: Duration? = nil) throws -> LocalServerAdmin {
    LocalServerAdmin(backend: try localBackend(within: deadline), credential: owner)
  }

  /// The credential for a local server.
  var owner: AdministratorCredential {
    settings.environment["USHER_OWNER_TOKEN"].map { AdministratorCredential(ownerToken: $0) } ?? .owner
  }

  /// The page to which the local server's project leads its mailed links, without its query; nil where it has none.
  func emailHandler() -> String? {
    guard var destination = try? place.destination(), destination.endpoint != .production else { return nil }
    destination.tenant = nil
    let administrator = (try? quietBackend(at: destination)).map {
      ProjectAdministrator(backend: $0, credential: destination.endpoint.isLocal ? owner : .owner)
    }
    let config = try? administrator?.projectConfig()
    return config?.value(at: ["notification", "sendEmail", "callbackUri"])?.string.map {
      String($0.prefix { !"?#".contains($0) })
    }
  }

  /// By how many seconds the clock was moved of the local server that this run goes to; 0 where it goes to another
  /// server, or this one does not say.
  var localServersLead: Double {
    guard let destination = try? place.destination(), destination.endpoint.isLocal,
      let clock = try? localServer().clock()
    else { return 0 }
    return Double(clock.offsetSeconds)
  }

  /// The time of a local server whose clock was moved; nil where none was.
  var localTime: Date? {
    let lead = localServersLead
    return lead == 0 ? nil : world.now() + lead
  }
}

extension Diagnosis {
  static let notLocal = Diagnosis(
    .notLocal, "production is not a local server",
    hint: "use --endpoint local, or the URL of a running serve")
}

/// Pushes of the embedded server: its device is this very process, so that a push is a function call.
final class EmbeddedPush: PushDelivery {
  private let device = Mutex<(token: String, inbox: AppVerificationInbox)?>(nil)

  /// From now on pushes to `token` come into `inbox`.
  func register(_ token: APNSToken, for inbox: AppVerificationInbox) {
    device.withLock { $0 = (token.text, inbox) }
  }

  func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)? {
    guard let (token, inbox) = device.withLock({ $0 }), token == appToken else { return nil }
    return { push in _ = inbox.canHandleNotification(push.notification) }
  }
}
