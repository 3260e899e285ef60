import Testing

@testable import SecurityKeys

@Suite struct CBORByteStringTests {
  @Test(arguments: [0, 1, 23, 24, 37, 255, 256, 70_000])
  func byteStringsOfAnySizeAreRead(size: Int) {
    let bytes = (0..<size).map { UInt8($0 & 0xFF) }
    let head: [UInt8] =
      switch size {
      case ..<24: [0x40 | UInt8(size)]
      case ..<0x100: [0x58, UInt8(size)]
      case ..<0x10000: [0x59, UInt8(size >> 8), UInt8(size & 0xFF)]
      default: [0x5A, 0, UInt8(size >> 16), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
      }
    #expect(CBORByteString.bytes(of: head + bytes) == bytes)
    #expect(CBORByteString.bytes(of: head + bytes + [0]) == nil)
    #expect(CBORByteString.bytes(of: (head + bytes).dropLast()) == nil)
  }

  @Test(arguments: [
    [], [0x61, 0x61], [0x58], [0x59, 0], [0x5F, 0xFF], [0x5B, 0, 0, 0, 0, 0, 0, 0, 0], [0x20],
  ])
  func anythingElseIsNone(encoded: [UInt8]) {
    #expect(CBORByteString.bytes(of: encoded) == nil)
  }
}
