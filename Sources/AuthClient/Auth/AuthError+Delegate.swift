extension AuthError {
  /// Creates the error of a call whose delegate threw `error`.
  ///
  /// In a cancelled task, the code is `cancelled`. An `AuthError` stays as it is, and a `CancellationError` becomes
  /// `webContextCancelled`. Any other error becomes the underlying error.
  /// - Parameter code: The code for any other error. It says what the user was asked to do.
  package init(delegate error: any Error, as code: AuthErrorCode) {
    switch error {
    case _ where Task.isCancelled: self.init(.cancelled)
    case let error as AuthError: self = error
    case let thrown as AuthErrorCode: self.init(thrown)
    case is CancellationError: self.init(.webContextCancelled)
    default: self.init(code, underlyingError: error)
    }
  }
}
