/// How a command failed, as scripts see it.
struct ErrorResult: Codable, Sendable {
  var error: Details

  struct Details: Codable, Sendable {
    var code: String
    var exit: Int32
    var message: String
    var serverCode: String?
    var retry: String
    /// Seconds.
    var retryAfter: Int?
    var triesLeft: Int?
    var hint: String?
    var nextStep: NextStepResult?

    private enum CodingKeys: String, CodingKey {
      case code, exit, message
      case serverCode = "server_code"
      case retry
      case retryAfter = "retry_after"
      case triesLeft = "tries_left"
      case hint
      case nextStep = "next_step"
    }
  }
}
