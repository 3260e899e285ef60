/// The client whose thread waits for a delegate: a call of the delegate's on it would wait for itself.
enum WaitingClient {
  @TaskLocal static var id: ObjectIdentifier?
}
