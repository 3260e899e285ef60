/// A listener for sign-ins and sign-outs, to be removed by.
public struct AuthStateDidChangeListenerHandle: Sendable {
  let task: Task<Void, Never>
}
