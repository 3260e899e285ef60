import Crypto
import Synchronization

/// A source of bytes that look random but are the same in each run, so codes and IDs are too.
///
/// ```swift
/// let random = SeededRandom(seed: 1)
/// let server = try LocalServer(random: { random.bytes($0) })
/// ```
///
/// Anybody can compute these bytes, so use them in tests only. The key that signs tokens does not come from them.
public final class SeededRandom: Sendable {
  private struct State {
    var blocks = 0
    var drawn: [UInt8] = []
  }

  private let seed: Int
  private let state = Mutex(State())

  /// Creates a source whose bytes depend only on `seed`.
  public init(seed: Int) {
    self.seed = seed
  }

  /// Returns the next `count` bytes.
  ///
  /// With several threads, the order of the calls decides who gets which.
  public func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      while state.drawn.count < count {
        state.drawn += Digest.sha256("\(seed)/\(state.blocks)".utf8)
        state.blocks += 1
      }
      defer { state.drawn.removeFirst(count) }
      return Array(state.drawn.prefix(count))
    }
  }
}
