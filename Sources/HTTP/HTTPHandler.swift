/// Answers requests. Called from several threads at once.
package protocol HTTPHandler: Sendable {
  /// Every refusal is an answer; only a broken store is an error.
  func respond(to request: HTTPRequest) throws(StorageFailure) -> HTTPResponse
}
