import HTTP
import IdentityToolkit

/// The operation that lists accounts in the order of their uids, one page at a time.
struct BatchGetAccountsOperation: Operation {
  let call: Call

  func answer(_ request: BatchGetAccounts.Request) throws -> BatchGetAccounts.Response {
    // Google's service does not have this parameter, so no role allows it.
    let hasSecrets = request.secrets == true && call.caller == .owner
    let size = request.maxResults ?? 0
    // A negative number means all accounts, as in Firebase's emulator.
    let limit = size < 0 ? Int.max : min(size == 0 ? 20 : size, 1000)
    let (accounts, passkeys) = try call.store.read { transaction in
      // An export includes disabled projects and tenants.
      let project =
        try hasSecrets
        ? call.knownProject(in: transaction) : call.findProject(in: transaction)
      let accounts = try transaction.accounts(
        after: request.nextPageToken ?? "", limit: limit, project: project.id)
      return (accounts, try transaction.passkeys(of: accounts))
    }
    return BatchGetAccounts.Response(
      users: AccountListing(for: call, hasSecrets: hasSecrets)
        .records(of: accounts, passkeys: passkeys),
      nextPageToken: accounts.count == limit ? accounts.last?.localID : nil)
  }
}

extension BatchGetAccounts.Request {
  init(query request: HTTPRequest) throws(ServerError) {
    let size = request.queryValue("maxResults")
    self.init(
      maxResults: size.flatMap { Int($0) }, nextPageToken: request.queryValue("nextPageToken"))
    tenantId = request.queryValue("tenantId")
    secrets = request.queryValue("secrets") == "true"
    guard size == nil || maxResults != nil else { throw .badArgument("maxResults is not a number.") }
  }
}
