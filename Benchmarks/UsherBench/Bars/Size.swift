import LibC

extension Bar {
  @Sendable static func size(_ lot: Lot) throws -> [Finding] {
    var status = stat()
    guard stat(lot.binary, &status) == 0 else { throw Failure("\(lot.binary): \(lastError)") }
    return [.figure("release binary", Double(status.st_size) / 1e6, "MB", atMost: 25)]
  }
}
