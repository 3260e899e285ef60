import IdentityToolkit

extension Call {
  /// Gives the app a receipt, and sends its secret to the device.
  func verifyClient(_ request: VerifyClient.Request) throws -> VerifyClient.Response {
    guard let appToken = request.appToken, !appToken.isEmpty else { throw ServerError(.missingIOSAppToken) }
    // Apps that hear this go on to reCAPTCHA at once, without waiting for what cannot come.
    guard let send = server.push?.way(to: appToken) else { throw ServerError(.invalidAppCredential) }
    let receipt = AppReceipt(
      receipt: try random.receipt(), secret: try random.receipt(), bundleID: bundleID)
    try store.write { transaction in
      let (project, _) = try openProject(in: transaction)
      try transaction.purgeAppReceipts(notMadeIn: period(ofLast: policy.appReceiptLifetime))
      try transaction.insert(receipt, project: project.id, at: now)
    }
    send(VerificationPush(receipt: receipt.receipt, secret: receipt.secret))
    return VerifyClient.Response(
      receipt: receipt.receipt, suggestedTimeout: DecimalText(String(policy.pushTimeout)))
  }
}
