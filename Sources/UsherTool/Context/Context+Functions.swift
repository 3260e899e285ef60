import AuthServer
import HTTP

extension Context {
  /// Reaches the functions that a local server asks before sign-ins.
  var functions: @Sendable (Policy) -> any HTTPTransport {
    { [network] policy in
      let transport = network(NetworkSettings(deadline: .seconds(policy.functionTimeout), proxy: ""))
      return policy.functionsAnywhere ? transport : PrivateTransport(transport: transport)
    }
  }
}
