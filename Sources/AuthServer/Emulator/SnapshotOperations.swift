import Essentials
import IdentityToolkit

struct ListSnapshotsOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> ListSnapshots.Response {
    call.expectOtherProjects()
    return ListSnapshots.Response(
      snapshots: try call.store.read { transaction in try transaction.snapshots() })
  }
}

/// The operation that copies the project into a snapshot.
struct SaveSnapshotOperation: Operation {
  let call: Call

  func answer(_ request: SnapshotName) throws -> EmptyObject {
    let snapshot = ProjectName.snapshot(try request.checked())
    call.expectOtherProjects()
    return try call.store.write { transaction in
      guard let project = try transaction.project(named: call.projectName)
      else { throw ServerError.badArgument("There is no project \(call.project).") }
      try transaction.replace(snapshot, withCopyOf: project, named: call.projectName)
      return EmptyObject()
    }
  }
}

/// The operation that replaces the project with a copy of a snapshot.
struct LoadSnapshotOperation: Operation {
  let call: Call

  func answer(_ request: SnapshotName) throws -> EmptyObject {
    let name = try request.checked()
    call.expectOtherProjects()
    return try call.store.write { transaction in
      let stored = try transaction.snapshot(name)
      try transaction.replace(call.projectName, withCopyOf: stored, named: .snapshot(name))
      return EmptyObject()
    }
  }
}

struct RemoveSnapshotOperation: Operation {
  let call: Call

  func answer(_ request: SnapshotName) throws -> EmptyObject {
    let name = try request.checked()
    return try call.store.write { transaction in
      _ = try transaction.snapshot(name)
      try transaction.deleteWithTenants(.snapshot(name))
      return EmptyObject()
    }
  }
}

extension Call {
  /// With snapshots, a server has several projects on purpose, so nobody has to be told.
  fileprivate func expectOtherProjects() {
    parts.notices.forgo(.foreignProject(project))
  }
}

extension SnapshotName {
  /// Returns the name, if it has the form of one.
  fileprivate func checked() throws(ServerError) -> String {
    let name = name ?? ""
    guard (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({
        $0.isASCIILetter || $0.isASCIIDigit
          || "-._".utf8.contains($0)
      })
    else {
      throw .badArgument("A snapshot's name has 1 to 64 letters, digits, hyphens, dots and underscores.")
    }
    return name
  }
}

extension Transaction {
  fileprivate func snapshot(_ name: String) throws -> Project {
    guard let snapshot = try project(named: .snapshot(name))
    else { throw ServerError.badArgument("There is no snapshot \(name).") }
    return snapshot
  }
}
