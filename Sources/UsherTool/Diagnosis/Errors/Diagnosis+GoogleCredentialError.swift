import Administration
import CommandKit
import Essentials
import HTTP

extension Diagnosis {
  /// There is no access token for an administrator.
  init(_ error: GoogleCredentialError) {
    switch error {
    case .file(let path, let problem):
      self.init(.badCredential, "cannot use \(path) as a credential (\(problem.sentence))", retry: .newInput)
    case .malformedFile:
      self.init(.badCredential, "the credentials file is not the JSON of a credential", hint: .credential)
    case .unknownType(let type):
      self.init(.badCredential, "usher does not know credentials of the type \(type)", hint: .credential)
    case .missingMember(let name):
      self.init(.badCredential, "the credentials file has no \(name)", hint: .credential)
    case .invalidMember(let name):
      self.init(.badCredential, "\(name) in the credentials file is not valid", hint: .credential)
    case .unsupported(let name, let value):
      self.init(
        .badCredential,
        "usher does not support \([name, value].compactMap(\.self).joined(separator: " ")) in a credentials file",
        hint: "get an access token with gcloud auth print-access-token, and set USHER_ACCESS_TOKEN")
    case .forbiddenAddress(let name, let origin):
      self.init(
        .badCredential,
        origin.map { "\(name) in the credentials file is \($0), so usher sends nothing" }
          ?? "\(name) in the credentials file is not a URL, so usher sends nothing",
        hint: "download the file again: secrets go only to Google, or to a server on this machine")
    case .unreadableKey(let name):
      self.init(
        .badCredential, "\(name) in the credentials file is not an RSA key in PEM, of 2048 to 8192 bits",
        hint: .credential)
    case .crypto(let problem): self.init(unexpected: problem)
    case .malformedToken(let source):
      self.init(.badCredential, "\(source.spoken) does not contain an access token", retry: .newInput)
    case .malformedSubjectToken(let name):
      self.init(.badCredential, "the source in \(name) of the credentials file gave no token")
    case .refused(let refusal): self.init(refusal)
    case .malformedAnswer(let origin, let what):
      self.init(
        "auth/internal-error", .unavailable, "\(origin) sent an answer without \(what)",
        hint: "check the address: a proxy or a sign-in page of the network may have answered", retry: .same)
    case .network(let origin, let failure):
      self.init(failure)
      message = "no access token from \(origin): \(message)"
    }
  }

  private init(_ refusal: OAuthRefusal) {
    let words = [refusal.code, refusal.reason, refusal.description].compactMap(\.self).joined(separator: ": ")
    self.init(
      .credentialRefused,
      words.isEmpty
        ? "\(refusal.origin) refused the credential"
        : "\(refusal.origin) refused the credential (\(Self.plain(words)))",
      hint: refusal.hint)
    serverCode = refusal.reason ?? refusal.code
    if refusal.status >= 500 { (exit, retry) = (.unavailable, .same) }
  }
}

extension Hint {
  fileprivate static let credential: Hint =
    "use a key of a service account, or a file that gcloud or workload identity federation made"
}

extension OAuthRefusal {
  fileprivate var hint: Hint? {
    if description?.contains("reauth") == true || code == "invalid_rapt" {
      return Hint("sign in again", copying: "gcloud auth application-default login")
    }
    switch code {
    case "invalid_grant":
      return Hint("get a new file: the key may be deleted, or the sign-in may have ended").then(
        "check this machine's clock", ["usher", "doctor"])
    case "PERMISSION_DENIED":
      return Hint("give the caller the role roles/iam.serviceAccountTokenCreator at the service account")
    default: return nil
    }
  }
}

extension GoogleCredentialError.FileProblem {
  fileprivate var sentence: Text {
    switch self {
    case .notFound: "there is no such file"
    case .unreadable(let reason): reason
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .notUTF8: "it is not UTF-8 text"
    }
  }
}

extension CredentialSource {
  fileprivate var spoken: Text {
    switch self {
    case .accessTokenFile(let path): path == "-" ? "standard input" : Text(verbatim: path)
    case .accessTokenVariable: Text(verbatim: "USHER_ACCESS_TOKEN")
    case .serviceAccountFile(let path), .applicationCredentials(let path): Text(verbatim: path)
    }
  }
}
