import Essentials
import HTTP
import IdentityToolkit

/// The choice or input of a person on a provider's page.
struct ProviderPageForm: Sendable {
  enum Field: Sendable {
    case name, email
  }

  /// A problem with a field, shown to the person.
  struct Complaint: Error, Sendable {
    let field: Field
    let text: Text
  }

  /// The maximum length, in bytes.
  private static let longestName = 256

  var name = ""
  var email = ""
  var isVerified = true
  /// The provider's ID of a user whom it already knows.
  var person: String?
  /// An identity that a test gives instead, like `usher_identity`: an address, or a provider's claims.
  var identity: String?
  var isCancelled = false
  var token = ""

  /// Creates the form for the first view of the page.
  init(hint: String?) {
    email = hint ?? ""
  }

  init(_ items: [QueryItem]) {
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    name = (value("name") ?? "").trimmed
    email = (value("email") ?? "").trimmed
    isVerified = value("verified") != nil
    person = value("person")
    identity = value("identity")
    isCancelled = value("cancel") != nil
    token = value("form") ?? ""
  }

  /// Returns the claims of a new person.
  ///
  /// If the provider knows the address, this is the same person.
  func madeUp(
    of provider: String, under policy: Policy, project: Int64, in transaction: Transaction
  ) throws -> ClaimedIdentity {
    guard name.utf8.count <= Self.longestName else {
      throw Complaint(
        field: .name, text: Text("The name is too long: \(Self.longestName) characters at most."))
    }
    guard !email.isEmpty else { throw Complaint(field: .email, text: Text("Enter an e-mail address.")) }
    guard let address = try? EmailAddress(described: email, under: policy) else {
      throw Complaint(field: .email, text: Text("Enter an e-mail address such as kim@example.com."))
    }
    var claims = try ClaimedIdentity(address, of: provider, project: project, in: transaction).claims
    if !name.isEmpty { claims["name"] = .string(name) }
    claims["email_verified"] = .bool(isVerified)
    return ClaimedIdentity(claims: claims)
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = self[...].drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
