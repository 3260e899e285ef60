/// The file that takes an OAuth client's secret to whoever asks a provider by that client.
enum ClientSecretFile {
  /// The secret in the file at `path`; `-` is standard input. Nobody means the line ends around it.
  static func read(_ path: String, _ input: FileInput) throws -> String {
    let secret = try input.text(of: path).filter { !$0.isWhitespace }
    guard !secret.isEmpty, HeaderText.isPlain(secret) else {
      throw Diagnosis(
        .badClientSecret,
        "\(path == "-" ? "standard input" : path) does not contain a client secret", retry: .newInput)
    }
    return secret
  }
}
