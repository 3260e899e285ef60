import AuthServer
import CommandKit
import HTTP

// What functions are told.
extension Serve {
  /// Returns how the server of `project` finds functions and tells them of accounts.
  func functionsSettings(for project: String, in context: Context) throws -> FunctionsSettings {
    let world = context.world
    let named = try functions.map { text in
      guard let origin = Origin("http://" + text), origin.port != nil else {
        throw UsageError.misuse(
          "'\(text)' is not valid for --functions", hint: "write it as in 127.0.0.1:5001")
      }
      return FunctionsPlace(origin: origin, source: "--functions")
    }
    let transport = PrivateTransport(
      transport: world.network(NetworkSettings(deadline: .seconds(5), proxy: "")))
    let finder = FunctionsFinder(
      named: named, hub: world.environment[FunctionsFinder.hubVariable],
      locator: FunctionsFinder.locator(of: project, world.environment), transport: transport)
    return FunctionsSettings(
      isExpected: finder.named != nil || finder.hub != nil, find: { finder.find() }, transport: transport,
      uptime: world.uptime)
  }
}
