import Essentials
import Flows

extension FuzzTarget {
  /// Checks the state file: a state that is written and read again must stay the same.
  static let state = FuzzTarget(name: "state") { bytes in
    guard let state = try? StateJSON.value(SavedState.self, from: Data(bytes)) else { return }
    let written = StateJSON.data(state)
    let again: SavedState
    do {
      again = try StateJSON.value(SavedState.self, from: written)
    } catch {
      fatalError("what was written cannot be read: \(error)")
    }
    // A step of a newer build may differ: the fields that it shares with other steps are written in this build's form.
    if !state.hasForeignStep { demand(again == state, "another state") }
    demand(StateJSON.data(again) == written, "another file")
  }
}

extension SavedState {
  fileprivate var hasForeignStep: Bool {
    profiles.values.flatMap(\.bindings).flatMap(\.pending).contains { step in
      if case .unsupported = step.kind { true } else { false }
    }
  }
}
