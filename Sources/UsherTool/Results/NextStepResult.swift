/// The command that leads on.
struct NextStepResult: Codable, Sendable {
  /// A complete command.
  var argv: [String]
  /// What has to be given to it: `code`, `link`.
  var needs: [String]
}
