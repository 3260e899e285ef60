import IdentityToolkit

/// A type that answers an RPC for one call.
///
/// The operation of the RPC `SignUp` is called `SignUpOperation`.
protocol Operation: Sendable {
  associatedtype Procedure: RPC

  init(call: Call)

  func answer(_ request: Procedure.Request) throws -> Procedure.Response

  /// Makes the checks that Firebase's emulator makes before all others.
  ///
  /// The emulator looks at the project's switches before it looks at a request. The service does not: `answer` has its
  /// order.
  func checkFirst(_ request: Procedure.Request, _ settings: ProjectSettings) throws(ServerError)
}

extension Operation {
  func checkFirst(_ request: Procedure.Request, _ settings: ProjectSettings) {}
}
