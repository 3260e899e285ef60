import AuthClient

extension FuzzTarget {
  /// Checks that the time for long texts around links grows only linearly.
  ///
  /// An input has three parts that end in NUL: the start, the repeated part and the end of the text. In the repeated
  /// part, a byte of 1 stands for the number of the repetition.
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

  /// Large enough that a quadratic algorithm exceeds the time limit.
  private static let size = 16 << 10
}
