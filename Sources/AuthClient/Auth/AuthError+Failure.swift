import Essentials
import HTTP
import IdentityToolkit

extension AuthError {
  /// Creates the public form of `error`.
  package init(_ error: AuthFailure) {
    self.init(detailsOf: error)
    if error.code == code { sentence = error.sentence }
  }

  private init(detailsOf error: AuthFailure) {
    let code = error.code
    switch error {
    case .network(.interrupted): self.init(code)
    case .network(let problem): self.init(code, underlyingError: NetworkProblem(problem))
    case .refused(let refusal), .refusedCall(_, let refusal):
      self.init(
        code, serverCode: refusal.code.rawValue, message: refusal.detail,
        retryAfter: refusal.retryAfter.map { .seconds($0) })
    case .malformedAnswer(let status, let reason):
      self.init(code, message: "the answer, of status \(status), has \(reason)")
    case .invalidPhoneNumber(let problem): self.init(code, message: problem.sentence.english)
    case .credentialAlreadyInUse(let credential):
      self.init(code, updatedCredential: credential.credential)
    case .accountExistsWithDifferentCredential(let email, let providers, let credential):
      self.init(
        code, updatedCredential: credential, email: email,
        signInMethods: providers.map(SignInMethod.init(rawValue:)))
    case .foreignToken(let project, let tenant):
      self.init(
        code, message: "the token is of the project \(project)" + (tenant.map { ", tenant \($0)" } ?? ""))
    case .appVerification(.webUserInteraction(let name, let message)):
      self.init(code, message: "\(name): \(message)")
    case .caller(let failure): self.init(code, underlyingError: failure.reason)
    default: self.init(code)
    }
  }
}
