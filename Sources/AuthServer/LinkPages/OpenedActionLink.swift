import Essentials
import HTTP
import IdentityToolkit

/// `/emulator/action`, the target of mailed links: does the action of a link when it is opened.
struct OpenedActionLink: Sendable {
  let call: Call

  func response() throws -> HTTPResponse {
    // A link does not name its project, so the code identifies it. Both name the tenant.
    let code = call.request.queryValue("oobCode") ?? ""
    let name = try call.store.read { transaction in try transaction.projectName(ofActionCode: code) }
    var call = call
    if let name { try call.turn(to: name) }
    return try OpenedActionLink(call: call).outcome().response(to: call)
  }

  private func outcome() throws -> ActionOutcome {
    // A mail scanner that only checks if the page exists must not use up the link.
    if call.request.method == .head { return .page(200, ["success": ""]) }
    guard call.request.queryValue("apiKey")?.isEmpty == false else {
      return .missing("apiKey", "YOUR_API_KEY")
    }
    guard let code = call.request.queryValue("oobCode"), !code.isEmpty
    else { return .missing("oobCode", "YOUR_OOB_CODE") }
    do {
      guard call.request.queryValue("tenantId") ?? "" == call.tenant ?? ""
      else { throw ServerError(.tenantIDMismatch) }
      return try outcome(of: code)
    } catch let error as ServerError {
      return .refused(error)
    }
  }

  private func outcome(of code: String) throws -> ActionOutcome {
    let settings = try call.projectSettings()
    let page = call.request.queryValue("continueUrl").flatMap { $0.isEmpty ? nil : $0 }
    // A browser has no app to open, and goes where the app would.
    let next = try ActionLinks(call: call).continueURL(
      page.map { LinkPlace.link(inAppLink: $0) ?? $0 }, settings)
    switch call.request.queryValue("mode") {
    case "signIn": return try signInOutcome(next)
    case "resetPassword": return try resetOutcome(code, next)
    case "verifyEmail":
      return try applied(code, .verifyEmail, again: Text("Try verifying your email again.")) {
        .done(Text("The email has been successfully verified."), "email", $0.email, next)
      }
    case "verifyAndChangeEmail":
      return try applied(code, .verifyAndChangeEmail, again: Text("Try changing your email again.")) {
        .done(Text("The email has been successfully changed."), "newEmail", $0.newEmail, next)
      }
    case "recoverEmail":
      let again = Text(
        "If you're trying to test the reverting email flow, try changing the email again to generate a new link."
      )
      return try applied(code, .recoverEmail, again: again) {
        .done(Text("The email has been successfully reset."), "email", $0.email, nil)
      }
    case "revertSecondFactorAddition":
      let again = Text("Sign in and look at your second factors.")
      return try applied(code, .revertSecondFactorAddition, again: again) {
        .done(Text("The second factor has been removed."), "email", $0.email, nil)
      }
    default: return .page(400, ["error": Text("Invalid mode")])
    }
  }

  /// Returns the outcome for a sign-in link.
  ///
  /// The app gets the link's parameters and completes the sign-in.
  private func signInOutcome(_ next: ContinueURL?) throws -> ActionOutcome {
    guard let next else {
      return .page(
        400,
        [
          "error": Text("Missing continueUrl query parameter"),
          "instructions": Text("To sign in, append &continueUrl=YOUR_APP_URL to the link."),
        ])
    }
    return .redirect(next.setting(call.request.query.filter { $0.name != "continueUrl" }))
  }

  private func resetOutcome(_ code: String, _ next: ContinueURL?) throws -> ActionOutcome {
    let found = try found(code, .passwordReset)
    guard let found else {
      return .page(
        400,
        [
          "error": Text(
            "Your request to reset your password has expired or the link has already been used."),
          "instructions": Text("Try resetting your password again."),
        ])
    }
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
    let answer = try ResetPasswordOperation(call: call).answer(.init(oobCode: code, newPassword: password))
    return .done(Text("The password has been successfully updated."), "email", answer.email, next)
  }

  /// The new password: in the query, as in the emulator, or in the page's form.
  private var newPassword: String? {
    guard call.request.method == .post else { return call.request.queryValue("newPassword") }
    let form = String(validating: call.request.body, as: UTF8.self).flatMap { FormEncoding.decode($0) }
    return form?.first { $0.name == "newPassword" }?.value
  }

  private func applied(
    _ code: String, _ type: OobRequestType, again: Text,
    _ done: (UpdateAccount.Response) -> ActionOutcome
  ) throws -> ActionOutcome {
    guard try found(code, type) != nil else {
      let error =
        switch type {
        case .recoverEmail: Text("Requested mode does not match the OOB code provided.")
        case .revertSecondFactorAddition:
          Text("Your request to remove the second factor has expired or the link has already been used.")
        case .verifyEmail:
          Text("Your request to verify your email has expired or the link has already been used.")
        default: Text("Your request to change your email has expired or the link has already been used.")
        }
      return .page(400, ["error": error, "instructions": again])
    }
    return done(try ActionCodeApplication(call: call).apply(code))
  }

  /// Returns the code, if it is valid and of this type.
  private func found(_ code: String, _ type: OobRequestType) throws -> ActionCode? {
    do {
      return try call.store.read { transaction in
        let found = try ActionLinks(call: call).code(
          code, project: call.findProject(in: transaction).id, in: transaction)
        return found.requestType == type ? found : nil
      }
    } catch let error as ServerError where [.invalidOOBCode, .expiredOOBCode].contains(error.code) {
      return nil
    }
  }
}
