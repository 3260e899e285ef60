import AuthClient
import IdentityToolkit

extension Context {
  /// By how many seconds the clock was moved of the local server that this run goes to; 0 where it goes to another
  /// server, or this one does not say.
  var localServersLead: Double {
    guard let destination = try? destination(), destination.endpoint.isLocal,
      let clock = try? localServer().clock()
    else { return 0 }
    return Double(clock.offsetSeconds)
  }
}
