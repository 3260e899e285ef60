import Essentials
import IdentityToolkit

/// The operation that returns an e-mail address's sign-in methods or the address of a provider's page.
///
/// Sign-in methods may be hidden.
struct CreateAuthUriOperation: Operation {
  let call: Call

  func answer(_ request: CreateAuthUri.Request) throws -> CreateAuthUri.Response {
    guard let identifier = request.identifier, !identifier.isEmpty else {
      if request.providerId?.isEmpty == false { return try ProviderSignIns(call: call).begin(request) }
      throw ServerError(.missingIdentifier)
    }
    guard let email = try? EmailAddress(described: identifier, under: call.policy) else {
      throw ServerError(.invalidIdentifier)
    }
    guard let page = request.continueUri, !page.isEmpty else { throw ServerError(.missingContinueURI) }
    _ = try ContinueURL(page, under: call.policy)
    let sessionID =
      try request.sessionId.flatMap { $0.isEmpty ? nil : $0 } ?? Base64URL.encode(call.random.bytes(20))
    var response = CreateAuthUri.Response(sessionId: sessionID)
    let ways = try call.store.read { transaction in
      let project = try call.findProject(in: transaction)
      let settings = try call.settings(of: project)
      return settings.hidesAddresses(under: call.policy)
        ? nil : try waysIn(email, settings, project: project.id, in: transaction)
    }
    if let ways {
      response.registered = ways.isKnown
      // The service leaves empty lists out.
      let leavesOut = call.dialect.leavesOutEmptyMethods
      response.allProviders = leavesOut && ways.providers.isEmpty ? nil : ways.providers
      response.signinMethods = leavesOut && ways.methods.isEmpty ? nil : ways.methods
    }
    return response
  }

  private typealias Ways = (isKnown: Bool, providers: [String], methods: [String])

  private func waysIn(
    _ email: EmailAddress, _ settings: ProjectSettings, project: Int64, in transaction: Transaction
  ) throws -> Ways {
    var account = try transaction.account(email: email, project: project)
    if account == nil, !settings.areDuplicateEmailsAllowed || call.dialect.findsIdentityAddresses {
      account = try transaction.account(identityEmail: email, project: project)
    }
    guard let account else { return (false, [], []) }
    // If providers' accounts are separate, only the address's own methods are listed.
    let federated = settings.areDuplicateEmailsAllowed ? [] : account.identities.map(\.provider)
    var ways: Ways = (true, federated, federated)
    if account.hasPasswordProvider { ways.providers.append("password") }
    if account.password != nil { ways.methods.append("password") }
    if account.hasEmailLink { ways.methods.append("emailLink") }
    return ways
  }
}
