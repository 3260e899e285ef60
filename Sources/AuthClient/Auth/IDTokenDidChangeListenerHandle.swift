/// A listener for ID tokens, to be removed by.
public struct IDTokenDidChangeListenerHandle: Sendable {
  let task: Task<Void, Never>
}
