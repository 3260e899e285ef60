import IdentityToolkit

/// The operation that lists the mailed codes that are still valid.
struct OobCodesOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> OobCodes.Response {
    let codes = try call.store.read { transaction in
      try transaction.actionCodes(project: call.knownProject(in: transaction).id)
    }
    return OobCodes.Response(
      oobCodes: codes.filter {
        call.period(ofLast: call.policy.lifetime(of: $0.requestType)).contains($0.createdAt)
      }
      .map {
        OobCode(
          email: $0.email.text, newEmail: $0.newEmail?.text, oobCode: $0.code, oobLink: $0.link,
          requestType: $0.requestType)
      })
  }
}
