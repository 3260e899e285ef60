import IdentityToolkit

/// The operation that gives an app a receipt, and sends the secret to the device.
struct VerifyClientOperation: Operation {
  let call: Call

  func answer(_ request: VerifyClient.Request) throws -> VerifyClient.Response {
    guard let appToken = request.appToken, !appToken.isEmpty else { throw ServerError(.missingIOSAppToken) }
    // With this error, apps try reCAPTCHA at once and do not wait for a push that cannot come.
    guard let send = call.parts.push?.way(to: appToken) else { throw ServerError(.invalidAppCredential) }
    let (receipt, secret) = (try call.random.secret(), try call.random.secret())
    try call.store.write { transaction in
      let (project, _) = try call.openProject(in: transaction)
      try transaction.purge(AppReceipt.self, madeBefore: call.period(ofLast: Policy.appReceiptLifetime))
      try transaction.insert(
        AppReceipt(
          project: project.id, receipt: receipt, secret: secret,
          bundleID: AppVerification(call: call).bundleID, createdAt: call.now))
    }
    if try !call.parts.faults.fails(PlannedFault.push, in: call.project) {
      send(VerificationPush(receipt: receipt, secret: secret))
    }
    return VerifyClient.Response(
      receipt: receipt, suggestedTimeout: DecimalText(String(Policy.pushTimeout)))
  }
}
