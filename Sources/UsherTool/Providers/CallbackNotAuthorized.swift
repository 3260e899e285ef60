import AuthClient
import BrowserPages
import CommandKit
import Essentials
import HTTP
import IdentityToolkit

/// The project does not let anybody be sent to this machine.
struct CallbackNotAuthorized: Error {
  let refusal: ServerError
  let provider: IdentityProvider
  let callbackURL: String
}

extension CallbackNotAuthorized: Diagnosable {
  var diagnosis: Diagnosis {
    let host = Origin(String(callbackURL.dropLast(CallbackPage.path.count)))?.host ?? "127.0.0.1"
    var diagnosis = Diagnosis(
      AuthErrorCode.unauthorizedDomain.name, .project,
      "the project does not authorize \(host)",
      hint: Hint("in the Firebase console, under Authentication > Settings > Authorized domains, add \(host)")
        .then(
          Hint(
            provider.console.map { "register this address with \(provider.name), at \($0)" }
              ?? "register this address with \(provider.name)", copying: callbackURL)),
      serverCode: refusal.code.rawValue)
    diagnosis.page = .settings
    return diagnosis
  }
}
