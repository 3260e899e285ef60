package import AuthClient
package import Essentials

extension SavedState {
  /// Adds a step under a new id, in place of one of the same kind in the same session, and of those that expired a day
  /// ago: a clock may be wrong, and hardly by so much.
  /// - Parameter expiresAt: Where the server told it; by default what steps of the kind live.
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
    // Codes for second factors are good for nothing else.
    if case .phone(_, let code) = kind {
      let others = (saved.recentCodes ?? []).filter {
        $0.stands(at: createdAt) && $0.verificationID != code.verificationID
      }
      saved.recentCodes = others + [code]
    }
    self[session.binding] = saved
    return step
  }

  /// The code that was sent to `phone` within the last minute and not used up, whatever it was for.
  package func standingCode(to phone: String, in binding: Binding, at now: Date) -> PhoneVerification? {
    self[binding].recentCodes?.last { $0.phoneNumber == phone && $0.stands(at: now) }
  }

  /// The steps of a binding, oldest first, expired ones too.
  package func pending(in binding: Binding) -> [PendingStep] {
    self[binding].pending.sorted { $0.id < $1.id }
  }

  package func pending(of session: SessionKey) -> [PendingStep] {
    pending(in: session.binding).filter { $0.session == session.name }
  }

  /// The session's steps of one kind, oldest first.
  package func pending(of session: SessionKey, _ kind: PendingKind.Name) -> [PendingStep] {
    pending(of: session).filter { $0.kind.name == kind }
  }

  /// The step called `id` and the session it is for, wherever it is.
  package func pending(_ id: PendingID) -> (session: SessionKey, step: PendingStep)? {
    for binding in bindings {
      if let step = self[binding].pending.first(where: { $0.id == id }) {
        return (binding.session(step.session), step)
      }
    }
    return nil
  }

  /// Changes the step called `id`. Returns what it is then; nil if it is gone.
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

  /// Returns the removed step; nil if it was gone already.
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

  /// The step's code does not stand any more: it was used up, and another may be sent at once.
  package mutating func forgetCode(of step: PendingStep, in binding: Binding) {
    guard let code = step.sentCode else { return }
    let left = self[binding].recentCodes?.filter { $0.verificationID != code.verificationID }
    self[binding].recentCodes = left?.isEmpty == true ? nil : left
  }
}
