extension AuthError {
  /// What a delegate threw: its own word for it, a cancellation, or what went wrong below.
  /// - Parameter code: says what the person was to do.
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
