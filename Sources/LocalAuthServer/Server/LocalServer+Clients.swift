public import AuthClient
package import HTTP

extension LocalServer {
  /// Returns a new client that calls this server directly, without a socket, and uses its clock.
  ///
  /// The session ends with the client. If a call is cancelled or the server stops, a planned delay ends too.
  /// - Parameter tenantID: The tenant that users sign in to. By default, the tenant of this object.
  public func auth(tenantID: String? = nil) -> Auth {
    do throws(AuthError) {
      return try auth(tenantID: tenantID, persistence: InMemoryPersistence())
    } catch {
      fatalError("an empty session could not be read: \(error)")
    }
  }

  /// Returns a new client of this server, with the user that `persistence` stored.
  ///
  /// - Parameters:
  ///   - tenantID: The tenant that users sign in to. By default, the tenant of this object.
  ///   - persistence: The storage of the session.
  /// - Throws: `AuthError` with code `persistenceError` if the session cannot be read.
  public func auth(
    tenantID: String? = nil, persistence: any UserPersistence
  ) throws(AuthError) -> Auth {
    let auth = try Auth(
      AuthOptions(apiKey: "local", projectID: projectID), persistence: persistence,
      transport: DirectTransport(core: core), endpoint: .embedded, now: core.clock,
      embeddedOrigin: { [core] in core.origin })
    if let tenant = tenantID ?? self.tenantID { auth.tenantID = tenant }
    return auth
  }

  /// A transport to this server, for code that calls it by its address.
  package var transport: any HTTPTransport { DirectTransport(core: core) }
}
