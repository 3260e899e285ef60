import Crypto
import Synchronization

/// The same bytes in every run, and never the same bytes twice.
final class SeededRandom: Sendable {
  private let state: Mutex<(seed: Int, drawn: [UInt8])>

  init(seed: Int) {
    state = Mutex((seed, []))
  }

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      while state.drawn.count < count {
        state.drawn += Digest.sha256("\(state.seed)".utf8)
        state.seed += 1
      }
      defer { state.drawn.removeFirst(count) }
      return Array(state.drawn.prefix(count))
    }
  }
}
