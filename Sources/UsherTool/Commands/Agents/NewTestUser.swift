import Crypto
import Essentials

/// An account of the local server that an agent asks for, in the form of `local seed`.
struct NewTestUser {
  /// The file for `local seed`.
  let seed: JSONValue
  let uid: String
  /// The secrets that the agent gets as files, by the end of the file's name.
  private(set) var secrets: [(member: String, name: String, value: String)] = []

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
      user["emailVerified"] = .bool(arguments["email_verified"]?.bool ?? true)
      let password = try text("password") ?? Base64URL.encode(try random(15))
      user["password"] = .string(password)
      secrets.append(("password_file", "\(Self.fileName(of: uid)).password", password))
    }
    user["phoneNumber"] = try text("phone_number").map { .string($0) }
    user["displayName"] = try text("display_name").map { .string($0) }
    var claims = arguments["claims"] ?? [:]
    guard claims.members != nil else { throw AgentProblem("claims is an object") }
    if let role = try text("role") { claims["role"] = .string(role) }
    if claims.members?.isEmpty == false { user["customClaims"] = claims }
    var factors: [JSONValue] = []
    for factor in arguments["factors"]?.array ?? [] {
      guard let factor = factor.string else { throw AgentProblem("factors is a list of texts") }
      if factor == "totp" {
        let secret = Base32.encode(try random(20))
        factors.append(["totpSecret": .string(secret), "displayName": "Authenticator app"])
        secrets.append(("totp_secret_file", "\(Self.fileName(of: uid)).totp", secret))
      } else {
        factors.append(["phoneNumber": .string(factor)])
      }
    }
    if !factors.isEmpty { user["factors"] = .array(factors) }
    let users: JSONValue = [user]
    seed =
      try text("tenant").map { ["tenants": [["displayName": .string($0), "users": users]]] } ?? [
        "users": users
      ]
  }

  /// Returns the uid where it can be part of a file's name, or its bytes.
  private static func fileName(of uid: String) -> String {
    let isPlain =
      uid.utf8.count <= 64
      && uid.utf8.allSatisfy { byte in
        ("a"..."z").contains(Unicode.Scalar(byte)) || ("A"..."Z").contains(Unicode.Scalar(byte))
          || ("0"..."9").contains(Unicode.Scalar(byte)) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
    return isPlain ? uid : "uid-" + Hex.encode(Array(uid.utf8.prefix(64)))
  }
}
