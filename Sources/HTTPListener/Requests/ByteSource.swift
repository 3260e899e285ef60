/// Where bytes come from.
protocol ByteSource {
  /// Waits for bytes and fills the beginning of `buffer`, which has room; how many they were, 0 at the end.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// Why a request could not be read.
enum ReceiveFailure: Error {
  /// The peer has ended, or the connection was cut.
  case ended
  case refused(Refusal)
}
