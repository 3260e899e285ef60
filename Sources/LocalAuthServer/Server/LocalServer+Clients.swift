public import AuthClient
package import HTTP

extension LocalServer {
  /// A new client of this server, which calls it directly, without a socket, and goes by its clock.
  ///
  /// The session ends with the client. An interrupted call, and a stopped server, do not wait for a planned delay.
  /// - Parameter tenantID: The tenant that users are signed in to; by default that of this object.
  public func auth(tenantID: String? = nil) -> Auth {
    do throws(AuthError) {
      return try auth(tenantID: tenantID, persistence: InMemoryPersistence())
    } catch {
      fatalError("an empty session could not be read: \(error)")
    }
  }

  /// A new client of this server, with the user that `persistence` kept.
  ///
  /// - Parameters:
  ///   - tenantID: The tenant that users are signed in to; by default that of this object.
  ///   - persistence: Where the session is kept.
  /// - Throws: `AuthError` of code `persistenceError` where the session cannot be read.
  public func auth(
    tenantID: String? = nil, persistence: any UserPersistence
  ) throws(AuthError) -> Auth {
    let auth = try Auth(
      AuthOptions(apiKey: "local", projectID: projectID), persistence: persistence,
      transport: DirectTransport(core: core), endpoint: .embedded, now: core.clock)
    if let tenant = tenantID ?? self.tenantID { auth.tenantID = tenant }
    return auth
  }

  /// Takes requests here, for who calls the server by its address.
  package var transport: any HTTPTransport { DirectTransport(core: core) }
}
