import AuthClient
import AuthServer
import CommandKit
import Essentials
import HTTP
import HTTPListener
import IdentityToolkit
import PrivateFiles
import Synchronization

/// The hub's part, as long as no other hub runs: Firebase's tools find the server, and can export its accounts.
///
/// A hub of the Emulator Suite has the locator as long as it runs, and replaces it if it starts later.
final class Hub: Sendable {
  let address: HubHandler.Address
  /// Whether no other hub ran at the start.
  let isFirst: Bool
  private let listener: HTTPListener
  private let locator: HubLocator
  private let content: HubLocator.Content
  private let transport: any HTTPTransport
  private let isOver = Mutex(false)
  private let ended = Event()

  /// Starts to listen on loopback, and then writes the locator if no other hub runs.
  ///
  /// - Parameters:
  ///   - port: The port to listen on if it is free. By default, it is any free one, and never the usual port 4400: if a
  ///     configuration demands that port, the Suite does not start without it.
  ///   - transport: Asks other hubs whether they still run.
  init(
    at locator: HubLocator, for server: HubHandler.Address, port: UInt16? = nil,
    over transport: any HTTPTransport, export: @escaping HubHandler.Export
  ) throws {
    let handler = HubHandler(server: server, export: export)
    var configuration = HTTPListener.Configuration()
    configuration.port = port ?? 0
    listener = try (try? HTTPListener(handler, configuration: configuration)) ?? HTTPListener(handler)
    address = HubHandler.Address(host: listener.host, port: listener.port)
    handler.listens(at: address)
    guard let origin = Origin("http://" + address.authority) else {
      fatalError("a loopback address that is no origin")
    }
    content = HubLocator.Content(origin: origin)
    self.locator = locator
    self.transport = transport
    isFirst = !Self.answers(at: locator, transport)
    if isFirst { try locator.write(content) }
    try startThread { [self] in
      while !ended.wait(for: Self.interval) { keepLocator() }
    }
  }

  private static let interval: Duration = .seconds(2)

  /// Writes the locator if the other hub has gone: that of the Suite removes it at its end.
  private func keepLocator() {
    guard locator.read() != content, !Self.answers(at: locator, transport) else { return }
    isOver.withLock { isOver in
      if !isOver { try? locator.write(content) }
    }
  }

  /// Removes the locator unless another hub has replaced it, and lets a running export finish.
  func stop() {
    isOver.withLock { $0 = true }
    ended.signal()
    locator.remove(ifStill: content)
    listener.stop()
  }

  /// Returns whether a hub answers that the locator names.
  private static func answers(at locator: HubLocator, _ transport: any HTTPTransport) -> Bool {
    (locator.read()?.hubs ?? []).contains {
      HubLocator.emulators(of: $0, over: transport)?.members != nil
    }
  }
}

// The hub's part, for Firebase's tools.
extension Serve {
  /// Starts the hub's part for the project; nil if there is nothing to start.
  ///
  /// Only the server of a Firebase project's folder has one. A server on any free port has none, because a test has it
  /// for itself, and many may run at once. Firebase's tools use plain HTTP and no secret token.
  func hub(
    beside listener: HTTPListener, _ project: String, _ file: ServeConfiguration, in context: Context,
    export: @escaping @Sendable (ExportFolder) throws -> Int
  ) -> Hub? {
    let (world, server) = (context.world, HubHandler.Address(host: listener.host, port: listener.port))
    guard file.isOfFirebaseProject, port != 0, ownerTokenFile == nil, tlsCertificate == nil,
      Origin("http://" + server.authority)?.isLoopback == true,
      world.environment[HubLocator.hubVariable]?.isEmpty ?? true
    else { return nil }
    let locator = HubLocator(of: project, world.environment)
    let transport = PrivateTransport(
      transport: world.network(NetworkSettings(deadline: .seconds(2), proxy: "")))
    let (tell, now) = (Announcements(world, context.settings).tell, world.now)
    do {
      // A command may be the Suite itself, which needs the port of its hub.
      return try Hub(at: locator, for: server, port: command.isEmpty ? file.hubPort : nil, over: transport) {
        folder throws(Diagnosis) in
        do {
          try folder.checkThatItCanBeWritten()
          let count = try export(folder)
          tell?("Accounts exported to \(folder.path): \(count).")
        } catch {
          let diagnosis = Diagnosis(error, now: now())
          tell?("warning: the export failed: \(diagnosis.message)")
          throw diagnosis
        }
      }
    } catch {
      let reason = (error as? Errno).map { Text(verbatim: $0.reason) } ?? Diagnosis(error, now: now()).message
      context.output.note("Firebase's tools do not find the server: cannot write \(locator.path) (\(reason))")
      return nil
    }
  }
}

/// The functions of other projects, which run where this server's project has none.
///
/// Then functions are not told of its accounts, and nothing says so.
final class OtherFunctions: Sendable {
  private let project: String
  private let finder: FunctionsFinder
  private let tell: @Sendable (Text) -> Void
  private let state = Mutex(State())

  private struct State {
    var hasTold = false
    /// The place that was found last, and was compared already.
    var compared: FunctionsPlace?
  }

  init(of project: String, beside finder: FunctionsFinder, tell: @escaping @Sendable (Text) -> Void) {
    self.project = project
    self.finder = finder
    self.tell = tell
  }

  /// Warns once if the functions that run are those of another project.
  ///
  /// - Parameter place: The functions that were found; they may be those of another project.
  func look(besides place: FunctionsPlace?) {
    let isKnown = state.withLock { $0.hasTold || place != nil && $0.compared == place }
    // The project's own hub runs its functions.
    if isKnown || place?.source == finder.locator.path { return }
    for (other, locator) in finder.locator.others {
      let found = FunctionsFinder(locator: locator, transport: finder.transport).find()
      guard let found, place == nil || place?.origin == found.origin else { continue }
      state.withLock { $0.hasTold = true }
      tell(
        "warning: the functions at \(found.origin.authority) are those of the project \(other), but this server is for \(project)."
      )
      tell("Functions are not told of its accounts. To serve the other project:")
      tell(Text(verbatim: "  usher serve --project \(other)"))
      return
    }
    state.withLock { $0.compared = place }
  }
}
