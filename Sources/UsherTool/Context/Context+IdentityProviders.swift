import HTTP

extension Context {
  /// Reaches the identity providers that a local server asks itself.
  var identityProviders: @Sendable () -> any HTTPTransport {
    { [network] in network(NetworkSettings(deadline: .seconds(10))) }
  }
}
