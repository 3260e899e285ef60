import IdentityToolkit

/// A type that answers an RPC for one call.
///
/// The operation of the RPC `SignUp` is called `SignUpOperation`. The routes bring the two together.
protocol Operation: Sendable {
  associatedtype Request
  associatedtype Response

  /// Whether Firebase's emulator does this in a disabled tenant, too.
  static var worksWhereAuthIsDisabled: Bool { get }

  var call: Call { get }

  init(call: Call)

  func answer(_ request: Request) throws -> Response

  /// Makes the checks that Firebase's emulator makes before all others.
  ///
  /// The emulator looks at the project's switches before it looks at a request. The service does not: `answer` has its
  /// order.
  /// - Parameter settings: Returns the project's settings, which not every check needs.
  func checkFirst(_ request: Request, _ settings: () throws -> ProjectSettings) throws
}

extension Operation {
  static var worksWhereAuthIsDisabled: Bool { false }

  func checkFirst(_ request: Request, _ settings: () throws -> ProjectSettings) {}

  /// Returns the call's project, for a transaction that only reads or deletes.
  ///
  /// Call this in an operation that works where authentication is disabled.
  func findProject(in transaction: Transaction) throws -> Project {
    try Self.worksWhereAuthIsDisabled && call.dialect.worksWhereAuthIsDisabled
      ? call.knownProject(in: transaction) : call.findProject(in: transaction)
  }
}
