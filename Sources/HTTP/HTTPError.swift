/// Nothing usable came back.
package enum HTTPError: Error, Equatable, Sendable {
  /// The host's name did not resolve.
  case nameNotResolved(host: String)
  /// Nobody listens there.
  case connectionRefused
  /// The connection could not be made for another reason, `reason` in the library's words.
  case connectionFailed(reason: String)
  /// The connection could not be trusted: certificate, host name, protocol.
  case tlsFailed(reason: String)
  /// A proxy could not be reached, broke off, or did not answer.
  case proxyFailed(reason: String)
  /// A proxy answered with this status in place of the server.
  case proxyRefused(status: Int)
  /// No whole answer within the deadline, in seconds.
  case timedOut(seconds: Int)
  /// The deadline, in seconds, came when so many bytes of the body had gone out.
  case sentInPart(sent: Int, of: Int, seconds: Int)
  /// The connection ended in the middle of the answer.
  case cutOff
  /// The connection ended before the whole body had gone out.
  case cutOffSending
  /// The time that the caller gave for everything, in seconds, is used up; `isSent` where a request had gone out by
  /// then, which the server may have followed.
  case outOfTime(seconds: Int, isSent: Bool = false)
  /// The answer is larger than the cap, in bytes.
  case tooLarge(limit: Int)
  /// The answer is not HTTP.
  case malformed(reason: String)
  /// The server sent the client elsewhere; no client of this project follows.
  case redirected(status: Int)
  /// The address is not one a request can be sent to.
  case badAddress(String)
  /// A signal, Ctrl-C say, ended the wait.
  case interrupted
  /// The library that sends requests, called `name`, is not installed.
  case libraryMissing(name: String)
  /// The server in this process could not answer.
  case handler(HandlerFailure)
}
