import HTTP
import IdentityToolkit

extension Route {
  /// Everything that the server answers.
  static let all: [Route] = served + unimplemented

  private static let lookup = rpc(Lookup.self, Call.lookup)
  private static let delete = rpc(DeleteAccount.self, Call.deleteAccount)
  private static let signUp = rpc(SignUp.self, Call.signUp)
  private static let update = rpc(UpdateAccount.self, Call.updateAccount)
  private static let sendOobCode = rpc(SendOobCode.self, Call.sendOobCode)

  private static let served: [Route] = [
    rpc(SendVerificationCode.self, Call.sendVerificationCode),
    rpc(VerifyClient.self, Call.verifyClient),
    rpc(SignInWithPhoneNumber.self, Call.signInWithPhoneNumber),
    signUp, lookup, update, delete,
    sendOobCode,
    rpc(ResetPassword.self, Call.resetPassword),
    rpc(SignInWithEmailLink.self, Call.signInWithEmailLink),
    rpc(SignInWithPassword.self, Call.signInWithPassword),
    rpc(SignInWithCustomToken.self, Call.signInWithCustomToken),
    rpc(SignInWithIdp.self, Call.signInWithIdp),
    rpc(CreateAuthUri.self, Call.createAuthUri),
    rpc(
      PasswordPolicy.self,
      decode: { PasswordPolicy.Request(tenantId: $0.queryValue("tenantId")) }, Call.passwordPolicy),
    rpc(StartMFAEnrollment.self, Call.startMFAEnrollment),
    rpc(FinalizeMFAEnrollment.self, Call.finalizeMFAEnrollment),
    rpc(WithdrawMFA.self, Call.withdrawMFA),
    rpc(StartMFASignIn.self, Call.startMFASignIn),
    rpc(FinalizeMFASignIn.self, Call.finalizeMFASignIn),
    rpc(ExchangeToken.self, decode: { try TokenBody.decode($0) }, Call.exchangeToken),
    rpc(ClientProjectConfig.self, Call.clientProjectConfig),
    rpc(
      RecaptchaConfig.self,
      decode: { RecaptchaConfig.Request(tenantId: $0.queryValue("tenantId")) }, Call.recaptchaConfig),

    rpc(RecaptchaParams.self) { call in { call.recaptchaParams($0) } },
    rpc(SolveRecaptcha.self, for: .everyone, Call.solveRecaptcha),
    ChallengeScript.paths.map { path in
      Route(method: .get, path: path, audience: .everyone) { _ in ChallengeScript.response }
    },

    rpc(SigningCertificates.self, for: .everyone, Call.signingCertificates).map { $0.kept() },
    rpc(SigningKeys.self, for: .everyone, Call.signingKeys).map { $0.kept() },
    rpc(ServerStatus.self, for: .everyone) { call in { call.serverStatus($0) } },

    [
      signUp[0].forOwner(at: "v1/projects/{project}/accounts"),
      lookup[0].forOwner(at: "v1/projects/{project}/accounts:lookup"),
      update[0].forOwner(at: "v1/projects/{project}/accounts:update"),
      sendOobCode[0].forOwner(at: "v1/projects/{project}/accounts:sendOobCode"),
      delete[0].forOwner(at: "v1/projects/{project}/accounts:delete"),
    ],
    rpc(GetProjectConfig.self, for: .owner, Call.projectConfig),
    rpc(UpdateProjectConfig.self, for: .owner, Call.updateProjectConfig),

    rpc(
      VerificationCodes.self, for: .thisMachine,
      decode: { VerificationCodes.Request(phoneNumber: $0.queryValue("phoneNumber")) },
      Call.verificationCodes),
    rpc(OobCodes.self, for: .thisMachine, Call.oobCodes),
    rpc(CreateCustomToken.self, for: .thisMachine, Call.createCustomToken),
    rpc(ClearAccounts.self, for: .thisMachine, Call.clearAccounts),
    rpc(GetEmulatorConfig.self, for: .thisMachine, Call.emulatorConfig),
    rpc(UpdateEmulatorConfig.self, for: .thisMachine, Call.updateEmulatorConfig),
    rpc(
      Outbox.self, for: .thisMachine, decode: { Outbox.Request(to: $0.queryValue("to")) }, Call.outbox),
    rpc(ResetProject.self, for: .thisMachine, Call.resetProject),
    [HTTPMethod.get, .post].map { method in
      Route(method: method, path: LinkPlace.ownActionPath, audience: .mailReaders) { call in
        try call.openActionLink()
      }
    },
    [Route(method: .get, path: LinkPlace.appPath, audience: .mailReaders) { try $0.openAppLink() }],
  ].flatMap(\.self)

  /// What Google's service or Firebase's emulator has and this server has not: named, so that it is not taken
  /// for a wrong address.
  private static let unimplemented: [Route] = [
    missing(.clients, [.post], .identityToolkit, "v1/accounts:", "signInWithGameCenter"),
    missing(.clients, [.get], .identityToolkit, "v1/", "publicKeys sessionCookiePublicKeys"),
    missing(
      .clients, [.post], .identityToolkit, "v2/accounts",
      "/passkeyEnrollment:start /passkeyEnrollment:finalize /passkeySignIn:start /passkeySignIn:finalize "
        + ":revokeToken"),
    missing(
      .clients, [.post], .googleAPIs, "identitytoolkit/v3/relyingparty/",
      "signInWithGameCenter signOutUser downloadAccount uploadAccount"),
    missing(.clients, [.get], .googleAPIs, "identitytoolkit/v3/relyingparty/", "publicKeys"),
    missing(
      .owner, [.post], .identityToolkit, "v1/projects/{project}",
      "/accounts:batchCreate /accounts:batchDelete /accounts:query :queryAccounts :createSessionCookie"),
    missing(.owner, [.get], .identityToolkit, "v1/projects/{project}", "/accounts:batchGet"),
    missing(
      .owner, [.post], .identityToolkit, "v1/projects/{project}/tenants/{tenant}",
      "/accounts /accounts:lookup /accounts:update /accounts:delete /accounts:batchCreate "
        + "/accounts:batchDelete /accounts:sendOobCode /accounts:query :createSessionCookie"),
    missing(.owner, [.get], .identityToolkit, "v1/projects/{project}/tenants/{tenant}", "/accounts:batchGet"),
    missing(
      .owner, [.get, .post], .identityToolkit, "v2/projects/{project}/",
      "tenants oauthIdpConfigs inboundSamlConfigs defaultSupportedIdpConfigs"),
    missing(
      .owner, [.get, .patch, .delete], .identityToolkit, "v2/projects/{project}/", "tenants/{tenant}"),
    missing(
      .thisMachine, [.get], .localServer, "emulator/", "openapi.json auth/handler auth/iframe"),
    missing(
      .thisMachine, [.get], .localServer, "emulator/v1/projects/{project}/",
      "tenants/{tenant}/oobCodes tenants/{tenant}/verificationCodes"),
    missing(
      .thisMachine, [.delete], .localServer, "emulator/v1/projects/{project}/", "tenants/{tenant}/accounts"),
  ].flatMap(\.self)

  /// - Parameter names: the ends of the paths, with spaces between.
  private static func missing(
    _ audience: Audience, _ methods: [HTTPMethod], _ service: Service, _ prefix: String, _ names: String
  ) -> [Route] {
    let host = service == .localServer ? "" : "/" + service.rawValue
    return names.split(separator: " ").flatMap { name in
      methods.map { method in
        Route(method: method, path: "\(host)/\(prefix)\(name)", audience: audience) { _ in
          throw ServerError.notImplemented
        }
      }
    }
  }
}
