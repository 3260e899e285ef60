/// A request of a client or the owner.
struct ClientCall {
  var path: String
  var method = "POST"
  var isOwner = false
  var contentType = "application/json"
  var body = ""

  /// Returns a client's request.
  static func rpc(_ procedure: String, _ body: String) -> ClientCall {
    ClientCall(path: "/identitytoolkit.googleapis.com/v1/accounts:\(procedure)?key=any", body: body)
  }

  /// Returns an owner's request, in a project that no other request uses.
  static func owner(_ method: String, _ procedure: String, _ body: String = "") -> ClientCall {
    ClientCall(
      path: "/identitytoolkit.googleapis.com/v1/projects/demo-bulk/accounts:\(procedure)", method: method,
      isOwner: true, body: body)
  }

  var request: String {
    "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(contentType)\r\n"
      + (isOwner ? "Authorization: Bearer owner\r\n" : "") + "Content-Length: \(body.utf8.count)\r\n\r\n"
      + body
  }
}
