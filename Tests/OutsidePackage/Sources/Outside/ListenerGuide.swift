import AuthClient
import LocalAuthServer

/// The guides' listeners, as closures and as sequences.
@Sendable func listenerGuide() async throws {
  let auth = try LocalServer().auth()
  let (users, continuation) = AsyncStream.makeStream(of: String?.self)
  let handle = auth.addStateDidChangeListener { _, user in continuation.yield(user?.uid) }
  var heard = users.makeAsyncIterator()
  try expect(try found(await heard.next()) == nil)
  let user = try await auth.signInAnonymously().user
  try expect(try found(await heard.next()) == user.uid)
  auth.removeStateDidChangeListener(handle)

  let tokens = auth.addIDTokenDidChangeListener { _, _ in }
  auth.removeIDTokenDidChangeListener(tokens)

  var states = auth.authStateChanges.makeAsyncIterator()
  try expect(try found(await states.next()) === user)
  try await auth.signOut()
  try expect(try found(await states.next()) == nil)
}
