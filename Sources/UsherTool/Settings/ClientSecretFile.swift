import Essentials

/// The file that holds the secret of an OAuth client.
enum ClientSecretFile {
  /// Returns the secret in the file at `path`, without whitespace; `-` is standard input.
  static func read(_ path: String, _ input: FileInput) throws -> String {
    let secret = try input.text(of: path).filter { !$0.isWhitespace }
    guard !secret.isEmpty, HeaderText.isPlain(secret) else {
      throw Diagnosis(.badClientSecret, "\(FileInput.name(of: path)) does not contain a client secret")
    }
    return secret
  }
}

/// Text that is safe in a request header.
enum HeaderText {
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
