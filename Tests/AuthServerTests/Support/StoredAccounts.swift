import IdentityToolkit

@testable import AuthServer

extension ServerHarness {
  /// Changes a stored account, as an administrator would.
  func change(_ localID: String?, _ change: @escaping @Sendable (inout Account) -> Void) throws {
    try store.write { transaction in
      guard let project = try transaction.project(named: ProjectName("demo-test")),
        var account = try transaction.account(localID: localID ?? "", project: project.id)
      else { throw ServerError(.userNotFound, "in a test") }
      change(&account)
      try transaction.update(account)
    }
  }
}

extension ServerHarness {
  func disable(_ localID: String?) throws {
    try change(localID) { $0.isDisabled = true }
  }

  func count(_ sql: StaticString) throws -> Int {
    try store.read { transaction in try transaction.connection.value(sql) ?? -1 }
  }
}
