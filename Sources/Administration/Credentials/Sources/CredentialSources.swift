/// The options and variables that can name credentials.
package struct CredentialSources: Sendable {
  /// A variable of the environment, whose name the program decides.
  package enum Variable: Hashable, Sendable {
    /// An access token.
    case accessToken
    /// The path of a credentials file.
    case applicationCredentials
  }

  private let accessTokenFile: String?
  private let accessToken: Secret?
  private let serviceAccountFile: String?
  private let applicationCredentials: String?

  /// - Parameters:
  ///   - accessTokenFile: The path of a file with an access token. The reader decides what `-` is.
  ///   - serviceAccountFile: The path of a credentials file.
  ///   - environment: Returns the value of a variable.
  package init(
    accessTokenFile: String? = nil, serviceAccountFile: String? = nil, environment: (Variable) -> String?
  ) {
    self.accessTokenFile = accessTokenFile
    self.serviceAccountFile = serviceAccountFile
    accessToken = environment(.accessToken).map { Secret($0) }
    // Google's own tools take an empty value for none.
    applicationCredentials = environment(.applicationCredentials).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The source that counts, or nil if there is none. What was named for this run counts before a variable.
  package var first: CredentialSource? {
    if let accessTokenFile { return .accessTokenFile(accessTokenFile) }
    if let serviceAccountFile { return .serviceAccountFile(serviceAccountFile) }
    if accessToken != nil { return .accessTokenVariable }
    return applicationCredentials.map { .applicationCredentials($0) }
  }

  /// Returns the credential of the first source, or nil if there is no source.
  ///
  /// The other sources are not read, also if the first one cannot be used.
  package func credential(from files: CredentialFiles) throws(GoogleCredentialError) -> GoogleCredential? {
    guard let source = first else { return nil }
    switch source {
    case .accessTokenFile(let path): return try Self.token(try files.text(of: path), from: source)
    case .accessTokenVariable: return try Self.token(accessToken?.text ?? "", from: source)
    case .serviceAccountFile(let path), .applicationCredentials(let path):
      return try GoogleCredential(file: try files.text(of: path))
    }
  }

  private static func token(
    _ text: String, from source: CredentialSource
  ) throws(GoogleCredentialError) -> GoogleCredential {
    // Programs print a token with a line break.
    guard let token = AccessToken(String(text.reversed().drop(while: \.isNewline).reversed()))
    else { throw .malformedToken(source) }
    return GoogleCredential(token)
  }
}
