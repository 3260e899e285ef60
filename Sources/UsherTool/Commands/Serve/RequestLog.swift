import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TerminalIO

/// A handler that logs each request in one line, without any text that the client sent.
struct RequestLog: HTTPHandler {
  let server: IdentityToolkitServer
  let now: @Sendable () -> Date
  let uptime: @Sendable () -> Duration
  /// Writes one line.
  let write: @Sendable (String) -> Void

  func bodyLimit(for head: HTTPRequest) -> Int? { server.bodyLimit(for: head) }

  func respond(to request: HTTPRequest) throws(StorageFailure) -> HTTPResponse {
    let start = uptime()
    do {
      let response = try server.respond(to: request)
      tell(request, start, "\(response.status)", "\(response.body.count) B", Self.code(of: response))
      return response
    } catch {
      tell(request, start, "503", "-", Diagnosis(error).code)
      throw error
    }
  }

  /// Logs a request that was refused before it was read completely, for example because of its host.
  func tellRefused(_ response: HTTPResponse) {
    let words = [
      now().rfc3339WithFraction, "-", "(refused unread)", "\(response.status)", "-",
      "\(response.body.count) B",
    ]
    write((words + (Self.code(of: response).map { [$0] } ?? [])).joined(separator: " "))
  }

  private func tell(
    _ request: HTTPRequest, _ start: Duration, _ status: String, _ size: String, _ code: String?
  ) {
    // A path contains IDs, and an unknown path may contain anything.
    let path = server.pathTemplate(of: request) ?? "(unknown path)"
    let tenths = Int(((uptime() - start) / .milliseconds(1) * 10).rounded())
    let words = [
      now().rfc3339WithFraction, request.method.rawValue, path, status, "\(tenths / 10).\(tenths % 10) ms",
      size,
    ]
    write((words + (code.map { [$0] } ?? [])).joined(separator: " "))
  }

  /// Returns the error code of a response, without the text after it, which may quote the request.
  private static func code(of response: HTTPResponse) -> String? {
    guard response.status >= 400, let error = JSONValue(json: response.body)?["error"] else { return nil }
    let code = error["message"]?.string?.prefix { $0 != " " } ?? ""
    let isCode =
      !code.isEmpty && code.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
    return isCode ? String(code) : error["status"]?.string
  }
}

extension RequestLog {
  /// Returns the writer of the request log; nil unless `--debug` or USHER_DEBUG is set.
  static func writer(
    _ world: World, _ settings: RunSettings
  ) -> (@Sendable (String) -> Void)? {
    guard settings.options.debug || settings.environment["USHER_DEBUG"] != nil, !settings.wantsJSON else {
      return nil
    }
    return { [errors = world.standardError] line in try? errors.write(SafeText.line(line) + "\n") }
  }
}
