import HTTP
import IdentityToolkit

extension Route {
  /// Everything that the server answers.
  static let all: [Route] = served + unimplemented

  /// The names of what apps call.
  static let clientProcedures: [String] =
    Set(all.filter { $0.audience == .clients }.compactMap(\.procedure)).sorted()

  private static let served = clients + administration + tests + pages

  static let lookUp = rpc(LookupOperation.self)
  static let delete = rpc(DeleteAccountOperation.self)
  static let signUp = rpc(SignUpOperation.self)
  static let update = rpc(UpdateAccountOperation.self)
  static let sendOobCode = rpc(SendOobCodeOperation.self)

  /// What apps call, and what verifies their tokens.
  private static let clients: [Route] = [
    rpc(SendVerificationCodeOperation.self),
    rpc(VerifyClientOperation.self),
    rpc(SignInWithPhoneNumberOperation.self),
    signUp, lookUp, update, delete,
    sendOobCode,
    rpc(ResetPasswordOperation.self),
    rpc(SignInWithEmailLinkOperation.self),
    rpc(SignInWithPasswordOperation.self),
    rpc(SignInWithCustomTokenOperation.self),
    rpc(SignInWithIdpOperation.self),
    rpc(RevokeTokenOperation.self),
    rpc(CreateAuthUriOperation.self),
    rpc(
      PasswordPolicyOperation.self,
      decode: { PasswordPolicy.Request(tenantId: $0.queryValue("tenantId")) }),
    rpc(StartMFAEnrollmentOperation.self),
    rpc(FinalizeMFAEnrollmentOperation.self),
    rpc(WithdrawMFAOperation.self),
    rpc(StartMFASignInOperation.self),
    rpc(FinalizeMFASignInOperation.self),
    rpc(ExchangeTokenOperation.self, decode: { try TokenBody.decode($0) }),
    rpc(ClientProjectConfigOperation.self),
    rpc(
      RecaptchaConfigOperation.self,
      decode: { RecaptchaConfig.Request(tenantId: $0.queryValue("tenantId")) }),

    rpc(RecaptchaParamsOperation.self),
    rpc(SolveRecaptchaOperation.self, for: .everyone),
    ChallengeScript.paths.map { path in
      Route(method: .get, path: path, audience: .everyone) { _ in ChallengeScript.response }
    },

    // Under each name by which an SDK, a gateway or a library asks for them.
    rpc(SigningCertificatesOperation.self, for: .everyone).map { $0.kept() },
    rpc(SessionCookieCertificatesOperation.self, for: .everyone).flatMap { route in
      [route, route.at("/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys")]
    }.map { $0.kept() },
    rpc(SigningKeysOperation.self, for: .everyone).map { $0.kept() },
    rpc(SessionCookieKeysOperation.self, for: .everyone).map { $0.kept() },
    [
      Route(method: .get, path: DiscoveryDocument.path, audience: .everyone) { call in
        .json(DiscoveryDocument(call).value)
      }.kept()
    ],
    rpc(ServerStatusOperation.self, for: .everyone),
    [
      Route(method: .get, path: "/healthz", audience: .everyone) { call in
        let isReady = call.store.hasRoom
        return .json(["ready": .bool(isReady)] as JSONValue, status: isReady ? 200 : 503)
      },
      Route(method: .get, path: OpenAPIDocument.path, audience: .thisMachine) { call in
        let document = OpenAPIDocument(served: served, unimplemented: unimplemented)
        return .json(document.value(version: call.parts.version))
      },
    ],
  ].flatMap(\.self)
}
