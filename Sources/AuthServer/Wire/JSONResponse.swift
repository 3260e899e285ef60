import Essentials
import HTTP
import IdentityToolkit

extension HTTPResponse {
  static func json(_ body: some Encodable, status: Int = 200) -> HTTPResponse {
    do {
      return HTTPResponse(
        status: status,
        headers: [
          "Content-Type": "application/json; charset=UTF-8", "Cache-Control": "no-store",
          "X-Content-Type-Options": "nosniff",
        ], body: try JSONWriter.data(body))
    } catch {
      // Foundation's description of the error quotes the answer, including tokens.
      fatalError("an answer that JSON cannot express: \(type(of: body))")
    }
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
