import Crypto
import Synchronization

/// Bytes that look random and are the same each time: with them, a test's codes and ids are.
///
/// ```swift
/// let random = SeededRandom(seed: 1)
/// let server = try LocalServer(random: { random.bytes($0) })
/// ```
///
/// Anybody can compute them: for tests alone. The key of signed tokens is not made of them.
public final class SeededRandom: Sendable {
  private struct State {
    var blocks = 0
    var drawn: [UInt8] = []
  }

  private let seed: Int
  private let state = Mutex(State())

  /// Bytes that `seed` decides.
  public init(seed: Int) {
    self.seed = seed
  }

  /// The next `count` bytes. Which thread asks first decides who gets which.
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
