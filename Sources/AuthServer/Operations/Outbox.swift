import IdentityToolkit

extension Call {
  func outbox(_ request: Outbox.Request) throws -> Outbox.Response {
    Outbox.Response(
      messages: try store.read { transaction in
        try transaction.messages(to: request.to, project: findProject(in: transaction).id)
      })
  }
}
