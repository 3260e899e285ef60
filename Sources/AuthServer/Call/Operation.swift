import IdentityToolkit

/// A type that answers an RPC for one call.
///
/// The operation of the RPC `SignUp` is called `SignUpOperation`.
protocol Operation: Sendable {
  associatedtype Procedure: RPC

  init(call: Call)

  func answer(_ request: Procedure.Request) throws -> Procedure.Response
}
