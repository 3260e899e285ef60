protocol ByteSource {
  /// Waits for bytes and writes them to the beginning of `buffer`.
  ///
  /// Returns their number, or 0 at the end.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// A reason why a request could not be read.
enum ReceiveFailure: Error {
  /// The peer has closed the connection, or it was cut.
  case ended
  case refused(Refusal)
}
