import HTTP
import IdentityToolkit

/// Lists the identity providers that are set, by their ids, a page at a time.
struct ListProviderConfigsOperation<Form: ProviderForm>: Operation {
  typealias Procedure = ListProviderConfigs<Form>

  let call: Call

  private static var largestPage: Int { 100 }

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let size = call.request.queryValue("pageSize").flatMap { Int($0) } ?? 0
    let limit = size <= 0 ? Self.largestPage : min(size, Self.largestPage)
    let last = call.request.queryValue("pageToken") ?? ""
    let stored = try call.store.read { transaction in
      try transaction.providerConfigurations(
        project: call.knownProject(in: transaction).id, after: last)
    }.filter { Form.isID($0.provider) }
    let configs = ProviderConfigs<Form>(call)
    let page = try stored.prefix(limit).map { stored -> JSONValue in
      configs.answer(try configs.read(stored), of: stored.provider)
    }
    var answer: JSONValue = .object([.init(Form.name, .array(page))])
    if stored.count > limit { answer["nextPageToken"] = .string(stored[limit - 1].provider) }
    return answer
  }
}
