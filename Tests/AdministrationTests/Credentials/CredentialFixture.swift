import Administration
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// Credentials files of every kind, and the requests that follow from them.
enum CredentialFixture {
  /// The key of the service account.
  static let key = TestKeys.own

  /// The key as in a service account's file.
  static let pem =
    "-----BEGIN RSA PRIVATE KEY-----\n\(Data(key.der).base64EncodedString(options: .lineLength64Characters))"
    + "\n-----END RSA PRIVATE KEY-----\n"

  static let impersonationPath =
    "/v1/projects/-/serviceAccounts/admin@demo.iam.gserviceaccount.com:generateAccessToken"
  static let impersonationURL = "https://iamcredentials.googleapis.com" + impersonationPath
  static let scopes = [
    "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/firebase",
  ]
  static let formHeaders: HTTPHeaders = [
    "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
  ]

  static var serviceAccount: JSONValue {
    [
      "type": "service_account", "project_id": "demo", "private_key_id": "key-1", "private_key": .string(pem),
      "client_email": "ci@demo.iam.gserviceaccount.com", "client_id": "1234567890",
      "token_uri": "https://oauth2.googleapis.com/token", "universe_domain": "googleapis.com",
    ]
  }

  static let authorizedUser: JSONValue = [
    "account": "", "type": "authorized_user", "client_id": "764086051850.apps.googleusercontent.com",
    "client_secret": "client-s3cret", "refresh_token": "1//refresh-t0ken",
    "quota_project_id": "billing-project",
    "universe_domain": "googleapis.com",
  ]

  static let externalAccount: JSONValue = [
    "type": "external_account", "universe_domain": "googleapis.com",
    "audience":
      "//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/ci/providers/gitlab",
    "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
    "token_url": "https://sts.googleapis.com/v1/token", "credential_source": ["file": "/run/token"],
  ]

  /// The file that google-github-actions/auth writes.
  static let gitHub: JSONValue = [
    "universe_domain": "googleapis.com", "type": "external_account",
    "audience":
      "//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/ci/providers/github",
    "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
    "token_url": "https://sts.googleapis.com/v1/token",
    "credential_source": [
      "url": """
      https://run-actions-1.example/token?api-version=2.0&audience=https%3A%2F%2Fiam.googleapis.com%2Fprojects%2F123
      """,
      "headers": ["Authorization": "Bearer runner-s3cret"],
      "format": ["type": "json", "subject_token_field_name": "value"],
    ],
    "service_account_impersonation_url": .string(impersonationURL),
  ]

  static var impersonated: JSONValue {
    [
      "delegates": [], "service_account_impersonation_url": .string(impersonationURL),
      "source_credentials": authorizedUser, "type": "impersonated_service_account",
    ]
  }
}

/// The requests for one token, and what came of them.
struct TokenAttempt {
  let requests: [HTTPRequest]
  let outcome: Result<AccessToken, GoogleCredentialError>

  /// - Parameters:
  ///   - answers: The answers, in order. Each must be asked for.
  ///   - files: The texts of files by their paths.
  init(
    _ file: JSONValue, _ answers: TransportStub.Answer..., files: [String: String] = [:],
    clock: TestClock = TestClock()
  ) {
    let transport = TransportStub(answers)
    do throws(GoogleCredentialError) {
      let tokens = AccessTokens(
        of: try GoogleCredential(file: file.text), over: transport, files: CredentialFiles(texts: files)
      ) { clock.now }
      outcome = .success(try tokens.token())
    } catch {
      outcome = .failure(error)
    }
    requests = transport.requests
  }

  /// The error, which must be there.
  var error: GoogleCredentialError? {
    switch outcome {
    case .success:
      Issue.record("a token, where an error was expected")
      return nil
    case .failure(let error): return error
    }
  }
}

extension CredentialFiles {
  init(texts: [String: String]) {
    self.init { path, _ throws(GoogleCredentialError.FileProblem) in
      guard let text = texts[path] else { throw .notFound }
      return Data(text.utf8)
    }
  }
}

extension JSONValue {
  /// Returns a copy with another member, or without it.
  func with(_ name: String, _ member: JSONValue?) -> JSONValue {
    var copy = self
    copy[name] = member
    return copy
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
  /// The answer of a token endpoint.
  static func token(_ text: String = "ya29.token", life: JSONValue = 3599) -> Self {
    let body: JSONValue = ["access_token": .string(text), "expires_in": life, "token_type": "Bearer"]
    return .json(body.text)
  }

  /// The answer of an impersonation.
  static func impersonated(_ text: String = "ya29.admin", end: String = "2027-01-15T09:00:00Z") -> Self {
    let body: JSONValue = ["accessToken": .string(text), "expireTime": .string(end)]
    return .json(body.text)
  }
}
