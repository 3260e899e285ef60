import Essentials
import HTTP

/// The place where a workload finds the token of its own provider.
struct SubjectTokenSource: Sendable {
  private enum Place {
    case file(String)
    case address(CredentialAddress, [Header])
  }

  private struct Header {
    let name: String
    let value: Secret
  }

  private let place: Place
  /// The member of a JSON object that contains the token, or nil if the whole text is the token.
  private let field: String?
  /// The name of the member with the place, for errors.
  private let member: String

  init(_ members: CredentialMembers) throws(GoogleCredentialError) {
    if let id = try members.textIfPresent("environment_id") {
      throw .unsupported(member: members.path("environment_id"), value: ForeignText.shown(id, limit: 64))
    }
    for name in ["executable", "certificate"] where members.has(name) {
      throw .unsupported(member: members.path(name), value: nil)
    }
    let (file, url) = (try members.textIfPresent("file"), try members.textIfPresent("url"))
    switch (file, url) {
    case (let file?, nil): (member, place) = (members.path("file"), .file(file))
    case (nil, let url?):
      member = members.path("url")
      place = .address(
        try CredentialAddress(url, for: .subjectToken, member: member), try Self.headers(of: members))
    // Programs disagree about which one counts.
    case (.some, .some): throw .invalidMember(members.path("url"))
    case (nil, nil): throw .missingMember(members.path("file"))
    }
    field = try Self.field(of: members)
  }

  private static func headers(of members: CredentialMembers) throws(GoogleCredentialError) -> [Header] {
    guard let headers = try members.objectIfPresent("headers") else { return [] }
    var all: [Header] = []
    for (name, value) in try headers.pairs() {
      guard !name.isEmpty, name.utf8.allSatisfy(isNameByte),
        value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        !transportHeaders.contains(name.asciiLowercased())
      else { throw .invalidMember(members.path("headers")) }
      all.append(Header(name: name, value: Secret(value)))
    }
    return all
  }

  /// The headers that only the transport sets.
  private static let transportHeaders: Set = [
    "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade",
  ]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private static func field(of members: CredentialMembers) throws(GoogleCredentialError) -> String? {
    guard let format = try members.objectIfPresent("format") else { return nil }
    switch try format.textIfPresent("type") ?? "text" {
    case "text": return nil
    case "json": return try format.text("subject_token_field_name")
    case let other:
      throw .unsupported(member: format.path("type"), value: ForeignText.shown(other, limit: 64))
    }
  }

  /// Returns the current token.
  ///
  /// It is read each time, because other programs renew it.
  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> Secret {
    let text =
      switch place {
      case .file(let path): try requests.files.text(of: path)
      case .address(let address, let headers): try text(at: address, headers, over: requests)
      }
    let token = try field.map { name throws(GoogleCredentialError) in
      guard let value = JSONValue(unambiguous: Data(text.utf8)), value.members != nil
      else { throw .malformedSubjectToken(member: member) }
      return value[name]?.string ?? ""
    }
    // Many programs end a file with a line break.
    let bytes = Self.trimmed((token ?? text).utf8[...])
    guard !bytes.isEmpty, bytes.count <= TokenRequests.answerLimit,
      bytes.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .malformedSubjectToken(member: member) }
    return Secret(String(Substring(bytes)))
  }

  private func text(
    at address: CredentialAddress, _ headers: [Header], over requests: TokenRequests
  ) throws(GoogleCredentialError) -> String {
    var fields: HTTPHeaders = ["Accept": field == nil ? "*/*" : "application/json"]
    for header in headers { fields[header.name] = header.value.text }
    let response = try requests.send(address.request(.get, headers: fields))
    // The body may contain what was sent, so it is left out.
    guard response.status == 200
    else { throw .refused(OAuthRefusal(origin: address.origin.description, status: response.status)) }
    guard let text = String(validating: response.body, as: UTF8.self)
    else { throw .malformedSubjectToken(member: member) }
    return text
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    let blanks = " \t\r\n".utf8
    var bytes = bytes.drop { blanks.contains($0) }
    while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
    return bytes
  }
}
