internal import CCurl
internal import HTTP
private import LibC

/// libcurl's information about a request without an answer.
struct CurlFailure {
  let code: CURLcode
  /// libcurl's message.
  ///
  /// It may contain host names, and the password of an invalid proxy.
  let message: String
  let systemError: Int32
  /// A proxy's status for CONNECT, or 0 if there was none.
  let proxyStatus: Int
  /// Whether sending the request had begun.
  let wasSent: Bool
  /// How many bytes of the body were sent, and its size.
  let sent: Int
  let size: Int

  func httpError(host: String, configuration: CurlTransport.Configuration) -> HTTPError {
    if proxyStatus != 0, !(200..<300).contains(proxyStatus) {
      return .proxyRefused(status: proxyStatus)
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxyFailed(reason: standardMessage)
    case CURLE_COULDNT_RESOLVE_HOST: return .nameNotResolved(host: host)
    case CURLE_COULDNT_CONNECT: return connectionFailure(host: host)
    case CURLE_OPERATION_TIMEDOUT:
      let deadline =
        wasSent
        ? configuration.requestDeadline : min(configuration.connectDeadline, configuration.requestDeadline)
      let seconds = max(1, Int(deadline.components.seconds))
      if message.hasPrefix("Proxy CONNECT aborted") {
        return .proxyFailed(reason: "no answer within \(seconds) s")
      }
      return wasSent && sent < size
        ? .sentInPart(sent: sent, of: size, seconds: seconds) : .timedOut(seconds: seconds)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      // Before the request, only a proxy is written to or read from, and TLS has its own codes.
      if !wasSent { return .proxyFailed(reason: "it ends the connection") }
      // If the connection ends before any part of the body is sent, the size is not the cause.
      return sent > 0 && sent < size ? .cutOffSending : .cutOff
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
      return .tlsFailed(reason: message.isEmpty ? standardMessage : message)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY, Self.tooLarge:
      return .malformed(reason: message.isEmpty ? standardMessage : message)
    default: return .connectionFailed(reason: standardMessage)
    }
  }

  /// Returns the error for a failed connection to the server or to a proxy.
  ///
  /// Only the message says which one it is: "Failed to connect to HOST port 443: No route to host".
  private func connectionFailure(host: String) -> HTTPError {
    let known = message.hasPrefix(Self.beginning)
    if known, !message.dropFirst(Self.beginning.count).hasPrefix("\(Self.bare(host)) ") {
      return .proxyFailed(reason: message)
    }
    if systemError == ECONNREFUSED { return .connectionRefused }
    return .connectionFailed(reason: known ? message : standardMessage)
  }

  private static let beginning = "Failed to connect to "

  /// Returns `host` without the brackets of an IPv6 address.
  private static func bare(_ host: String) -> Substring {
    host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...]
  }

  /// The error for a head line that is too long.
  ///
  /// Older versions report missing memory.
  private static let tooLarge = CURLcode(rawValue: 100)

  private var standardMessage: String {
    String(cString: ccurl_easy_strerror(code))
  }
}
