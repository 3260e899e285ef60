import Essentials
import IdentityToolkit

struct ListFaultsOperation: Operation {
  typealias Procedure = ListFaults

  let call: Call

  func answer(_ request: EmptyObject) throws -> ListFaults.Response {
    let faults = try call.store.read { transaction in
      try transaction.faults(project: call.appProject(in: transaction))
    }
    return ListFaults.Response(faults: faults)
  }
}
