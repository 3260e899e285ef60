internal import CCurl
internal import Essentials
internal import HTTP
private import LibC

/// A libcurl handle, which is set up for one request, performed and reset.
final class CurlHandle {
  private let curl: UnsafeMutableRawPointer
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init() {
    guard let curl = ccurl_easy_init() else { fatalError("libcurl: out of memory") }
    self.curl = curl
  }

  deinit {
    ccurl_easy_cleanup(curl)
    message.deallocate()
  }

  func send(
    _ request: HTTPRequest, configuration: CurlTransport.Configuration
  ) throws(HTTPError) -> HTTPResponse {
    let address = try Address(request.url)
    let headers = try RequestHeaders(request, userAgent: configuration.userAgent)
    let reception = Reception(
      headLimit: configuration.headLimit, bodyLimit: configuration.bodyLimit,
      isInterrupted: configuration.isInterrupted)
    // Resetting removes the request but keeps the connection.
    defer { ccurl_easy_reset(curl) }
    let code = withExtendedLifetime((address, headers, reception)) {
      prepare(request, to: address, headers: headers, configuration: configuration)
      receive(into: reception)
      return ccurl_easy_perform(curl)
    }
    if let failure = reception.failure { throw failure }
    guard code == CURLE_OK else {
      throw failure(code, of: request, wasSent: reception.wasSent).httpError(
        host: address.host, configuration: configuration)
    }
    return try reception.response(
      status: ccurl_get_long(curl, CURLINFO_RESPONSE_CODE), takesRedirects: request.takesRedirects)
  }

  private func prepare(
    _ request: HTTPRequest, to address: Address, headers: RequestHeaders,
    configuration: CurlTransport.Configuration
  ) {
    ccurl_set_pointer(curl, CURLOPT_CURLU, UnsafeRawPointer(address.url))
    ccurl_set_string(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_long(curl, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    ccurl_set_long(curl, CURLOPT_NOSIGNAL, 1)
    ccurl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, configuration.connectDeadline.milliseconds)
    ccurl_set_long(curl, CURLOPT_TIMEOUT_MS, configuration.requestDeadline.milliseconds)
    ccurl_set_pointer(curl, CURLOPT_HTTPHEADER, headers.lines)
    setMethodAndBody(request)
    // Empty means no proxy, and nil means the environment's.
    ccurl_set_string(curl, CURLOPT_PROXY, address.isLoopback ? "" : configuration.proxy)
    // A proxy's answer to CONNECT is not part of the server's answer.
    ccurl_set_long(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if address.isEncrypted { setTrust(configuration.trust) }
  }

  private func setMethodAndBody(_ request: HTTPRequest) {
    if request.method == .head {
      ccurl_set_long(curl, CURLOPT_NOBODY, 1)
      return
    }
    if !request.body.isEmpty || [.post, .put, .patch].contains(request.method) {
      ccurl_set_long(curl, CURLOPT_POST, 1)
      ccurl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      _ = request.body.withUnsafeBytes { body in
        // Without a pointer, libcurl would read the body from standard input.
        if let start = body.baseAddress, !body.isEmpty {
          return ccurl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, start)
        } else {
          return ccurl_set_string(curl, CURLOPT_COPYPOSTFIELDS, "")
        }
      }
    }
    ccurl_set_string(curl, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  private func setTrust(_ trust: CurlTransport.Trust) {
    ccurl_set_long(curl, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    switch trust {
    case .file(let path):
      ccurl_set_string(curl, CURLOPT_CAINFO, path)
      ccurl_set_string(curl, CURLOPT_CAPATH, nil)
    case .folder(let path):
      ccurl_set_string(curl, CURLOPT_CAINFO, nil)
      ccurl_set_string(curl, CURLOPT_CAPATH, path)
    case .system:
      // From a folder, only the needed authority is read, but from a bundle all of them: 9 ms and 26 ms.
      guard let folder = SystemTrust.hashedFolder else { return }
      setTrust(.folder(folder))
    }
  }

  /// Makes libcurl pass received data to `reception`.
  private func receive(into reception: Reception) {
    message.pointee = 0
    ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, message)
    let context = Unmanaged.passUnretained(reception).toOpaque()
    ccurl_set_data_callback(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Reception.from(context).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    ccurl_set_pointer(curl, CURLOPT_HEADERDATA, context)
    ccurl_set_data_callback(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Reception.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    ccurl_set_pointer(curl, CURLOPT_WRITEDATA, context)
    ccurl_set_progress(curl) { context, _, _, _, _ in Reception.from(context).mayGoOn() ? 0 : 1 }
    ccurl_set_pointer(curl, CURLOPT_XFERINFODATA, context)
    ccurl_set_long(curl, CURLOPT_NOPROGRESS, 0)
    ccurl_set_before_request(curl) { context, _, _, _, _ in
      Reception.from(context).maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
    ccurl_set_pointer(curl, CURLOPT_PREREQDATA, context)
  }

  private func failure(_ code: CURLcode, of request: HTTPRequest, wasSent: Bool) -> CurlFailure {
    CurlFailure(
      code: code, message: String(cString: message),
      systemError: Int32(truncatingIfNeeded: ccurl_get_long(curl, CURLINFO_OS_ERRNO)),
      proxyStatus: ccurl_get_long(curl, CURLINFO_HTTP_CONNECTCODE),
      wasSent: wasSent, sent: Int(ccurl_get_size(curl, CURLINFO_SIZE_UPLOAD_T)), size: request.body.count)
  }
}

/// The system's trusted certificate authorities.
enum SystemTrust {
  /// The folder of authorities by the hash of their names, if the system has one.
  ///
  /// Some systems have this folder with only a bundle in it. Then libcurl's own default applies.
  static var hashedFolder: String? {
    let path = "/etc/ssl/certs"
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { $0 } }
      // 02265526.0
      if name.count == 10, name[8...].elementsEqual(".0".utf8) { return path }
    }
    return nil
  }
}

/// A request's header fields in libcurl's form, without the fields that libcurl would add.
final class RequestHeaders {
  private(set) var lines: UnsafeMutablePointer<curl_slist>?

  init(_ request: HTTPRequest, userAgent: String?) throws(HTTPError) {
    for field in request.headers.fields {
      guard Self.isPlain(field.name), Self.isPlain(field.value) else {
        throw .malformed(
          reason: "a line break or NUL in the header \(field.name.debugDescription) to be sent")
      }
      // libcurl removes a field without a value unless it ends in a semicolon.
      append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let userAgent, request.headers["User-Agent"] == nil { append("User-Agent: \(userAgent)") }
    for name in ["Accept", "Content-Type", "Expect"] where request.headers[name] == nil {
      append("\(name):")
    }
  }

  deinit {
    ccurl_slist_free_all(lines)
  }

  private func append(_ line: String) {
    lines = ccurl_slist_append(lines, line) ?? lines
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
  }
}
