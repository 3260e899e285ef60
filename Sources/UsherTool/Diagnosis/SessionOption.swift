import Flows

extension SessionKey {
  /// The option that names this session; where it goes without saying, it is left out when a command is completed.
  var option: [String] { ["--as", name] }
}
