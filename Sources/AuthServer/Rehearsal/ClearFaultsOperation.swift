import Essentials
import IdentityToolkit

struct ClearFaultsOperation: Operation {
  typealias Procedure = ClearFaults

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      try transaction.deleteFaults(project: call.appProject(in: transaction))
      return EmptyObject()
    }
  }
}
