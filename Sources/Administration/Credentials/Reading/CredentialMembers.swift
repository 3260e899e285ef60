import Essentials

/// The members of a JSON object in a credentials file.
struct CredentialMembers {
  private let value: JSONValue
  /// The names of the objects around this one, each with a dot.
  private let prefix: String

  /// Reads the text of a credentials file.
  init(file text: String) throws(GoogleCredentialError) {
    guard let value = JSONValue(unambiguous: Data(text.utf8)), value.members != nil
    else { throw .malformedFile }
    self.init(value, prefix: "")
  }

  private init(_ value: JSONValue, prefix: String) {
    self.value = value
    self.prefix = prefix
  }

  /// Returns the full name of a member, for errors.
  func path(_ name: String) -> String { prefix + name }

  /// Returns the member, or nil if it is missing or null.
  private func member(_ name: String) -> JSONValue? {
    guard let member = value[name], member != .null else { return nil }
    return member
  }

  func has(_ name: String) -> Bool { member(name) != nil }

  func textIfPresent(_ name: String) throws(GoogleCredentialError) -> String? {
    guard let member = member(name) else { return nil }
    guard let text = member.string, !text.isEmpty else { throw .invalidMember(path(name)) }
    return text
  }

  func text(_ name: String) throws(GoogleCredentialError) -> String {
    guard let text = try textIfPresent(name) else { throw .missingMember(path(name)) }
    return text
  }

  func integerIfPresent(_ name: String, in range: ClosedRange<Int64>) throws(GoogleCredentialError) -> Int64?
  {
    guard let member = member(name) else { return nil }
    guard let integer = member.integer, range.contains(integer) else { throw .invalidMember(path(name)) }
    return integer
  }

  /// Returns the texts of a list; none if it is missing.
  func texts(_ name: String) throws(GoogleCredentialError) -> [String] {
    guard let member = member(name) else { return [] }
    guard let texts = member.array?.map(\.string), !texts.contains(nil) else {
      throw .invalidMember(path(name))
    }
    return texts.compactMap(\.self)
  }

  func objectIfPresent(_ name: String) throws(GoogleCredentialError) -> CredentialMembers? {
    guard let member = member(name) else { return nil }
    guard member.members != nil else { throw .invalidMember(path(name)) }
    return CredentialMembers(member, prefix: path(name) + ".")
  }

  func object(_ name: String) throws(GoogleCredentialError) -> CredentialMembers {
    guard let object = try objectIfPresent(name) else { throw .missingMember(path(name)) }
    return object
  }

  /// Returns all members, which must be texts.
  func pairs() throws(GoogleCredentialError) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for member in value.members ?? [] {
      guard let text = member.value.string else { throw .invalidMember(String(prefix.dropLast())) }
      pairs.append((member.name, text))
    }
    return pairs
  }

  /// Throws if the credentials are not for Google's public cloud.
  func refuseOtherUniverse() throws(GoogleCredentialError) {
    guard let domain = try textIfPresent("universe_domain"), !domain.hasBytes(of: "googleapis.com") else {
      return
    }
    throw .unsupported(member: path("universe_domain"), value: ForeignText.shown(domain, limit: 64))
  }

  /// Returns the ID of the project that pays for requests.
  func quotaProject() throws(GoogleCredentialError) -> String? {
    guard let id = try textIfPresent("quota_project_id") else { return nil }
    // It goes into a header.
    guard id.utf8.count <= 128, id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .invalidMember(path("quota_project_id")) }
    return id
  }
}
