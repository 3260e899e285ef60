import HTTP
import IdentityToolkit

extension Route {
  /// Everything that the server answers.
  static let all: [Route] = served + unimplemented

  private static let lookup = rpc(LookupOperation.self)
  private static let delete = rpc(DeleteAccountOperation.self)
  private static let signUp = rpc(SignUpOperation.self)
  private static let update = rpc(UpdateAccountOperation.self)
  private static let sendOobCode = rpc(SendOobCodeOperation.self)

  private static let served: [Route] = [
    rpc(SendVerificationCodeOperation.self),
    rpc(VerifyClientOperation.self),
    rpc(SignInWithPhoneNumberOperation.self),
    signUp, lookup, update, delete,
    sendOobCode,
    rpc(ResetPasswordOperation.self),
    rpc(SignInWithEmailLinkOperation.self),
    rpc(SignInWithPasswordOperation.self),
    rpc(SignInWithCustomTokenOperation.self),
    rpc(SignInWithIdpOperation.self),
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
    rpc(SigningCertificatesOperation.self, for: .everyone).flatMap { route in
      [route, route.at("/identitytoolkit.googleapis.com/v1/publicKeys")]
        + [route.at("/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys")]
    }.map { $0.kept() },
    rpc(SigningKeysOperation.self, for: .everyone).flatMap { route in
      [route, route.at("/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys")]
    }.map { $0.kept() },
    [
      Route(method: .get, path: DiscoveryDocument.path, audience: .everyone) { call in
        .json(DiscoveryDocument(call).value)
      }.kept()
    ],
    rpc(ServerStatusOperation.self, for: .everyone),
    [
      Route(method: .get, path: "/healthz", audience: .everyone) { _ in .json(["ready": true] as JSONValue) },
      Route(method: .get, path: OpenAPIDocument.path, audience: .thisMachine) { call in
        let document = OpenAPIDocument(served: served, unimplemented: unimplemented)
        return .json(document.value(version: call.parts.version))
      },
    ],

    [
      signUp[0].forOwner(at: "v1/projects/{project}/accounts"),
      lookup[0].forOwner(at: "v1/projects/{project}/accounts:lookup"),
      update[0].forOwner(at: "v1/projects/{project}/accounts:update"),
      sendOobCode[0].forOwner(at: "v1/projects/{project}/accounts:sendOobCode"),
      delete[0].forOwner(at: "v1/projects/{project}/accounts:delete"),
    ].flatMap(\.self),
    bulk,
    rpc(CreateSessionCookieOperation.self, for: .owner).flatMap { $0.withTenants() },
    rpc(GetProjectConfigOperation.self, for: .owner),
    rpc(UpdateProjectConfigOperation.self, for: .owner),
    rpc(CreateTenantOperation.self, for: .owner),
    rpc(ListTenantsOperation.self, for: .owner),
    rpc(GetTenantOperation.self, for: .owner),
    rpc(UpdateTenantOperation.self, for: .owner),
    rpc(DeleteTenantOperation.self, for: .owner),

    [
      rpc(
        VerificationCodesOperation.self, for: .thisMachine,
        decode: { VerificationCodes.Request(phoneNumber: $0.queryValue("phoneNumber")) }),
      rpc(OobCodesOperation.self, for: .thisMachine),
      rpc(CreateCustomTokenOperation.self, for: .thisMachine),
      rpc(ClearAccountsOperation.self, for: .thisMachine),
      rpc(
        OutboxOperation.self, for: .thisMachine, decode: { Outbox.Request(to: $0.queryValue("to")) }),
      rpc(ResetProjectOperation.self, for: .thisMachine),
    ].flatMap(\.self).flatMap { $0.withTenants() },
    rpc(GetEmulatorConfigOperation.self, for: .thisMachine),
    rpc(UpdateEmulatorConfigOperation.self, for: .thisMachine),
    [
      rpc(PlanFaultOperation.self, for: .thisMachine),
      rpc(ListFaultsOperation.self, for: .thisMachine),
      rpc(ClearFaultsOperation.self, for: .thisMachine),
      rpc(ExpireNowOperation.self, for: .thisMachine),
    ].flatMap(\.self).flatMap { $0.withTenants() },
    rpc(ReadClockOperation.self, for: .thisMachine),
    rpc(MoveClockOperation.self, for: .thisMachine),
    [
      Route(method: .get, path: InboxPage.path, audience: .thisMachine) { call in
        var call = call
        if let name = call.request.queryValue("project").map(ProjectName.init) {
          (call.project, call.tenant) = (name.project, name.tenant)
        }
        return InboxPage(contents: try InboxContents(call)).response()
      }
    ],
    [InboxAsset.style, .script].map { asset in
      Route(method: .get, path: asset.path, audience: .thisMachine) { _ in asset.response }
    },
    [HTTPMethod.get, .post].map { method in
      Route(method: method, path: LinkPlace.ownActionPath, audience: .mailReaders) { call in
        try OpenedActionLink(call).response()
      }
    },
    [
      Route(method: .get, path: OpenedAuthHandler.path, audience: .browsers) {
        try OpenedAuthHandler($0).response()
      },
      Route(method: .get, path: AuthIframe.path, audience: .browsers) { try AuthIframe($0).response() },
      Route(method: .get, path: FrameLibrary.path, audience: .everyone) { _ in FrameLibrary.response },
    ],
    [
      Route(method: .get, path: LinkPlace.appPath, audience: .mailReaders) {
        try OpenedAppLink($0).response()
      }
    ],
  ].flatMap(\.self)

  /// Many accounts at a time.
  private static let bulk: [Route] = [
    rpc(BatchGetAccountsOperation.self, for: .owner, decode: { try .init(query: $0) }),
    [
      // The older name takes a body.
      Route(
        method: .post, path: "/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount",
        audience: .owner
      ) { call in .json(try BatchGetAccountsOperation(call: call).answer(JSONBody.decode(call.request.body)))
      }
    ],
    rpc(BatchCreateAccountsOperation.self, for: .owner),
    rpc(BatchDeleteAccountsOperation.self, for: .owner),
    rpc(QueryAccountsOperation.self, for: .owner).flatMap { route in
      [route, route.at("/identitytoolkit.googleapis.com/v1/projects/{project}:queryAccounts")]
    },
  ].flatMap(\.self).flatMap { $0.withTenants() }

  /// What Google's service or Firebase's emulator has and this server has not: named, so that it is not taken
  /// for a wrong address.
  private static let unimplemented: [Route] = [
    missing(.clients, [.post], .identityToolkit, "v1/accounts:", "signInWithGameCenter"),
    missing(.clients, [.post], .identityToolkit, "v1/accounts:", "issueSamlResponse"),
    missing(
      .clients, [.post], .identityToolkit, "v2/accounts",
      "/passkeyEnrollment:start /passkeyEnrollment:finalize /passkeySignIn:start /passkeySignIn:finalize "
        + ":revokeToken"),
    missing(
      .clients, [.post], .googleAPIs, "identitytoolkit/v3/relyingparty/",
      "signInWithGameCenter signOutUser setProjectConfig"),
    missing(.clients, [.get], .identityToolkit, "v2/", "defaultSupportedIdps"),
    missing(
      .owner, [.get, .post], .identityToolkit, "v2/projects/{project}/",
      "oauthIdpConfigs inboundSamlConfigs defaultSupportedIdpConfigs tenants/{tenant}/oauthIdpConfigs "
        + "tenants/{tenant}/inboundSamlConfigs tenants/{tenant}/defaultSupportedIdpConfigs"),
    missing(
      .owner, [.get, .patch, .delete], .identityToolkit, "v2/projects/{project}/",
      "oauthIdpConfigs/{config} inboundSamlConfigs/{config} defaultSupportedIdpConfigs/{config} "
        + "tenants/{tenant}/oauthIdpConfigs/{config} tenants/{tenant}/inboundSamlConfigs/{config} "
        + "tenants/{tenant}/defaultSupportedIdpConfigs/{config}"),
    missing(
      .owner, [.post], .identityToolkit, "v2/projects/{project}/",
      "identityPlatform:initializeAuth tenants/{tenant}:getIamPolicy tenants/{tenant}:setIamPolicy "
        + "tenants/{tenant}:testIamPermissions"),
    missing(
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
