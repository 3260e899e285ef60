import IdentityToolkit

/// A part of the local project's configuration, as a result.
struct ConfigurationPart: CommandResult {
  /// Nil for the whole.
  var path: String?
  var value: JSONValue
}
