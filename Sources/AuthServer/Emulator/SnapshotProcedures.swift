import HTTP
import IdentityToolkit

/// A name under which a server keeps a copy of a project.
struct SnapshotName: Codable, Equatable, Sendable {
  var name: String?

  init(_ name: String?) {
    self.name = name
  }
}

/// The RPC that lists the names of the server's snapshots, sorted.
///
/// Snapshots belong to the server, so each project may load all of them.
enum ListSnapshots: RPC {
  static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/snapshots")

  typealias Request = EmptyObject

  struct Response: Codable, Equatable, Sendable {
    var snapshots: [String]

    init(snapshots: [String]) {
      self.snapshots = snapshots
    }
  }
}

/// The RPC that copies a project's accounts, tenants and configuration into a snapshot.
///
/// It replaces an earlier snapshot of this name.
enum SaveSnapshot: RPC {
  static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/snapshots:save")

  typealias Request = SnapshotName
  typealias Response = EmptyObject
}

/// The RPC that replaces everything in a project with a copy of a snapshot.
///
/// The project's sessions end. If there is no such project, it is created.
enum LoadSnapshot: RPC {
  static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/snapshots:load")

  typealias Request = SnapshotName
  typealias Response = EmptyObject
}

/// The RPC that deletes a snapshot.
enum RemoveSnapshot: RPC {
  static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/snapshots:remove")

  typealias Request = SnapshotName
  typealias Response = EmptyObject
}
