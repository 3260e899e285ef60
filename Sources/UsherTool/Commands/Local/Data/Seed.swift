import CommandKit
import Essentials
import IdentityToolkit

/// The users, fictional numbers and tenants in a seed file, with the field names of the Admin SDK.
struct Seed {
  struct Tenant {
    /// Nil if the display name identifies the tenant.
    var id: String?
    var displayName: String
    /// The fields of Google's tenant object that the file sets.
    var config: JSONValue
    var users: [AccountRecord]
  }

  private(set) var users: [AccountRecord] = []
  private(set) var numbers: [(number: String, code: String)] = []
  private(set) var tenants: [Tenant] = []

  /// Reads all of `data`; throws if any part of it is not understood.
  init(_ data: Data, named name: Text) throws {
    guard let value = JSONValue(json: data) else { throw Self.refusal("\(name) is not JSON") }
    let file = try Members(value, at: name, known: ["users", "testPhoneNumbers", "tenants"])
    users = try Self.users(of: file, at: "", in: name)
    for (index, tenant) in try file.array("tenants").enumerated() {
      tenants.append(try Self.tenant(tenant, at: "tenants[\(index)]"))
    }
    for (what, words) in [("id", tenants.compactMap(\.id)), ("displayName", tenants.map(\.displayName))] {
      guard let twice = words.firstRepeated else { continue }
      throw Self.refusal("\(name) has two tenants with the \(what) \(twice)")
    }
    for member in try file.object("testPhoneNumbers") {
      guard let code = member.value.string else {
        throw Self.refusal("testPhoneNumbers is a map of numbers to codes")
      }
      numbers.append((try PhoneNumber.read(member.name).e164, try OneTimeCode.read(code)))
    }
  }

  /// - Parameter place: The path of the list with a dot at the end; empty at the top of the file.
  private static func users(
    of members: Members, at place: String, in name: Text
  ) throws(Diagnosis) -> [AccountRecord] {
    var users: [AccountRecord] = []
    for (index, value) in try members.array("users").enumerated() {
      users.append(try user(value, at: "\(place)users[\(index)]"))
    }
    if let twice = users.compactMap(\.localId).firstRepeated {
      throw refusal("\(name) has two users with the uid \(twice)")
    }
    return users
  }

  private static func tenant(_ value: JSONValue, at place: String) throws(Diagnosis) -> Tenant {
    // Only the server sets these two fields.
    let switches = ProjectConfigSchema.tenant.names.filter { !["name", "tenantId"].contains($0) }
    let members = try Members(value, at: Text(verbatim: place), known: ["id", "users"] + switches)
    guard let displayName = try members.text("displayName"), !displayName.isEmpty else {
      throw refusal("\(place) has no displayName")
    }
    let config = JSONValue.object((value.members ?? []).filter { switches.contains($0.name) })
    do throws(ProjectConfigSchema.UnknownName) {
      try ProjectConfigSchema.tenant.check(config, at: [String]())
    } catch {
      throw refusal("\(place).\(error.path.joined(separator: ".")) is nothing that a tenant has")
    }
    return Tenant(
      id: try members.text("id"), displayName: displayName, config: config,
      users: try users(of: members, at: place + ".", in: Text(verbatim: place)))
  }

  private static func user(_ value: JSONValue, at place: String) throws(Diagnosis) -> AccountRecord {
    let user = try Members(
      value, at: Text(verbatim: place),
      known: [
        "uid", "email", "emailVerified", "password", "phoneNumber", "displayName", "photoURL", "disabled",
        "customClaims", "providers", "providerData", "factors",
      ])
    guard let uid = try user.text("uid"), !uid.isEmpty else { throw refusal("\(place) has no uid") }
    var record = AccountRecord(localId: uid)
    record.email = try user.text("email")
    record.emailVerified = try user.flag("emailVerified")
    record.rawPassword = try user.text("password")
    record.phoneNumber = try user.text("phoneNumber")
    record.displayName = try user.text("displayName")
    record.photoUrl = try user.text("photoURL")
    record.disabled = try user.flag("disabled")
    if value["customClaims"] != nil {
      record.customAttributes = JSONValue.object(try user.object("customClaims")).text
    }
    var (providers, factors): ([ProviderUserInfo], [MFAEnrollment]) = ([], [])
    for name in ["providers", "providerData"] {
      for (index, value) in try user.array(name).enumerated() {
        providers.append(try provider(value, at: "\(place).\(name)[\(index)]"))
      }
    }
    for (index, value) in try user.array("factors").enumerated() {
      factors.append(
        try factor(value, at: "\(place).factors[\(index)]", named: "\(uid)-factor\(index + 1)"))
    }
    record.providerUserInfo = providers
    record.mfaInfo = factors
    return record
  }

  private static func provider(_ value: JSONValue, at place: String) throws(Diagnosis) -> ProviderUserInfo {
    let provider = try Members(
      value, at: Text(verbatim: place),
      known: ["providerId", "uid", "email", "displayName", "photoURL", "phoneNumber"])
    var info = ProviderUserInfo(
      providerId: try provider.text("providerId"), rawId: try provider.text("uid"))
    info.email = try provider.text("email")
    info.displayName = try provider.text("displayName")
    info.photoUrl = try provider.text("photoURL")
    info.phoneNumber = try provider.text("phoneNumber")
    return info
  }

  /// - Parameter id: The factor's ID if the seed sets none; it is the same each time.
  private static func factor(
    _ value: JSONValue, at place: String, named id: String
  ) throws(Diagnosis) -> MFAEnrollment {
    let factor = try Members(
      value, at: Text(verbatim: place), known: ["uid", "displayName", "phoneNumber", "totpSecret"])
    var enrollment = MFAEnrollment(mfaEnrollmentId: try factor.text("uid") ?? id)
    enrollment.displayName = try factor.text("displayName")
    enrollment.phoneInfo = try factor.text("phoneNumber")
    enrollment.totpInfo = try factor.text("totpSecret").map { TOTPInfo(sharedSecretKey: $0) }
    guard (enrollment.phoneInfo == nil) != (enrollment.totpInfo == nil) else {
      throw refusal("\(place) needs a phoneNumber or a totpSecret")
    }
    return enrollment
  }

  fileprivate static func refusal(_ message: Text) -> Diagnosis {
    Diagnosis(.badSeed, message, hint: Hint("see the format", ["usher", "local", "seed", "--help"]))
  }
}

/// The members of an object in a seed, with checks of their types.
private struct Members {
  private let value: JSONValue
  private let place: Text

  init(_ value: JSONValue, at place: Text, known: [String]) throws(Diagnosis) {
    guard let members = value.members else { throw Seed.refusal("\(place) is not an object") }
    if let unknown = members.first(where: { !known.contains($0.name) })?.name {
      let meant = known.nearest(to: unknown)
      throw Seed.refusal(
        meant.isEmpty
          ? "\(place) has \(unknown), which no seed has"
          : "\(place) has \(unknown), which no seed has; did you mean \(Text(anyOf: meant))?")
    }
    (self.value, self.place) = (value, place)
  }

  func text(_ name: String) throws(Diagnosis) -> String? { try typed(name, "a string") { $0.string } }
  func flag(_ name: String) throws(Diagnosis) -> Bool? { try typed(name, "true or false") { $0.bool } }
  func array(_ name: String) throws(Diagnosis) -> [JSONValue] { try typed(name, "a list") { $0.array } ?? [] }
  func object(_ name: String) throws(Diagnosis) -> [JSONValue.Member] {
    try typed(name, "an object") { $0.members } ?? []
  }

  private func typed<Value>(
    _ name: String, _ type: Text, _ read: (JSONValue) -> Value?
  ) throws(Diagnosis) -> Value? {
    guard let member = value[name] else { return nil }
    guard let value = read(member) else { throw Seed.refusal("\(name) of \(place) is not \(type)") }
    return value
  }
}
