import Essentials
import HTTP
import IdentityToolkit

/// The data that a function receives, with the names that `firebase-functions` reads.
struct EventClaims: Sendable {
  /// The lifetime of the token, in seconds.
  private static let lifetime: Int64 = 600

  let value: JSONValue

  init(_ question: Question, id: String, _ call: Call) {
    var claims: JSONValue = [
      "iss": .string("https://securetoken.google.com/" + call.project),
      "aud": .string(question.function.address.text),
      "iat": .integer(call.now.seconds),
      "exp": .integer(call.now.seconds + Self.lifetime),
      "event_id": .string(id),
      "event_type": .string(question.event.rawValue),
      "ip_address": .string(call.request.peer ?? "127.0.0.1"),
      "locale": .string(call.locale ?? "en"),
      // Python's SDK needs it.
      "user_agent": .string(call.request.headers["User-Agent"] ?? ""),
    ]
    switch question.subject {
    case .account(let account, let session): Self.describe(account, session, question, call, in: &claims)
    case .mail(let type, let email):
      claims["email_type"] = .string(type)
      claims["email"] = .string(email.text)
    case .sms(let type, let phone):
      claims["sms_type"] = .string(type)
      claims["phone_number"] = .string(phone.e164)
    }
    value = claims
  }

  private static func describe(
    _ account: Account, _ session: AuthSession?, _ question: Question, _ call: Call,
    in claims: inout JSONValue
  ) {
    let facts = question.functions.facts
    claims["sub"] = .string(account.localID)
    claims["user_record"] = record(account, facts.identity, call)
    claims.add("tenant_id", call.tenant)
    claims.add("sign_in_method", facts.method ?? session?.provider)
    claims.add("sign_in_second_factor", session?.secondFactor)
    claims.add("raw_user_info", facts.rawUserInfo)
    if question.function.takesIDToken { claims.add("oauth_id_token", facts.idToken) }
    if question.function.takesAccessToken { claims.add("oauth_access_token", facts.accessToken) }
  }

  private static func record(
    _ account: Account, _ identity: ProviderIdentity?, _ call: Call
  ) -> JSONValue {
    let described = AccountRecord(account, passkeys: [], tenant: call.tenant, under: call.policy)
    var record: JSONValue = [
      "uid": .string(account.localID), "disabled": .bool(account.isDisabled),
      "custom_claims": account.customAttributes.flatMap { JSONValue(json: $0) } ?? .object([]),
      "metadata": [
        "creation_time": .integer(account.createdAt.milliseconds),
        "last_sign_in_time": .integer((account.lastLoginAt ?? account.createdAt).milliseconds),
      ],
    ]
    record.add("tenant_id", call.tenant)
    record.add("email", described.email)
    if account.email != nil { record["email_verified"] = .bool(account.isEmailVerified) }
    record.add("display_name", account.displayName)
    record.add("photo_url", account.photoURL)
    record.add("phone_number", described.phoneNumber)
    var providers = account.providerUserInfo(under: call.policy)
    if let identity, !providers.contains(where: { $0.providerId == identity.provider }) {
      providers.append(ProviderUserInfo(identity))
    }
    record["provider_data"] = .array(providers.map(provider))
    if !account.secondFactors.isEmpty {
      record["multi_factor"] = ["enrolled_factors": .array((described.mfaInfo ?? []).map(factor))]
    }
    return record
  }

  private static func provider(_ info: ProviderUserInfo) -> JSONValue {
    var provider = JSONValue.object([])
    provider.add("provider_id", info.providerId)
    provider.add("uid", info.rawId)
    provider.add("email", info.email)
    provider.add("display_name", info.displayName)
    provider.add("photo_url", info.photoUrl)
    provider.add("phone_number", info.phoneNumber)
    return provider
  }

  private static func factor(_ enrollment: MFAEnrollment) -> JSONValue {
    var factor: JSONValue = ["factor_id": enrollment.phoneInfo == nil ? "totp" : "phone"]
    factor.add("uid", enrollment.mfaEnrollmentId)
    factor.add("display_name", enrollment.displayName)
    factor.add("enrollment_time", enrollment.enrolledAt)
    factor.add("phone_number", enrollment.phoneInfo)
    return factor
  }
}

extension JSONValue {
  /// Adds a member if it has a value.
  mutating func add(_ name: String, _ text: String?) {
    if let text { self[name] = .string(text) }
  }
}
