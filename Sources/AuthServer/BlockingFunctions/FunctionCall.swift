import Essentials
import HTTP
import IdentityToolkit

struct FunctionCall: Sendable {
  let call: Call

  func answer(to question: Question) throws -> FunctionAnswer {
    let function = question.function.address
    let id = Base64URL.encode(try call.random.bytes(16))
    let token = try call.issuer.write(EventClaims(question, id: id, call).value, as: .idTokens)
    let request = HTTPRequest(
      method: .post, origin: function.origin.description, path: function.path, query: function.query,
      headers: ["Content-Type": "application/json"],
      body: Data((["data": ["jwt": .string(token)]] as JSONValue).text.utf8))
    let response = try send(request, to: function.text)
    guard (200..<300).contains(response.status) else {
      let refusal = shown(response.body).map { ": " + $0 } ?? ""
      throw call.dialect.hidesFunctionAddress
        ? ServerError(.blockingFunctionErrorResponse, "HTTP Cloud Function returned an error\(refusal)")
        : .blockingFunction(
          "HTTP request to \(function.text) returned HTTP error \(response.status)\(refusal)")
    }
    guard let body = JSONValue(json: response.body) else {
      throw ServerError.blockingFunction("Response body is not valid JSON.", httpStatus: 500)
    }
    return try FunctionAnswer(body, about: question.subject.key)
  }

  /// Returns the part of a function's refusal that the client may see.
  ///
  /// On a trusted network, anybody can name any machine's address as a function. The client then sees only errors in
  /// the form that functions throw. Otherwise, this server would let its clients read other machines' answers.
  private func shown(_ body: Data) -> String? {
    guard call.parts.trustsNetwork else { return String(decoding: body, as: UTF8.self).clipped(to: 4096) }
    guard let error = JSONValue(json: body)?["error"], let message = error["message"]?.string,
      let status = error["status"]?.string, message.utf8.count <= 512, Self.statuses.contains(status)
    else { return nil }
    return (["error": ["message": .string(message), "status": .string(status)]] as JSONValue).text
  }

  /// The possible statuses of an `HttpsError` of `firebase-functions`.
  private static let statuses: Set = [
    "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
  ]

  private func send(_ request: HTTPRequest, to address: String) throws(ServerError) -> HTTPResponse {
    guard let transport = call.parts.functions?(call.policy) else {
      throw .blockingFunction("\(address) cannot be reached from here.", httpStatus: 500)
    }
    do throws(HTTPError) {
      return try transport.send(request)
    } catch {
      switch error {
      case .timedOut, .sentInPart, .outOfTime:
        throw call.dialect.hidesFunctionAddress
          ? ServerError(.blockingFunctionErrorResponse, "Cloud function deadline exceeded.")
          : .blockingFunction("Deadline exceeded making request to \(address).", httpStatus: 500)
      case .badAddress:
        throw .blockingFunction(
          "\(address) is on the internet; the policy's functions-anywhere=true allows that.", httpStatus: 500)
      default: throw .blockingFunction("Failed to make request to \(address).", httpStatus: 500)
      }
    }
  }
}
