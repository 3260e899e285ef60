import CommandKit

/// The kinds of values that come from the saved state or the typed line; `CompletionCandidates` lists the values.
extension LiveValue {
  static let profile = LiveValue("profile")
  static let session = LiveValue("session")
  static let pending = LiveValue("pending")
  static let factor = LiveValue("factor")
  static let provider = LiveValue("provider")
  /// A number or an address of a session here, or a provider.
  static let who = LiveValue("who")
  static let endpoint = LiveValue("endpoint")
  /// A value of the setting that the line names.
  static let settingValue = LiveValue("setting-value")
  /// A field of the command's result.
  static let field = LiveValue("field")
  /// A topic of `help`.
  static let topic = LiveValue("topic")
}
