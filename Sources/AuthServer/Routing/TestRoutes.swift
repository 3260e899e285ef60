import CSystem
import HTTP
import IdentityToolkit

extension Route {
  /// The routes for tests and for people on this machine.
  static let tests: [Route] = [
    [
      rpc(
        VerificationCodesOperation.self, for: .thisMachine,
        decode: { VerificationCodes.Request(phoneNumber: $0.queryValue("phoneNumber")) }),
      rpc(OobCodesOperation.self, for: .thisMachine),
      rpc(
        CreateCustomTokenOperation.self, for: .thisMachine,
        decode: { try JSONBody.decode($0.body, keepsKeys: true) }),
      rpc(ClearAccountsOperation.self, for: .thisMachine),
      rpc(
        OutboxOperation.self, for: .thisMachine, decode: { Outbox.Request(to: $0.queryValue("to")) }),
      rpc(ListEventsOperation.self, for: .thisMachine),
      rpc(RetryEventsOperation.self, for: .thisMachine),
      rpc(ResetProjectOperation.self, for: .thisMachine),
      rpc(ExportSessionsOperation.self, for: .thisMachine),
    ].flatMap(\.self).map { $0.withTenants() },
    rpc(GetEmulatorConfigOperation.self, for: .thisMachine),
    rpc(UpdateEmulatorConfigOperation.self, for: .thisMachine),
    [
      rpc(PlanFaultOperation.self, for: .thisMachine),
      rpc(ListFaultsOperation.self, for: .thisMachine),
      rpc(ClearFaultsOperation.self, for: .thisMachine),
      rpc(ExpireNowOperation.self, for: .thisMachine),
      rpc(FindPendingOperation.self, for: .thisMachine),
    ].flatMap(\.self).map { $0.withTenants() },
    rpc(ListSnapshotsOperation.self, for: .thisMachine),
    rpc(SaveSnapshotOperation.self, for: .thisMachine),
    rpc(LoadSnapshotOperation.self, for: .thisMachine),
    rpc(RemoveSnapshotOperation.self, for: .thisMachine),
    rpc(EnsureTenantOperation.self, for: .thisMachine),
    // This imports a whole folder at once, from a caller who may read it.
    [
      Route(
        ImportAccounts.route.method, at: PathTemplate(.localServer, ImportAccounts.route.path),
        for: .thisMachine, rpc: ImportAccounts.route
      ) { call in
        // This is much more memory than other requests reuse.
        defer { csystem_return_memory() }
        return .json(try ImportAccountsOperation(call: call).answer(ImportBody(call.request.body)))
      }.taking(bodiesOf: 256 << 20)
    ],
    rpc(CreateServiceAccountOperation.self, for: .owner),
    rpc(ReadClockOperation.self, for: .thisMachine),
    rpc(MoveClockOperation.self, for: .thisMachine),
  ].flatMap(\.self)
}
