import IdentityToolkit

extension Call {
  func oobCodes(_ request: EmptyObject) throws -> OobCodes.Response {
    let codes = try store.read { transaction in
      try transaction.actionCodes(project: findProject(in: transaction).id)
    }
    return OobCodes.Response(
      oobCodes: codes.filter { period(ofLast: policy.lifetime(of: $0.requestType)).contains($0.createdAt) }
        .map {
          OobCode(
            email: $0.email.text, newEmail: $0.newEmail?.text, oobCode: $0.code, oobLink: $0.link,
            requestType: $0.requestType)
        })
  }
}
