import AuthClient
import CommandKit
import Essentials
import HTTP
import HTTPListener
import PrivateFiles

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
