/// The settings of connections to servers that have an address.
package struct NetworkSettings: Sendable, Equatable {
  /// The time limit of one request.
  package var deadline: Duration
  /// A file with the CA certificates to trust instead of the system's.
  package var caFile: String?
  /// The proxy to use instead of the environment's; never used for loopback.
  package var proxy: String?

  package init(deadline: Duration, caFile: String? = nil, proxy: String? = nil) {
    self.deadline = deadline
    self.caFile = caFile
    self.proxy = proxy
  }
}
