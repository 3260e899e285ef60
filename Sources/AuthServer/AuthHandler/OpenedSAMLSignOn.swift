import Crypto
import Essentials
import HTTP
import IdentityToolkit
import SAML

/// `/emulator/auth/saml/sso/{provider}`: the page of this server as a SAML provider.
///
/// It answers an `AuthnRequest` of any program. Without one, it signs in at this server without being asked. With
/// `usher_identity`, an address or a provider's claims, that person signs in without a click, unless a page of another
/// site leads here: it would choose who signs in.
struct OpenedSAMLSignOn: Sendable {
  let call: Call

  func response() throws -> HTTPResponse {
    try call.answerPage {
      let (call, id) = try call.atSAMLProvider()
      do {
        return try OpenedSAMLSignOn(call: call).answer(id)
      } catch let problem as SAMLProblem {
        throw SAMLProvider(call, id, nil).refusal(problem)
      }
    }
  }

  /// Returns what the administrator of another program needs to trust this provider.
  func metadata() throws -> HTTPResponse {
    try call.showingRefusals {
      let (call, id) = try call.atSAMLProvider()
      guard let signOn = SAMLProvider(call, id, nil).address(SAMLProvider.signOnPath) else {
        throw ServerError.badArgument("A Host header is needed.")
      }
      let metadata = try OwnSAMLProvider(call: call, id: id).metadata(signOn: signOn)
      return .content(Data(metadata.text.utf8), "application/samlmetadata+xml")
    }
  }

  private func answer(_ id: String) throws -> HTTPResponse {
    let question = try question(id)
    var form = ProviderPageForm(hint: value("login_hint"))
    var complaint: ProviderPageForm.Complaint?
    let key = try call.issuer.signingKey(for: .samlAssertions).privateKey.der
    let formToken = Base64URL.encode(Digest.hmacSHA256(Array("form \(call.request.target)".utf8), key: key))
    if call.request.method == .post {
      let text = String(validating: call.request.body, as: UTF8.self)
      form = ProviderPageForm(text.flatMap { FormEncoding.decode($0) } ?? [])
      guard ConstantTime.equal(form.token, formToken) else { throw ServerError.otherSite }
      if form.isCancelled {
        return try post(
          OwnSAMLProvider(call: call, id: id).cancellation(
            to: question.consumer, answering: question.requestID),
          to: question)
      }
    } else if !WebOrigin(call.request).isForeign {
      form.identity = value("usher_identity")
    }
    if form.identity != nil || call.request.method == .post {
      do {
        let claims = try call.store.read { [call, form] transaction in
          try form.chosen(
            of: id, under: call.policy, project: call.findProject(in: transaction).id, in: transaction
          ).claims
        }
        return try post(
          OwnSAMLProvider(call: call, id: id).response(
            claims, to: question.consumer, audience: question.audience, answering: question.requestID),
          to: question)
      } catch let problem as ProviderPageForm.Complaint {
        complaint = problem
      }
    }
    let known = try call.store.read { [call] transaction in
      try transaction.identities(of: id, project: call.findProject(in: transaction).id, limit: 200)
    }
    return ProviderPage(
      provider: id, known: known, form: form, complaint: complaint, action: call.request.target,
      formToken: formToken, catalog: call.catalog
    ).response(nonce: try call.random.nonce())
  }

  /// Who asks, and where the browser takes the answer.
  private struct Question {
    let audience: String
    let consumer: String
    let requestID: String?
    let relayState: String?
  }

  private func question(_ id: String) throws -> Question {
    let relayState = value("RelayState")
    let (settings, project) = try call.store.read { [call] transaction in
      let project = try call.findProject(in: transaction)
      let settings = try OfferedProviders(call: call).configuration(
        of: id, project: project.id, in: transaction)
      return (settings, try call.settings(of: project))
    }
    guard let request = try value("SAMLRequest").map(AuthnRequest.init(redirected:)) else {
      let own = SAMLProvider(call, id, settings)
      guard let consumer = own.address(SAMLProvider.consumerPath) else {
        throw ServerError.badArgument("A Host header is needed.")
      }
      return Question(audience: own.audience, consumer: consumer, requestID: nil, relayState: relayState)
    }
    guard let text = request.consumer?.nonEmpty else {
      throw ServerError.badArgument("The AuthnRequest needs an AssertionConsumerServiceURL.")
    }
    let consumer = try ContinueURL(text, under: call.policy)
    guard !call.policy.authorizedDomainsChecked || consumer.isAuthorized(by: project) else {
      throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project")
    }
    return Question(
      audience: request.issuer, consumer: consumer.text, requestID: request.id, relayState: relayState)
  }

  /// Returns a page that posts the response, by itself if scripts run.
  private func post(_ response: String, to question: Question) throws -> HTTPResponse {
    let items =
      [QueryItem("SAMLResponse", Data(response.utf8).base64EncodedString())]
      + (question.relayState.map { [QueryItem("RelayState", $0)] } ?? [])
    let fields = items.map {
      #"<input type="hidden" name="\#($0.name)" value="\#($0.value.escapedForHTML)">"#
    }
    let (catalog, nonce) = (call.catalog, try call.random.nonce())
    return HTMLPage(
      Text("Sign in").in(catalog), in: catalog.language,
      body: """
        <main>
        <form id="response" method="post" action="\(question.consumer.escapedForHTML)">
        \(fields.joined(separator: "\n"))
        <p><button>\(Text("Sign in").html(in: catalog))</button></p>
        </form>
        </main>
        <script nonce="\(nonce)">document.getElementById("response").submit();</script>
        """,
      policy: ["script-src 'nonce-\(nonce)'", "form-action *", "base-uri 'none'", "frame-ancestors 'none'"]
    ).response()
  }

  /// Returns a query parameter, or nil if it is missing or empty.
  private func value(_ name: String) -> String? { call.request.queryValue(name)?.nonEmpty }
}
