internal import CCurl
internal import HTTP
private import LibC

/// What libcurl says of a request without an answer.
struct CurlFailure {
  let code: CURLcode
  /// libcurl's sentence. It may name hosts, and for a bad proxy its password.
  let message: String
  let systemError: Int32
  /// What a proxy answered to CONNECT, 0 where none did.
  let proxyStatus: Int
  /// Whether the request had begun to go out.
  let wasSent: Bool
  /// How much of its body had, in bytes, and how much there was.
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
      // Before a request nothing but a proxy is written to or read from, and TLS has codes of its own.
      if !wasSent { return .proxyFailed(reason: "it ends the connection") }
      // What ends a connection before anything of the body is there is not led to it by the size.
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

  /// Whose fault it is only the sentence tells: "Failed to connect to HOST port 443: No route to host".
  private func connectionFailure(host: String) -> HTTPError {
    let known = message.hasPrefix(Self.beginning)
    if known, !message.dropFirst(Self.beginning.count).hasPrefix("\(Self.bare(host)) ") {
      return .proxyFailed(reason: message)
    }
    if systemError == ECONNREFUSED { return .connectionRefused }
    return .connectionFailed(reason: known ? message : standardMessage)
  }

  private static let beginning = "Failed to connect to "

  /// `host` without the brackets of an IPv6 address.
  private static func bare(_ host: String) -> Substring {
    host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...]
  }

  /// A line of the head beyond what libcurl takes. Older versions say that there is no memory.
  private static let tooLarge = CURLcode(rawValue: 100)

  private var standardMessage: String {
    String(cString: ccurl_easy_strerror(code))
  }
}
