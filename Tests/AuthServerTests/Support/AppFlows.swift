import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// Brings pushes to the test, for tokens that start with `device`.
final class PushRecorder: PushDelivery {
  private let recorded = Mutex<[VerificationPush]>([])

  var pushes: [VerificationPush] { recorded.withLock { $0 } }

  func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)? {
    guard appToken.hasPrefix("device") else { return nil }
    return { [self] push in recorded.withLock { $0.append(push) } }
  }
}

extension Policy {
  /// Strict: no SMS without a proof.
  static let verifying = Policy.strict
  /// Strict in all that is not about proofs, of apps and of what identity providers say.
  static let proofless = Policy.strict.with {
    $0.appVerificationRequired = false
    $0.idpTokensChecked = false
  }
}

extension ServerHarness {
  /// Asks for a code and shows `proof`, as the app called `bundle`.
  func sendCode(
    to number: String = number, as bundle: String? = nil,
    _ proof: (inout AppVerificationProof) -> Void = { _ in }
  ) throws -> SendVerificationCode.Response {
    var request = SendVerificationCode.Request(phoneNumber: number)
    proof(&request.proof)
    return try call(SendVerificationCode.self, request, headers: headers(of: bundle))
  }

  func verifyClient(_ appToken: String? = "device", as bundle: String? = nil) throws -> VerifyClient.Response
  {
    try call(VerifyClient.self, .init(appToken: appToken), headers: headers(of: bundle))
  }

  /// A token of the local challenge.
  func solve(
    _ kind: LocalSiteKey.Kind = .v2, for action: RecaptchaAction? = nil
  ) throws -> String? {
    try call(SolveRecaptcha.self, .init(siteKey: siteKey(kind), action: action)).token
  }

  func siteKey(_ kind: LocalSiteKey.Kind) -> String {
    LocalSiteKey(kind, projectNumber: "312950043993").text
  }

  private func headers(of bundle: String?) -> HTTPHeaders {
    bundle.map { ["X-Ios-Bundle-Identifier": $0] } ?? [:]
  }
}
