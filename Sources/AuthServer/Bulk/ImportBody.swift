import Essentials
import IdentityToolkit

/// An `ImportAccounts.Request` whose accounts are not read yet: there may be a million.
struct ImportBody: Sendable {
  struct Upload: Sendable {
    /// Without accounts.
    var request: BatchCreateAccounts.Request
    /// The accounts, JSON each.
    var users: [Data]
  }

  /// Without uploads.
  let request: ImportAccounts.Request
  let uploads: [Upload]

  /// Of objects, in what is read at once; and of accounts.
  private static let most = 5_000_000

  init(_ body: Data) throws {
    let parts = JSONElements(of: "uploads", in: body)
    request = try JSONBody.decode(parts.rest, mostObjects: Self.most)
    uploads = try parts.elements.map { element in
      let parts = JSONElements(of: "users", in: element)
      guard parts.elements.count <= Self.most
      else { throw ServerError.badArgument("An upload has more than \(Self.most) accounts.") }
      return Upload(request: try JSONBody.decode(parts.rest, mostObjects: Self.most), users: parts.elements)
    }
  }
}
