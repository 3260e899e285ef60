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

  static let lookUp = rpc(Lookup.self, LookupOperation.self).needing(.readAccounts)
  static let delete = rpc(DeleteAccount.self, DeleteAccountOperation.self).needing(.changeAccounts)
  static let signUp = rpc(SignUp.self, SignUpOperation.self).needing(.changeAccounts)
  static let update = rpc(UpdateAccount.self, UpdateAccountOperation.self).needing(.changeAccounts)
  static let sendOobCode = rpc(SendOobCode.self, SendOobCodeOperation.self).needing(.changeAccounts)

  /// The routes for apps and for code that verifies their tokens.
  private static let clients: [Route] = [
    rpc(SendVerificationCode.self, SendVerificationCodeOperation.self),
    rpc(VerifyClient.self, VerifyClientOperation.self),
    rpc(SignInWithPhoneNumber.self, SignInWithPhoneNumberOperation.self),
    signUp, lookUp, update, delete,
    sendOobCode,
    rpc(ResetPassword.self, ResetPasswordOperation.self),
    rpc(SignInWithEmailLink.self, SignInWithEmailLinkOperation.self),
    rpc(SignInWithPassword.self, SignInWithPasswordOperation.self),
    rpc(SignInWithCustomToken.self, SignInWithCustomTokenOperation.self),
    rpc(SignInWithIdp.self, SignInWithIdpOperation.self),
    rpc(RevokeToken.self, RevokeTokenOperation.self),
    rpc(CreateAuthUri.self, CreateAuthUriOperation.self),
    rpc(
      PasswordPolicy.self, PasswordPolicyOperation.self,
      decode: { PasswordPolicy.Request(tenantId: $0.queryValue("tenantId")) }),
    rpc(StartMFAEnrollment.self, StartMFAEnrollmentOperation.self),
    rpc(FinalizeMFAEnrollment.self, FinalizeMFAEnrollmentOperation.self),
    rpc(WithdrawMFA.self, WithdrawMFAOperation.self),
    rpc(StartMFASignIn.self, StartMFASignInOperation.self),
    rpc(FinalizeMFASignIn.self, FinalizeMFASignInOperation.self),
    rpc(StartPasskeyEnrollment.self, StartPasskeyEnrollmentOperation.self),
    rpc(FinalizePasskeyEnrollment.self, FinalizePasskeyEnrollmentOperation.self),
    rpc(StartPasskeySignIn.self, StartPasskeySignInOperation.self),
    rpc(FinalizePasskeySignIn.self, FinalizePasskeySignInOperation.self),
    rpc(ExchangeToken.self, ExchangeTokenOperation.self, decode: { try TokenBody.decode($0) }),
    rpc(ClientProjectConfig.self, ClientProjectConfigOperation.self),
    rpc(
      RecaptchaConfig.self, RecaptchaConfigOperation.self,
      decode: {
        RecaptchaConfig.Request(
          clientType: $0.queryValue("clientType").map(ClientType.init(rawValue:)),
          version: $0.queryValue("version"), tenantId: $0.queryValue("tenantId"))
      }),

    rpc(RecaptchaParams.self, RecaptchaParamsOperation.self),
    rpc(SolveRecaptcha.self, SolveRecaptchaOperation.self, for: .everyone),
    ChallengeScript.paths.map { path in
      Route(.get, at: PathTemplate(path), for: .everyone) { .script(ChallengeScript.text(in: $0.catalog)) }
    },

    // SDKs, gateways and libraries ask for the keys under different names.
    published(SigningCertificates.self) { try $0.signingKey(for: .idTokens).published },
    published(SessionCookieCertificates.self) { try $0.signingKey(for: .sessionCookies).published }
      .flatMap { [$0, $0.at(PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/publicKeys"))] },
    published(SigningKeys.self) { try $0.signingKey(for: .idTokens).publishedSet },
    published(SessionCookieKeys.self) { try $0.signingKey(for: .sessionCookies).publishedSet },
    [
      Route(.get, at: PathTemplate(DiscoveryDocument.path), for: .everyone) { call in
        .json(DiscoveryDocument(call: call).value)
      }.kept()
    ],
    [
      // Browsers look here for the other domains that may use the passkeys of this one.
      Route(.get, at: PathTemplate("/.well-known/webauthn"), for: .everyone) { call in
        .json(
          ["origins": .array(try PasskeySettings(call: call).relatedOrigins().map { .string($0) })]
            as JSONValue)
      }
    ],
    appCheck,
    rpc(ServerStatus.self, ServerStatusOperation.self, for: .everyone),
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
