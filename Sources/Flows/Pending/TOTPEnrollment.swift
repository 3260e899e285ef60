/// The enrollment of an authenticator app. The app's secret is never saved.
package struct TOTPEnrollment: Codable, Equatable, Sendable {
  package var sessionInfo: String
  package var name: String?
  package var codeLength: Int

  /// The name of a factor that the user did not name.
  package static let defaultName = "Authenticator"

  package init(sessionInfo: String, name: String? = nil, codeLength: Int = 6) {
    self.sessionInfo = sessionInfo
    self.name = name
    self.codeLength = codeLength
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case sessionInfo = "session_info"
    case codeLength = "code_length"
  }
}
