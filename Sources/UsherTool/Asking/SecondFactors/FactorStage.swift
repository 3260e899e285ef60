import CommandKit
import Essentials
import Flows

/// The second stage of a sign-in, for people: nothing where one factor was enough.
struct FactorStage {
  let person: Person
  let service: Service
  let flow: FlowSession

  func finish(_ outcome: SignInOutcome) throws -> SignedIn {
    switch outcome {
    case .signedIn(let signedIn): return signedIn
    case .secondFactorRequired(let step):
      guard
        case .signIn(.signedIn(let signedIn)) = try SecondFactorPrompt(
          person: person, service: service, flow: flow
        )
        .finish(step)
      else { throw Diagnosis(.unexpected, "a second factor was followed by another") }
      return signedIn
    }
  }
}
