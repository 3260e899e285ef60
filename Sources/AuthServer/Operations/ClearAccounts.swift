import IdentityToolkit

extension Call {
  func clearAccounts(_ request: EmptyObject) throws -> EmptyObject {
    try store.write { transaction in
      try transaction.deleteAccounts(project: findProject(in: transaction).id)
      return EmptyObject()
    }
  }
}
