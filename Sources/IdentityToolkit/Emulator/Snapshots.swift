import HTTP

/// A name under which a server keeps a copy of a project.
package struct SnapshotName: Codable, Equatable, Sendable {
  package var name: String?

  package init(_ name: String?) {
    self.name = name
  }
}

/// The RPC that lists the names of the server's snapshots, sorted.
///
/// Snapshots belong to the server, so each project may load all of them.
package enum ListSnapshots: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/snapshots")

  package struct Response: Codable, Equatable, Sendable {
    package var snapshots: [String]

    package init(snapshots: [String]) {
      self.snapshots = snapshots
    }
  }
}

/// The RPC that copies a project's accounts, tenants and configuration into a snapshot.
///
/// It replaces an earlier snapshot of this name.
package enum SaveSnapshot: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/snapshots:save")

  package typealias Request = SnapshotName
}

/// The RPC that replaces everything in a project with a copy of a snapshot.
///
/// The project's refresh tokens end. If there is no such project, it is created.
package enum LoadSnapshot: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/snapshots:load")

  package typealias Request = SnapshotName
}

package enum RemoveSnapshot: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/snapshots:remove")

  package typealias Request = SnapshotName
}
