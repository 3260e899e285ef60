import Essentials
import HTTP
import IdentityToolkit

extension Route {
  /// All routes of the server.
  ///
  /// Client routes come first, so a client's call does not create the others.
  static let sections: [@Sendable () -> [Route]] = [
    { clients }, { tests }, { administration }, { tokens }, { pages }, { unimplemented },
  ]

  static var all: [Route] { sections.flatMap { $0() } }

  /// The names of the procedures that apps call.
  static var clientProcedures: [String] {
    Set(all.filter { $0.audience == .clients }.compactMap(\.procedure)).sorted()
  }

  static let lookUp = rpc(LookupOperation.self).needing(.readAccounts)
  static let delete = rpc(DeleteAccountOperation.self).needing(.changeAccounts)
  static let signUp = rpc(SignUpOperation.self).needing(.changeAccounts)
  static let update = rpc(UpdateAccountOperation.self).needing(.changeAccounts)
  static let sendOobCode = rpc(SendOobCodeOperation.self).needing(.changeAccounts)

  /// The routes for apps and for code that verifies their tokens.
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
    rpc(StartPasskeyEnrollmentOperation.self),
    rpc(FinalizePasskeyEnrollmentOperation.self),
    rpc(StartPasskeySignInOperation.self),
    rpc(FinalizePasskeySignInOperation.self),
    rpc(ExchangeTokenOperation.self, decode: { try TokenBody.decode($0) }),
    rpc(ClientProjectConfigOperation.self),
    rpc(
      RecaptchaConfigOperation.self,
      decode: {
        RecaptchaConfig.Request(
          clientType: $0.queryValue("clientType").map(ClientType.init(rawValue:)),
          version: $0.queryValue("version"), tenantId: $0.queryValue("tenantId"))
      }),

    rpc(RecaptchaParamsOperation.self),
    rpc(SolveRecaptchaOperation.self, for: .everyone),
    ChallengeScript.paths.map { path in
      Route(.get, at: PathTemplate(path), for: .everyone) { ChallengeScript.response(in: $0.catalog) }
    },

    // SDKs, gateways and libraries ask for the keys under different names.
    rpc(SigningCertificatesOperation.self, for: .everyone).map { $0.kept() },
    rpc(SessionCookieCertificatesOperation.self, for: .everyone).flatMap { route in
      [route, route.at(PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/publicKeys"))]
    }.map { $0.kept() },
    rpc(SigningKeysOperation.self, for: .everyone).map { $0.kept() },
    rpc(SessionCookieKeysOperation.self, for: .everyone).map { $0.kept() },
    [
      Route(.get, at: PathTemplate(DiscoveryDocument.path), for: .everyone) { call in
        .json(DiscoveryDocument(call).value)
      }.kept()
    ],
    [
      // Browsers look here for the other domains that may use the passkeys of this one.
      Route(.get, at: PathTemplate("/.well-known/webauthn"), for: .everyone) { call in
        .json(
          ["origins": .array(try PasskeySettings(call).relatedOrigins().map { .string($0) })] as JSONValue)
      }
    ],
    appCheck,
    rpc(ServerStatusOperation.self, for: .everyone),
    [
      Route(.get, at: PathTemplate("/healthz"), for: .everyone) { call in
        let isReady = call.store.hasRoom
        return .json(["ready": .bool(isReady)] as JSONValue, status: isReady ? 200 : 503)
      },
      Route(.get, at: PathTemplate(ServerStatusOperation.apiSpec), for: .thisMachine) { call in
        let document = OpenAPIDocument(
          served: clients + tests + administration + tokens + pages, unimplemented: unimplemented)
        return .json(document.value(version: call.parts.version))
      },
    ],
  ].flatMap(\.self)
}
