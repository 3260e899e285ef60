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
  }
}
