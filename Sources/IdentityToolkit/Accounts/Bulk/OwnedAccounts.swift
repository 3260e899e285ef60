import HTTP

/// The RPC `accounts:signUp` for administrators, who name the project.
package enum CreateAccount: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v1/projects/{project}/accounts")

  package typealias Request = SignUp.Request
  package typealias Response = SignUp.Response
}

/// The RPC `accounts:update` for administrators, who name the project.
package enum ChangeAccount: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v1/projects/{project}/accounts:update")

  package typealias Request = UpdateAccount.Request
  package typealias Response = UpdateAccount.Response
}
