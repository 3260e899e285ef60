import AuthClient
import CommandKit
import Crypto
import Essentials
import Flows
import IdentityToolkit

/// Answers for a second factor with what the options give: both factors in one command, for scripts.
struct SecondFactorAnswer {
  let person: Person
  let service: Service
  let flow: FlowSession
  let options: FactorOptions

  func finish(_ signIn: SecondFactorStep) throws -> Confirmed {
    if let file = options.totpSecretFile {
      return try finish(
        signIn, with: try options.totp ?? TOTPSecretFile.read(file, service.world.standardInput))
    }
    let confirmation = try Challenge(flow, signIn).begin(with: try signIn.factor(options.factor)).confirmation
    guard
      let code = try options.code.code(
        length: confirmation.codeLength, in: service.world, within: person.waitLimit)
    else {
      throw UsageError.misuse("the code is missing", hint: "pass it with --code-file or --code-command")
    }
    return try confirmation.confirm(code)
  }

  /// A code counts once, so two sign-ins within its half minute need two: the next one is as good, for servers
  /// allow for clocks that are ahead.
  private func finish(_ signIn: SecondFactorStep, with totp: TOTP) throws -> Confirmed {
    let named = try options.factor.map { try FactorSelection($0).factor(among: signIn.factors) }
    guard let factor = named ?? signIn.factors.first(where: { $0.type == .totp }) else {
      throw UsageError.misuse(
        "the account has no authenticator app",
        hint: "choose another second factor with --factor: \(signIn.factors.titles)")
    }
    let confirmation = CodeConfirmation(signIn, with: factor, in: flow)
    let time = (service.world.now() + service.localServersLead).seconds
    let next = totp.end(at: time)
    do {
      return try confirmation.confirm(firstOf: [totp.code(at: time), totp.code(at: next)])
    } catch let refused as CodeRefused where refused.isWrongCode {
      var diagnosis = Diagnosis(refused, now: service.world.now())
      diagnosis.hint = Hint(
        "if the secret is right, its codes of this minute are used: the next comes in \(next - time) s"
      ).leading(to: refused.tryAgain, needs: ["code"])
      throw diagnosis
    }
  }
}
