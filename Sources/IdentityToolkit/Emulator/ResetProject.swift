import HTTP

/// Forgets a project's accounts, sessions, codes, messages and configuration; the signing key stays.
package enum ResetProject: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:reset")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
