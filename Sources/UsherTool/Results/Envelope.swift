import Essentials
import IdentityToolkit

/// What every object says besides a result or a failure: what was run, how it went, and where.
struct Envelope: Codable, Sendable {
  var v = 1
  /// Nil where the words named no command.
  var command: String?
  var status: String
  /// Where the command went, as far as that came to be known.
  var profile: String?
  var endpoint: String?
  var warnings: [String]

  private enum CodingKeys: CodingKey {
    case v, command, status, profile, endpoint, warnings
  }

  /// The whole object; the members of `contents` stand before the warnings.
  func object(around contents: some Encodable) -> JSONValue {
    var members = ResultEncoder.json(of: self).members ?? []
    members.insert(contentsOf: ResultEncoder.json(of: contents).members ?? [], at: members.count - 1)
    return .object(members)
  }
}

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
