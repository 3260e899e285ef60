package import AuthClient
package import Essentials

extension SavedState {
  /// Adds a step with a new ID.
  ///
  /// It replaces a step of the same kind in the same session. It also removes steps that expired a day ago or earlier.
  /// A clock may be wrong, but hardly by more than a day.
  /// - Parameter expiresAt: The expiry that the server announced; nil for the default of the kind.
  package mutating func addPending(
    _ kind: PendingKind, to session: SessionKey, uid: String? = nil, createdAt: Date, expiresAt: Date? = nil
  ) -> PendingStep {
    removePending { $0.isExpired(at: createdAt.addingTimeInterval(-86_400)) }
    lastPending += 1
    let step = PendingStep(
      id: PendingID(number: lastPending), session: session.name, uid: uid, createdAt: createdAt,
      expiresAt: expiresAt ?? createdAt + kind.lifetime, kind: kind)
    var saved = self[session.binding]
    saved.pending.removeAll { $0.session == step.session && $0.kindName == step.kindName }
    saved.pending.append(step)
    // Codes for second factors cannot be used for anything else.
    if case .phone(_, let code) = kind {
      let others = (saved.recentCodes ?? []).filter {
        $0.stands(at: createdAt) && $0.verificationID != code.verificationID
      }
      saved.recentCodes = others + [code]
    }
    self[session.binding] = saved
    return step
  }

  /// Returns an unused code that was sent to `phone` within the last minute, for any purpose.
  package func standingCode(to phone: String, in binding: Binding, at now: Date) -> PhoneVerification? {
    self[binding].recentCodes?.last { $0.phoneNumber == phone && $0.stands(at: now) }
  }

  /// Returns the steps of a binding, oldest first, including expired ones.
  package func pending(in binding: Binding) -> [PendingStep] {
    self[binding].pending.sorted { $0.id < $1.id }
  }

  package func pending(of session: SessionKey) -> [PendingStep] {
    pending(in: session.binding).filter { $0.session == session.name }
  }

  /// Returns the session's steps of one kind, oldest first.
  package func pending(of session: SessionKey, _ kind: PendingKind.Name) -> [PendingStep] {
    pending(of: session).filter { $0.kind.name == kind }
  }

  /// Finds the step `id` in any session, and returns it with the session.
  package func pending(_ id: PendingID) -> (session: SessionKey, step: PendingStep)? {
    for binding in bindings {
      if let step = self[binding].pending.first(where: { $0.id == id }) {
        return (binding.session(step.session), step)
      }
    }
    return nil
  }

  /// Changes the step `id`, and returns the result; nil if the step is gone.
  @discardableResult
  package mutating func updatePending(
    _ id: PendingID, _ change: (inout PendingStep) -> Void
  ) -> PendingStep? {
    for binding in bindings {
      if let index = self[binding].pending.firstIndex(where: { $0.id == id }) {
        change(&self[binding].pending[index])
        return self[binding].pending[index]
      }
    }
    return nil
  }

  /// Removes the step `id`, and returns it; nil if it was already gone.
  @discardableResult
  package mutating func removePending(_ id: PendingID) -> PendingStep? {
    removePending { $0.id == id }.first
  }

  @discardableResult
  package mutating func removePending(of session: SessionKey) -> [PendingStep] {
    let steps = pending(of: session)
    let ids = Set(steps.map(\.id))
    return removePending { ids.contains($0.id) }
  }

  @discardableResult
  private mutating func removePending(where isUnwanted: (PendingStep) -> Bool) -> [PendingStep] {
    var removed: [PendingStep] = []
    for binding in bindings {
      let unwanted = self[binding].pending.filter(isUnwanted)
      guard !unwanted.isEmpty else { continue }
      removed += unwanted
      self[binding].pending.removeAll(where: isUnwanted)
      for step in unwanted { forgetCode(of: step, in: binding) }
    }
    return removed
  }

  /// Forgets the step's code, which was used, so that another one may be sent at once.
  package mutating func forgetCode(of step: PendingStep, in binding: Binding) {
    guard let code = step.sentCode else { return }
    let left = self[binding].recentCodes?.filter { $0.verificationID != code.verificationID }
    self[binding].recentCodes = left?.isEmpty == true ? nil : left
  }
}
