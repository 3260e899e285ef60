import CommandKit
import Essentials
import Flows

/// The second stage of a sign-in, for people: nothing where one factor was enough.
struct FactorStage {
  let context: Context
  let flow: FlowSession

  func finish(_ outcome: SignInOutcome) throws -> SignedIn {
    switch outcome {
    case .signedIn(let signedIn): return signedIn
    case .secondFactorRequired(let step):
      guard
        case .signIn(.signedIn(let signedIn)) = try SecondFactorPrompt(context: context, flow: flow)
          .finish(step)
      else { throw Diagnosis(.unexpected, "a second factor was followed by another") }
      return signedIn
    }
  }
}

extension Context {
  /// What a person is told of a sign-in.
  func sentence(_ signedIn: SignedIn) throws -> String {
    let place = try destination().spokenName
    let done = signedIn.purpose.done(signedIn.session.title, with: signedIn.provider)
    let instead = signedIn.replaced.map { ", instead of \($0.title)" } ?? ""
    return
      "\(done.prefix(1).asciiUppercased())\(done.dropFirst()) (uid \(signedIn.session.uid), \(place))\(instead)."
  }
}
