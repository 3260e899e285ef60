import AuthServer
import HTTP

// Whom a local server of this process asks itself.

extension World {
  /// Reaches the functions that a local server asks before sign-ins.
  var functions: @Sendable (Policy) -> any HTTPTransport {
    { [network] policy in
      let transport = network(NetworkSettings(deadline: .seconds(policy.functionTimeout), proxy: ""))
      return policy.functionsAnywhere ? transport : PrivateTransport(transport: transport)
    }
  }

  /// Reaches the identity providers that a local server asks itself.
  var identityProviders: @Sendable () -> any HTTPTransport {
    { [network] in network(NetworkSettings(deadline: .seconds(10))) }
  }
}
