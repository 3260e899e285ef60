import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// `/emulator/auth/provider`: the server's own page in place of a provider.
///
/// `accounts:createAuthUri` leads to it.
///
/// With `usher_identity`, an address or a provider's claims, that person returns to the app without a click.
struct OpenedProviderPage: Sendable {
  let call: Call

  func response() throws -> HTTPResponse { try call.answerPage(answer) }

  private func answer() throws -> HTTPResponse {
    let state = call.request.queryValue("state") ?? ""
    // The address does not name the project and the tenant, so the state identifies them.
    let found = try call.store.read { transaction in try transaction.providerAuthorization(state: state) }
    guard let found, ProviderSignIns(call: call).period.contains(found.authorization.createdAt),
      found.authorization.issuer == nil
    else { return over(Text("This sign-in has ended or took too long.")) }
    var call = call
    try call.turn(to: found.name)
    return try OpenedProviderPage(call: call).answer(found.authorization, state: state)
  }

  private func answer(_ authorization: ProviderAuthorization, state: String) throws -> HTTPResponse {
    guard authorization.codeHash == nil else { return alreadyAnswered }
    let formToken = Self.formToken(of: authorization, state: state)
    var form = ProviderPageForm(hint: call.request.queryValue("login_hint"))
    var complaint: ProviderPageForm.Complaint?
    if call.request.method == .post {
      let text = String(validating: call.request.body, as: UTF8.self)
      form = ProviderPageForm(text.flatMap { FormEncoding.decode($0) } ?? [])
      guard ConstantTime.equal(form.token, formToken) else { throw ServerError.otherSite }
      if form.isCancelled { return try cancel(authorization, state: state) }
      do {
        return try choose(authorization, state: state) { [form] project, transaction in
          try form.chosen(of: authorization.provider, under: call.policy, project: project, in: transaction)
        }
      } catch let problem as ProviderPageForm.Complaint {
        complaint = problem
      }
    } else if let identity = authorization.askedIdentity {
      return try choose(authorization, state: state) { project, transaction in
        try ClaimedIdentity(
          identity, of: authorization.provider, under: call.policy, project: project, in: transaction)
      }
    }
    let known = try call.store.read { [call] transaction in
      let project = try call.findProject(in: transaction).id
      _ = try OfferedProviders(call: call).configuration(
        of: authorization.provider, project: project, in: transaction)
      return try transaction.identities(of: authorization.provider, project: project, limit: 200)
    }
    return ProviderPage(
      provider: IdentityProvider(authorization.provider).name, known: known, form: form,
      complaint: complaint, action: call.request.target, formToken: formToken,
      catalog: call.catalog
    ).response(nonce: try call.random.nonce())
  }

  /// Returns to the app with a code for the person that `identity` returns.
  func choose(
    _ authorization: ProviderAuthorization, state: String,
    _ identity: @escaping @Sendable (_ project: Int64, Transaction) throws -> ClaimedIdentity
  ) throws -> HTTPResponse {
    let code = try call.random.secret()
    let isFirst = try call.store.write { [call] transaction in
      let project = try call.openProject(in: transaction).0.id
      _ = try OfferedProviders(call: call).configuration(
        of: authorization.provider, project: project, in: transaction)
      let claims = try identity(project, transaction).claims
      guard claims["sub"]?.string?.isEmpty == false else {
        throw ServerError.badArgument("The claims need a \"sub\".")
      }
      return try transaction.setIdentity(claims.text, code: code, authorization: authorization.id)
    }
    guard isFirst else { return alreadyAnswered }
    return try goBack(authorization, [QueryItem("state", state), QueryItem("code", code)])
  }

  func cancel(_ authorization: ProviderAuthorization, state: String) throws -> HTTPResponse {
    try call.store.write { transaction in try transaction.deleteProviderAuthorization(authorization.id) }
    return try goBack(authorization, [QueryItem("error", "access_denied"), QueryItem("state", state)])
  }

  private func goBack(_ authorization: ProviderAuthorization, _ items: [QueryItem]) throws -> HTTPResponse {
    let next = try ContinueURL(authorization.continueURI, under: call.policy)
    return ActionOutcome.redirect(next.setting(items)).response(to: call)
  }

  /// The app already has its code.
  ///
  /// A second choice must not replace the person without the app's knowledge.
  var alreadyAnswered: HTTPResponse { over(Text("This sign-in was already answered.")) }

  private func over(_ error: Text) -> HTTPResponse {
    ActionOutcome.page(
      400, ["error": error, "instructions": Text("Go back to the app and sign in again.")]
    ).response(to: call)
  }

  /// Returns a token that only a person who was shown the page knows.
  ///
  /// The salt never leaves the database.
  private static func formToken(of authorization: ProviderAuthorization, state: String) -> String {
    Base64URL.encode(Digest.hmacSHA256(Array("form \(state)".utf8), key: authorization.salt))
  }
}

extension ProviderPageForm {
  /// Returns the identity that the form describes.
  func chosen(
    of provider: String, under policy: Policy, project: Int64, in transaction: Transaction
  ) throws -> ClaimedIdentity {
    if let identity {
      return try ClaimedIdentity(identity, of: provider, under: policy, project: project, in: transaction)
    }
    guard let person else {
      return try madeUp(of: provider, under: policy, project: project, in: transaction)
    }
    guard
      let known = try transaction.identities(of: provider, project: project, limit: 200)
        .first(where: { $0.rawID == person })
    else { throw Complaint(field: .email, text: Text("The provider does not know this user any more.")) }
    return ClaimedIdentity(known)
  }
}
