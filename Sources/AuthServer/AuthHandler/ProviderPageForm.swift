import HTTP
import IdentityToolkit

/// What a person chose or typed on a provider's page.
struct ProviderPageForm: Sendable {
  enum Field: Sendable {
    case name, email
  }

  /// What is wrong with a field, for the person.
  struct Complaint: Error, Sendable {
    let field: Field
    let text: String
  }

  /// In bytes.
  private static let longestName = 256

  var name = ""
  var email = ""
  var isVerified = true
  /// The provider's id of a user whom it knows.
  var person: String?
  /// What a test says of a person instead, as `usher_identity` does: an address, or a provider's claims.
  var identity: String?
  var isCancelled = false
  var token = ""

  /// A page's first look.
  init(hint: String?) {
    email = hint ?? ""
  }

  /// What was sent.
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

  /// The claims of whoever was made up: of one whom the provider knows by the address, it is the same person.
  func madeUp(
    of provider: String, under policy: Policy, project: Int64, in transaction: Transaction
  ) throws -> ClaimedIdentity {
    guard name.utf8.count <= Self.longestName else {
      throw Complaint(field: .name, text: "The name is too long: \(Self.longestName) characters at most.")
    }
    guard !email.isEmpty else { throw Complaint(field: .email, text: "Enter an email address.") }
    guard let address = try? EmailAddress(described: email, under: policy) else {
      throw Complaint(field: .email, text: "Enter an email address such as kim@example.com.")
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
