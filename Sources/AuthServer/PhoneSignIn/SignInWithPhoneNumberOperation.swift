import Essentials
import IdentityToolkit

/// The operation that signs in with an SMS code.
///
/// With an ID token, it links the number to that account.
struct SignInWithPhoneNumberOperation: Operation {
  let call: Call

  func answer(
    _ request: SignInWithPhoneNumber.Request
  ) throws -> SignInWithPhoneNumber.Response {
    try call.refuseTenant()
    let proof = try NumberProof(request)
    let outcome =
      if let idToken = request.idToken, !idToken.isEmpty, request.operation != .reauthenticate {
        try linkNumber(proof, to: try call.verified(idToken))
      } else if request.operation == .link || request.operation == .update {
        throw ServerError(.missingIDToken)
      } else {
        try signedIn(by: proof, request)
      }
    switch outcome {
    case .signedIn(let grant):
      var response = SignInWithPhoneNumber.Response(
        localId: grant.account.localID, isNewUser: grant.isNew, phoneNumber: grant.account.phone?.e164)
      try Sessions(call: call).fill(&response, with: grant)
      return response
    case .taken(let phone, let proof):
      return SignInWithPhoneNumber.Response(
        phoneNumber: phone.e164, temporaryProof: proof,
        temporaryProofExpiresIn: String(Policy.temporaryProofLifetime))
    }
  }

  private func signedIn(
    by proof: NumberProof, _ request: SignInWithPhoneNumber.Request
  ) throws -> PhoneOutcome {
    // A re-authentication does not need a token, but if there is one, it must be valid.
    if let idToken = request.idToken, !idToken.isEmpty { _ = try call.verified(idToken) }
    return .signedIn(try signIn(by: proof, makingAccounts: request.operation != .reauthenticate))
  }

  private func signIn(by proof: NumberProof, makingAccounts: Bool) throws -> Grant {
    let new = try Sessions(call: call).new(provider: "phone")
    let newID = try call.random.localID()
    return try BlockingFunctions(call: call).write(SignInFacts(method: "phone")) {
      call, project, settings, transaction in
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      let number = try NumberProofs(call: call).confirm(proof, project: project.id, in: transaction)
      let known = try transaction.account(phone: number.phone, project: project.id)
      try known?.refuseIfDisabled()
      if known?.secondFactors.isEmpty == false { throw ServerError.phoneBesideSecondFactor }
      if known == nil {
        guard makingAccounts else { throw ServerError(.userNotFound) }
        if settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
      }
      try NumberProofs(call: call).consume(number, in: transaction)
      if let known { return try FirstFactor(call: call).finish(for: known, new, settings, in: transaction) }
      var account = Account(localID: newID, project: project.id, phone: number.phone, now: call.now)
      account.isFictional = number.isFictional ?? false
      account = try BlockingFunctions(call: call).insert(account, in: transaction)
      try EventRecorder(call: call).created(account, in: transaction)
      return try FirstFactor(call: call).finish(for: account, isNew: true, new, settings, in: transaction)
    }
  }

  /// Links the number to the account of `token`, and replaces its old one.
  private func linkNumber(_ proof: NumberProof, to token: IDToken) throws -> PhoneOutcome {
    let newToken = try RefreshToken(random: call.random)
    let newProof = try call.random.secret()
    return try BlockingFunctions(call: call).write(SignInFacts(method: "phone")) {
      call, project, settings, transaction in
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      var account = try transaction.account(of: token, project: project.id)
      guard account.secondFactors.isEmpty else { throw ServerError.phoneBesideSecondFactor }
      let number = try NumberProofs(call: call).confirm(proof, project: project.id, in: transaction)
      if let owner = try transaction.account(phone: number.phone, project: project.id),
        owner.id != account.id
      {
        // The code was right, so the client may sign in to the number's own account without another code.
        guard !proof.isTemporary else { throw ServerError(.phoneNumberExists) }
        try NumberProofs(call: call).consume(number, in: transaction)
        try transaction.purge(
          TemporaryProof.self, madeBefore: call.period(ofLast: Policy.temporaryProofLifetime))
        try transaction.insert(
          TemporaryProof(
            project: project.id, phone: number.phone, account: owner.id, createdAt: call.now),
          secret: newProof.utf8)
        return .taken(number.phone, proof: newProof)
      }
      try NumberProofs(call: call).consume(number, in: transaction)
      account.phone = number.phone
      account.isFictional = number.isFictional ?? account.isFictional
      account.isAnonymous = false
      try transaction.update(account)
      return .signedIn(
        try FirstFactor(call: call).link("phone", to: account, by: token, newToken, settings, in: transaction)
      )
    }
  }
}

private enum PhoneOutcome {
  case signedIn(Grant)
  /// The number belongs to another account, and the proof signs in to that one.
  case taken(PhoneNumber, proof: String)
}
