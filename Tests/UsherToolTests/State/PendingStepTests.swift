import AuthClient
import Essentials
import Flows
import Testing
import UsherTool

@Suite struct PendingStepTests {
  private var state = SavedState()

  private mutating func add(
    _ kind: PendingKind = .phone(.signIn, .example), to session: SessionKey, for seconds: Double = 600
  ) -> PendingStep {
    state.addPending(kind, to: session, createdAt: now, expiresAt: now + seconds)
  }

  @Test mutating func idsIncreaseOverAllProfilesAndAreNeverUsedAgain() {
    let steps = [add(to: local.session()), add(to: work.session()), add(to: local.session("kim"))]
    #expect(steps.map(\.id.description) == ["p1", "p2", "p3"])
    for step in steps { state.removePending(step.id) }
    #expect(state.bindings == [])
    #expect(add(to: work.session()).id.description == "p4")
  }

  @Test mutating func aStepReplacesThatOfTheSameKindInTheSameSession() {
    let first = add(to: local.session())
    let others = [
      add(.phone(.link, .example), to: local.session()), add(to: local.session("kim")),
      add(to: work.session()),
    ]
    let second = add(to: local.session())
    #expect(state.pending(first.id) == nil)
    #expect(state.pending(of: local.session()) == [others[0], second])
    #expect(state.pending(in: local) == [others[0], others[1], second])
    #expect(state.pending(in: work) == [others[2]])
  }

  @Test mutating func aStepIsFoundChangedAndRemovedByItsId() {
    let other = add(to: local.session())
    var step = add(to: work.session("kim"))
    let found = state.pending(step.id)
    #expect(found?.session == work.session("kim"))
    #expect(found?.step == step)

    let changed = state.updatePending(step.id) { $0.wrongCodes += 1 }
    step.wrongCodes = 1
    #expect(changed == step)
    #expect(state.pending(step.id)?.step == step)

    #expect(state.removePending(step.id) == step)
    #expect(state.removePending(step.id) == nil)
    #expect(state.updatePending(step.id) { _ in Issue.record("there is nothing to change") } == nil)
    #expect(state.pending(in: local) == [other])
  }

  @Test mutating func aStepExpiresAtItsTime() {
    let step = add(to: local.session(), for: 600)
    #expect(!step.isExpired(at: now + 599.999))
    #expect(step.isExpired(at: now + 600))
  }

  @Test mutating func aStepLivesAsLongAsItsKind() {
    let begun = PendingKind.all.map {
      state.addPending($0, to: local.session(), createdAt: now).expiresAt.timeIntervalSince(now)
    }
    #expect(
      begun == [
        600, 600, 600, 600, 21_600, 21_600, 21_600, 259_200, 259_200, 3_600, 600, 600, 600, 900,
      ])
  }

  @Test mutating func aStepIsForgottenADayAfterItExpired() {
    let step = add(to: local.session(), for: 600)
    let longer = add(to: work.session(), for: 601)
    let day = now + 86_400
    func begin(at time: Date) -> PendingStep {
      state.addPending(
        .phone(.link, .example), to: local.session(), createdAt: time, expiresAt: time + 600)
    }
    let early = begin(at: day + 599)
    #expect(state.pending(in: local) == [step, early])
    let late = begin(at: day + 600)
    #expect(state.pending(in: local) == [late])
    #expect(state.pending(in: work) == [longer])
  }

  @Test mutating func aSessionsStepsGoTogether() {
    let mine = [add(to: local.session()), add(.phone(.link, .example), to: local.session())]
    let kims = add(to: local.session("kim"))
    #expect(state.removePending(of: local.session()) == mine)
    #expect(state.pending(in: local) == [kims])
  }

  @Test func aSentCodeStandsForItsTimeAndNeverLonger() {
    let code = PhoneVerification.example
    #expect(code.stands(at: now))
    #expect(code.stands(at: now + 59.9))
    #expect(!code.stands(at: now + 60))
    #expect(!code.stands(at: now - 1), "the clock was set back")
    #expect(SentLink.example.stands(at: now + 1))
    #expect(!SentLink(email: "kim@example.com", sentAt: now).stands(at: now))
  }

  @Test mutating func theSMSOfAStepIsFoundWhateverItsKind() {
    let resolver = ResolverRecord(pendingCredential: "c1", hints: [])
    let choice = SecondFactorChoice(resolver, challenge: .init(factorID: "f1", sentCode: .example))
    let unchosen = SecondFactorChoice(resolver)
    #expect(add(to: local.session()).sentCode == .example)
    #expect(add(.smsEnrollment(.example, name: nil), to: local.session()).sentCode == .example)
    #expect(add(.secondFactor(.signIn, choice), to: local.session()).sentCode == .example)
    #expect(add(.secondFactor(.signIn, unchosen), to: local.session()).sentCode == nil)
    #expect(add(.email(.credential(.signIn), .example), to: local.session()).sentCode == nil)
  }
}
