package import IdentityToolkit

/// A mailed link cannot be completed here.
package enum LinkProblem: Error, Equatable {
  /// It links or re-authenticates an account that is not signed in here.
  case foreignSession
  /// The link is still good.
  case sentToAnotherAddress(ServerError)
}
