import Essentials
import IdentityToolkit

/// An `ImportAccounts.Request` whose accounts are not parsed yet, because there may be a million.
struct ImportBody: Sendable {
  struct Upload: Sendable {
    /// The request without its accounts.
    var request: BatchCreateAccounts.Request
    /// The accounts, each as JSON.
    var users: [Data]
  }

  /// The request without its uploads.
  let request: ImportAccounts.Request
  let uploads: [Upload]

  /// The maximum number of objects that are parsed at once, and of accounts.
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
