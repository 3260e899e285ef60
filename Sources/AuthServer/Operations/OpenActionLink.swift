import HTTP
import IdentityToolkit

/// `/emulator/action`, where mailed links lead: does what a link says when it is opened.
extension Call {
  func openActionLink() throws -> HTTPResponse {
    // A link does not name its project, so its code does.
    let code = request.queryValue("oobCode") ?? ""
    let name = try store.read { transaction in try transaction.projectName(ofActionCode: code) }
    let call = Call(
      server: server, request: request, project: name ?? project, isOwner: isOwner, now: now)
    return try call.actionOutcome().response(to: request)
  }

  private func actionOutcome() throws -> ActionOutcome {
    // A scanner that only asks whether the page is there must not use the link up.
    if request.method == .head { return .page(200, ["success": ""]) }
    guard request.queryValue("apiKey")?.isEmpty == false else { return .missing("apiKey", "YOUR_API_KEY") }
    guard let code = request.queryValue("oobCode"), !code.isEmpty
    else { return .missing("oobCode", "YOUR_OOB_CODE") }
    do {
      try refuse(tenant: request.queryValue("tenantId"))
      return try outcome(of: code)
    } catch let error as ServerError {
      return .page(400, ["error": .string(ErrorEnvelope(error).error.message ?? error.code.rawValue)])
    }
  }

  private func outcome(of code: String) throws -> ActionOutcome {
    let settings = try projectSettings()
    let next = try authorized(request.queryValue("continueUrl"), settings)
    switch request.queryValue("mode") {
    case "signIn": return try signInOutcome(next)
    case "resetPassword": return try resetOutcome(code, next)
    case "verifyEmail":
      return try applied(code, .verifyEmail, again: "Try verifying your email again.") {
        .done("The email has been successfully verified.", "email", $0.email, next)
      }
    case "verifyAndChangeEmail":
      return try applied(code, .verifyAndChangeEmail, again: "Try changing your email again.") {
        .done("The email has been successfully changed.", "newEmail", $0.newEmail, next)
      }
    case "recoverEmail":
      let again =
        "If you're trying to test the reverting email flow, try changing the email again to generate a new "
        + "link."
      return try applied(code, .recoverEmail, again: again) {
        .done("The email has been successfully reset.", "email", $0.email, nil)
      }
    case "revertSecondFactorAddition":
      return try applied(code, .revertSecondFactorAddition, again: "Sign in and look at your second factors.")
      {
        .done("The second factor has been removed.", "email", $0.email, nil)
      }
    default: return .page(400, ["error": "Invalid mode"])
    }
  }

  /// The app finishes sign-ins: it gets the link's parameters.
  private func signInOutcome(_ next: ContinueURL?) throws -> ActionOutcome {
    guard let next else {
      return .page(
        400,
        [
          "error": "Missing continueUrl query parameter",
          "instructions": "To sign in, append &continueUrl=YOUR_APP_URL to the link.",
        ])
    }
    return .redirect(next.setting(request.query.filter { $0.name != "continueUrl" }))
  }

  private func resetOutcome(_ code: String, _ next: ContinueURL?) throws -> ActionOutcome {
    let found = try found(code, .passwordReset)
    guard let found else { return .used("reset your password", "Try resetting your password again.") }
    let placeholder = "NEW_PASSWORD_HERE"
    let password = newPassword ?? ""
    guard !password.isEmpty, password != placeholder else {
      var page: JSONValue = [
        "error": "missing newPassword query parameter",
        "instructions": .string(
          "To reset the password for \(found.email.text), send an HTTP GET request to the following URL."),
        "instructions2": "You may use a web browser or any HTTP client, such as curl.",
      ]
      if password == placeholder {
        page["error"] = .string("newPassword must be something other than '\(placeholder)'")
        page["instructions"] = .string("The string '\(placeholder)' is just a placeholder.")
        page["instructions2"] = "Please change the URL to specify a new password instead."
      }
      page["urlTemplate"] = .string("\(found.link)&newPassword=\(placeholder)")
      return .passwordForm(email: found.email.text, page)
    }
    let answer = try resetPassword(.init(oobCode: code, newPassword: password))
    return .done("The password has been successfully updated.", "email", answer.email, next)
  }

  /// In the query, as the emulator has it; in a form, from the page.
  private var newPassword: String? {
    guard request.method == .post else { return request.queryValue("newPassword") }
    let form = String(validating: request.body, as: UTF8.self).flatMap { FormEncoding.decode($0) }
    return form?.first { $0.name == "newPassword" }?.value
  }

  private func applied(
    _ code: String, _ type: OobRequestType, again: String,
    _ done: (UpdateAccount.Response) -> ActionOutcome
  ) throws -> ActionOutcome {
    guard try found(code, type) != nil else {
      switch type {
      case .recoverEmail:
        return .page(
          400,
          [
            "error": "Requested mode does not match the OOB code provided.", "instructions": .string(again),
          ])
      case .revertSecondFactorAddition: return .used("remove the second factor", again)
      default: return .used(type == .verifyEmail ? "verify your email" : "change your email", again)
      }
    }
    return done(try apply(code))
  }

  /// The code, if it still counts and is for that.
  private func found(_ code: String, _ type: OobRequestType) throws -> ActionCode? {
    do {
      return try store.read { transaction in
        let found = try actionCode(code, project: findProject(in: transaction).id, in: transaction)
        return found.requestType == type ? found : nil
      }
    } catch let error as ServerError where [.invalidOOBCode, .expiredOOBCode].contains(error.code) {
      return nil
    }
  }
}
