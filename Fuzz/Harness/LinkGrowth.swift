import AuthClient

extension FuzzTarget {
  /// Long texts around links: the time they take grows with their length, and not faster.
  ///
  /// An input is what a text begins with, what it repeats and what it ends with, each ended by a NUL. A byte of
  /// one in what is repeated stands for the number of the repetition.
  static let linkGrowth = FuzzTarget(name: "link-growth") { bytes in
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty else { return }
    var text = Array(parts[0])
    var number = 0
    while text.count < size {
      for byte in parts[1] {
        if byte == 1 { text += String(number).utf8 } else { text.append(byte) }
      }
      number += 1
    }
    text += parts[2]
    _ = try? ActionCodeURL(String(decoding: text, as: UTF8.self))
  }

  /// So long that the square of it takes longer than an input may.
  private static let size = 16 << 10
}
