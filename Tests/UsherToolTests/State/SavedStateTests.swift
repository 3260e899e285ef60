import Essentials
import Flows
import Testing
import UsherTool

@Suite struct SavedStateTests {
  @Test func whatIsSavedBelongsToOneBinding() {
    var state = SavedState()
    var others = [local, local, local, local]
    others[0].profile = "other"
    others[1].endpoint = "production"
    others[2].project = "demo-other"
    others[3].tenant = "t-1"
    state[local.session()] = .example()
    for other in others { #expect(state[other.session()] == nil) }
    #expect(state[local.session("kim")] == nil)
    #expect(state[local.session()] == .example())

    for (index, other) in others.enumerated() { state[other.session()] = .example(uid: "o\(index)") }
    #expect(state[local.session()] == .example())
    #expect(others.map { state[$0.session()]?.uid } == ["o0", "o1", "o2", "o3"])
    #expect(Set(state.bindings) == Set(others + [local]))
  }

  @Test func whatBecomesEmptyIsForgotten() {
    var state = SavedState()
    state[local.session()] = .example()
    state[local.session()] = nil
    #expect(state == SavedState())

    _ = state[local].sessions["nobody"]
    state[local].sessions["nobody"] = nil
    #expect(state == SavedState())
  }

  @Test func aProfileWithSettingsStaysWhenItsSessionsEnd() {
    var state = SavedState.withEverything
    let settings = state.profiles["work"]!.settings
    state[work] = SavedBinding(work)
    #expect(state.profiles["work"] == SavedProfile(settings: settings))
  }

  @Test func theLastMethodStaysWhenASessionEnds() {
    var state = SavedState()
    state[local.session()] = .example()
    state[local].lastMethod = "phone"
    state[local.session()] = nil
    #expect(state[local].lastMethod == "phone")
  }

  @Test func aRenewalDoesNotUndoWhatHappenedMeanwhile() {
    var state = SavedState()
    let key = local.session()
    let renewed = SavedSession.example(refreshToken: "r2")

    var isHeld = state.replace(key, since: SavedSession.example().user, with: renewed)
    #expect(!isHeld)
    #expect(state == SavedState())

    state[key] = .example(uid: "another", refreshToken: "r9")
    isHeld = state.replace(key, since: SavedSession.example().user, with: nil)
    #expect(!isHeld)
    #expect(state[key] == .example(uid: "another", refreshToken: "r9"))

    state[key] = .example()
    isHeld = state.replace(key, since: SavedSession.example().user, with: renewed)
    #expect(isHeld)
    #expect(state[key] == renewed)
    isHeld = state.replace(key, since: renewed.user, with: nil)
    #expect(isHeld)
    #expect(state == SavedState())
  }

  @Test func sessionsHaveLocksOfTheirOwn() {
    let key = work.session("kim")
    var keys = [key, key, key, key, key, key]
    keys[1].name = "lee"
    keys[2].binding.profile = "home"
    keys[3].binding.endpoint = "local"
    keys[4].binding.project = "acme2"
    keys[5].binding.tenant = nil
    let names = keys.map(\.lockName)
    #expect(Set(names).count == keys.count)
    #expect(names[0] == work.session("kim").lockName)
    #expect(local.session().lockName == "session-00064a8caab73e7d.lock")
    // The parts are told apart, not only their sum.
    let a = Binding(profile: "ab", endpoint: "c", project: "d").session().lockName
    let b = Binding(profile: "a", endpoint: "bc", project: "d").session().lockName
    #expect(a != b)
    let hostile = Binding(profile: "../../x", endpoint: "https://a/b", project: "\n").session("/")
    #expect(hostile.lockName.allSatisfy { $0.isASCII && $0 != "/" } && hostile.lockName.count == 29)
  }
}
