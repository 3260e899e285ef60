import Essentials
import HTTP
import IdentityToolkit

extension HTTPResponse {
  static func json(_ body: some Encodable, status: Int = 200) -> HTTPResponse {
    do {
      return content(try JSONWriter.data(body), "application/json; charset=UTF-8", status: status)
    } catch {
      // Foundation's description of the error quotes the answer, including tokens.
      fatalError("an answer that JSON cannot express: \(type(of: body))")
    }
  }

  /// Returns an answer of this type, which browsers take for nothing else.
  static func content(
    _ body: Data, _ type: String, caching: String = "no-store", status: Int = 200
  ) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: ["Content-Type": type, "Cache-Control": caching, "X-Content-Type-Options": "nosniff"],
      body: body)
  }

  /// Returns a script that pages of other origins may load.
  static func script(_ text: String) -> HTTPResponse {
    var response = content(Data(text.utf8), "text/javascript; charset=UTF-8")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
  }

  static func refusal(_ error: ServerError) -> HTTPResponse {
    refusal(error, in: ErrorEnvelope(error))
  }

  static func refusal(_ error: ServerError, in envelope: ErrorEnvelope) -> HTTPResponse {
    var response = json(envelope, status: error.httpStatus)
    response.headers["Retry-After"] = error.retryAfter.map(String.init)
    return response
  }
}
