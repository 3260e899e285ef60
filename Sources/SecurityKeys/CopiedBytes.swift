extension [UInt8] {
  /// Copies bytes that belong to C; nil if there are none.
  init?(copying bytes: UnsafePointer<UInt8>?, count: Int) {
    guard let bytes, count > 0 else { return nil }
    self.init(UnsafeBufferPointer(start: bytes, count: count))
  }
}
