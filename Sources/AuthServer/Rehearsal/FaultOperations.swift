import IdentityToolkit

/// The operation that plans a failure or a delay.
struct PlanFaultOperation: Operation {
  let call: Call

  func answer(_ fault: PlannedFault) throws -> PlannedFault {
    // These are the calls of clients, and the push.
    let methods = call.parts.faults.methods() + [PlannedFault.push]
    guard methods.contains(fault.method) else {
      throw ServerError.badArgument("method is one of \(methods.joined(separator: ", ")).")
    }
    if fault.method != PlannedFault.push, fault.code == nil, fault.delayMilliseconds == nil {
      throw ServerError.badArgument("A fault has a code, or a delayMilliseconds.")
    }
    if let code = fault.code {
      guard (1...64).contains(code.utf8.count), code.utf8.allSatisfy(Self.isOfCode)
      else { throw ServerError.badArgument("code is capitals, digits and underscores, QUOTA_EXCEEDED say.") }
    }
    guard (1...1_000_000).contains(fault.times ?? 1), (0...600_000).contains(fault.delayMilliseconds ?? 0)
    else { throw ServerError.badArgument("times is 1 to 1000000, delayMilliseconds up to ten minutes.") }
    try call.store.write { transaction in
      try transaction.store(fault, project: call.withoutTenant.storedProject(in: transaction).id)
    }
    try call.parts.faults.notePlanned()
    return fault
  }

  private static func isOfCode(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

struct ListFaultsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> ListFaults.Response {
    let faults = try call.store.read { transaction in
      try transaction.faults(project: call.appProject(in: transaction))
    }
    return ListFaults.Response(faults: faults)
  }
}

struct ClearFaultsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmptyObject {
    try call.store.write { transaction in
      try transaction.deleteFaults(project: call.appProject(in: transaction))
      return EmptyObject()
    }
  }
}
