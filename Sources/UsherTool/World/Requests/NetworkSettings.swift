/// How requests travel to servers that have an address.
package struct NetworkSettings: Sendable, Equatable {
  /// The longest a request may take.
  package var deadline: Duration
  /// Certificates to trust in place of the system's.
  package var caFile: String?
  /// In place of the environment's; never used for loopback.
  package var proxy: String?

  package init(deadline: Duration, caFile: String? = nil, proxy: String? = nil) {
    self.deadline = deadline
    self.caFile = caFile
    self.proxy = proxy
  }
}
