import Crypto
import Essentials

/// An account of the local server that an agent asks for, in the form of `local seed`.
struct NewTestUser {
  /// The file for `local seed`.
  let seed: JSONValue
  let uid: String
  /// The secrets that the agent gets as files, by the end of the file's name.
  private(set) var secrets: [(member: String, kind: AgentFiles.Kind, value: String)] = []

  /// A pipe takes a seed of this size at once.
  private static let longest = 49_152

  static let schema: JSONValue = [
    "type": "object",
    "properties": [
      "email": ["type": "string", "description": "The address, which is verified unless you say otherwise."],
      "email_verified": [
        "type": "boolean", "description": "Whether the address is verified; true by default.",
      ],
      "password": ["type": "string", "description": "The password; by default one is made."],
      "phone_number": ["type": "string", "description": "The phone number, like +16505550123."],
      "uid": ["type": "string", "description": "The uid; by default a random one."],
      "display_name": ["type": "string", "description": "The name."],
      "role": ["type": "string", "description": "The value of the custom claim role, like admin."],
      "claims": ["type": "object", "description": "Other custom claims."],
      "factors": [
        "type": "array",
        "items": ["type": "string"],
        "description": "Second factors: totp for an authenticator app, or the phone number of an SMS.",
      ],
      "tenant": [
        "type": "string", "description": "The display name of a tenant, which is created if needed.",
      ],
    ],
    "required": [], "additionalProperties": false,
  ]

  init(_ arguments: JSONValue, random: RandomSource) throws {
    let known = Self.schema["properties"]?.members?.map(\.name) ?? []
    for member in arguments.members ?? [] where !known.contains(member.name) {
      throw AgentProblem("create_user has no argument \(member.name.clipped(to: 100))")
    }
    func text(_ name: String) throws(AgentProblem) -> String? {
      guard let value = arguments[name], value != .null else { return nil }
      guard let text = value.string, !text.isEmpty else { throw AgentProblem("\(name) is a text") }
      return text
    }
    uid = try text("uid") ?? "agent-" + Hex.encode(try random(6))
    var user: JSONValue = ["uid": .string(uid)]
    let email = try text("email")
    if let email {
      user["email"] = .string(email)
      let isVerified = arguments["email_verified"] ?? true
      guard isVerified.bool != nil else { throw AgentProblem("email_verified is true or false") }
      user["emailVerified"] = isVerified
      let password = try text("password") ?? Base64URL.encode(try random(15))
      user["password"] = .string(password)
      secrets.append(("password_file", .password, password))
    }
    user["phoneNumber"] = try text("phone_number").map { .string($0) }
    user["displayName"] = try text("display_name").map { .string($0) }
    var claims = arguments["claims"] ?? [:]
    guard claims.members != nil else { throw AgentProblem("claims is an object") }
    if let role = try text("role") { claims["role"] = .string(role) }
    if claims.members?.isEmpty == false { user["customClaims"] = claims }
    var factors: [JSONValue] = []
    guard let asked = (arguments["factors"] ?? []).array else { throw AgentProblem("factors is a list") }
    for factor in asked {
      guard let factor = factor.string else { throw AgentProblem("factors is a list of texts") }
      if factor == "totp" {
        let secret = Base32.encode(try random(20))
        factors.append(["totpSecret": .string(secret), "displayName": "Authenticator app"])
        secrets.append(("totp_secret_file", .totp, secret))
      } else {
        factors.append(["phoneNumber": .string(factor)])
      }
    }
    if !factors.isEmpty { user["factors"] = .array(factors) }
    seed = ["users": [user]]
    guard seed.text.utf8.count <= Self.longest else { throw AgentProblem("the user is too large") }
  }
}
