import Essentials
import Flows

extension FuzzTarget {
  /// The state file: what is read is what is written, and written it is read as the same.
  static let state = FuzzTarget(name: "state") { bytes in
    guard let state = try? StateJSON.value(SavedState.self, from: Data(bytes)) else { return }
    let written = StateJSON.data(state)
    let again: SavedState
    do {
      again = try StateJSON.value(SavedState.self, from: written)
    } catch {
      fatalError("what was written cannot be read: \(error)")
    }
    // Of a step that only a newer build knows, what it has in common with the others is written in our form.
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
