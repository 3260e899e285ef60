extension AuthError {
  /// What a delegate threw: its own word for it, a cancellation, or what went wrong below.
  init(delegate error: any Error) {
    switch error {
    case let error as AuthError: self = error
    case is CancellationError: self.init(.webContextCancelled)
    default: self.init(.appVerificationUserInteractionFailure, underlyingError: error)
    }
  }
}
