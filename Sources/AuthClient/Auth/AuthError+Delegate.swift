extension AuthError {
  /// What a delegate threw: its own word for it, a cancellation, or what went wrong below.
  package init(delegate error: any Error) {
    switch error {
    case _ where Task.isCancelled: self.init(.cancelled)
    case let error as AuthError: self = error
    case let code as AuthErrorCode: self.init(code)
    case is CancellationError: self.init(.webContextCancelled)
    default: self.init(.appVerificationUserInteractionFailure, underlyingError: error)
    }
  }
}
