import Crypto
import Essentials
import HTTP
import IdentityToolkit
import SAML

/// A SAML provider: another program that the project has set up, or this server itself.
struct SAMLProvider: Sendable {
  /// The paths that end with the provider's ID.
  static let consumerPath = "/emulator/auth/saml/acs/"
  static let signOnPath = "/emulator/auth/saml/sso/"
  static let metadataPath = "/emulator/auth/saml/metadata/"

  private let call: Call
  private let id: String
  /// Nil if the provider is this server.
  private let settings: SAMLSettings?

  init(_ call: Call, _ id: String, _ settings: ProviderSettings?) {
    self.call = call
    self.id = id
    self.settings = settings?.saml
  }

  /// The project's entity ID at the provider.
  var audience: String { settings?.audience ?? call.projectName.text }

  /// Returns one of the server's own addresses for the provider, or nil inside a process, where nothing listens.
  ///
  /// Its query names the project if it is not the server's own, and the tenant.
  func address(_ path: String) -> String? {
    guard let origin = call.ownOrigin else { return nil }
    var items: [QueryItem] = []
    if call.project != call.parts.project { items.append(QueryItem("apiKey", call.project)) }
    if let tenant = call.tenant { items.append(QueryItem("tid", tenant)) }
    return origin.description + path + FormEncoding.encode(id)
      + (items.isEmpty ? "" : "?" + FormEncoding.encode(items))
  }

  /// Returns the address of the provider's page with a request, or nil if the server's own page replaces it.
  func page(state: String, salt: [UInt8]) throws(ServerError) -> String? {
    guard let settings else { return nil }
    guard let consumer = address(Self.consumerPath) else {
      throw ServerError(
        .unavailable, "((\(id): its answers come to a server that listens. Start one with usher serve.))",
        httpStatus: 503, status: "UNAVAILABLE")
    }
    return AuthnRequest(
      id: Self.requestID(state: state, salt: salt), issuer: settings.audience, consumer: consumer
    ).address(at: settings.signOn, relayState: state, at: call.now)
  }

  /// Returns the ID of the request that belongs to a sign-in in progress.
  static func requestID(state: String, salt: [UInt8]) -> String {
    "_" + Hex.encode(Digest.hmacSHA256(Array("SAML request \(state)".utf8), key: salt))
  }

  /// Returns what the provider says about a person, in the form of Firebase's emulator, with a `sub`.
  ///
  /// Each assertion is valid once.
  /// - Parameter requestID: The request that the response must answer, or nil if there must be none.
  /// - Throws: `SAMLProblem` for a response that cannot be believed.
  func statement(in text: String, answering requestID: String?) throws -> JSONValue {
    let response = try SAMLResponse(text)
    guard call.policy.idpTokensChecked else { return Self.statement(of: try response.unchecked()) }
    let own = OwnSAMLProvider(call: call, id: id)
    let check = try SAMLCheck(
      certificates: try settings?.certificates ?? [own.certificate()],
      issuer: settings?.issuer ?? own.entityID, audience: audience,
      recipients: [settings?.callback, address(Self.consumerPath)].compactMap(\.self), requestID: requestID,
      lifetime: Policy.authorizationLifetime, leeway: Policy.clockSkew)
    let assertion = try check.assertion(of: response, at: call.now)
    // Otherwise, whoever has an account there could sign others in to it. The server's own page cannot keep anybody out.
    guard requestID != nil || settings == nil || call.policy.unsolicitedSAML else {
      throw ServerError(
        .invalidIDPResponse,
        "((\(id): nobody asked for this response. Begin at the app, or set the policy saml-unsolicited=true.))"
      )
    }
    // After this, it is too old for the check.
    let period = call.period(ofLast: Policy.authorizationLifetime + 3 * Policy.clockSkew)
    let isFirst = try call.store.write { [call] transaction in
      let project = try call.openProject(in: transaction).0.id
      try transaction.purge(UsedAssertion.self, madeBefore: period)
      return try transaction.useAssertion(
        assertion.id, of: assertion.issuer, project: project, at: call.now)
    }
    guard isFirst else {
      throw ServerError(.invalidIDPResponse, "((\(id): the assertion was already used.))")
    }
    return Self.statement(of: assertion)
  }

  func refusal(_ problem: SAMLProblem) -> ServerError {
    let detail = "((\(id): \(problem.reason).))"
    return problem == .libraryMissing
      ? ServerError(.unavailable, detail, httpStatus: 503, status: "UNAVAILABLE")
      : ServerError(.invalidIDPResponse, detail)
  }

  private static func statement(of assertion: SAMLAssertion) -> JSONValue {
    var attributes: JSONValue = [:]
    for attribute in assertion.attributes {
      let values =
        (attributes[attribute.name].map { $0.array ?? [$0] } ?? []) + attribute.values.map { .string($0) }
      attributes[attribute.name] = values.count == 1 ? values[0] : .array(values)
    }
    let name = JSONValue.string(assertion.nameID)
    return [
      "sub": name, "assertion": ["subject": ["nameId": name], "attributeStatements": attributes],
    ]
  }
}
