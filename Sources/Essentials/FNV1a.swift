/// The 64-bit FNV-1a hash. It is short and the same in every run, and does not hide its input.
package enum FNV1a {
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
