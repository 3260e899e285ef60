import CommandKit

/// What the state, or the line that is being typed, has for a value. `CompletionCandidates` lists them.
extension LiveValue {
  static let profile = LiveValue("profile")
  static let session = LiveValue("session")
  static let pending = LiveValue("pending")
  static let factor = LiveValue("factor")
  static let provider = LiveValue("provider")
  static let endpoint = LiveValue("endpoint")
  /// Of the setting that the line names.
  static let settingValue = LiveValue("setting-value")
  /// Of the command's result.
  static let field = LiveValue("field")
  /// What `help` explains.
  static let topic = LiveValue("topic")
}
