/// A reason why there is no usable answer.
package enum HTTPError: Error, Equatable, Sendable {
  /// The host's name did not resolve.
  case nameNotResolved(host: String)
  /// No server listens on this port.
  case connectionRefused
  /// The connection failed for another reason.
  ///
  /// `reason` is the library's message.
  case connectionFailed(reason: String)
  /// The connection is not trusted, because of the certificate, the host name or the protocol.
  case tlsFailed(reason: String)
  /// A proxy could not be reached, closed the connection, or did not answer.
  case proxyFailed(reason: String)
  /// A proxy answered with this status in place of the server.
  case proxyRefused(status: Int)
  /// The answer was not complete within this time limit, in seconds.
  case timedOut(seconds: Int)
  /// The time limit, in seconds, ended after a part of the body was sent.
  case sentInPart(sent: Int, of: Int, seconds: Int)
  /// The connection ended in the middle of the answer.
  case cutOff
  /// The connection ended before the whole body was sent.
  case cutOffSending
  /// The caller's total time limit, in seconds, has ended.
  ///
  /// `isSent` is true if a request was sent before that, and the server may have processed it.
  case outOfTime(seconds: Int, isSent: Bool = false)
  /// The answer exceeds this limit, in bytes.
  case tooLarge(limit: Int)
  /// The answer is not HTTP.
  case malformed(reason: String)
  /// The server sent a redirect, and no client of this project follows one.
  case redirected(status: Int)
  /// The address cannot be used for a request.
  case badAddress(String)
  /// A signal, such as Ctrl-C, ended the wait.
  case interrupted
  /// The library that sends requests, called `name`, is not installed.
  case libraryMissing(name: String)
  /// The server in this process could not answer.
  case handler(HandlerFailure)
}
