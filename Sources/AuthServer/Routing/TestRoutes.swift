import CSystem
import HTTP
import IdentityToolkit

extension Route {
  /// The routes for tests and for people on this machine.
  static let tests: [Route] = [
    [
      rpc(
        VerificationCodes.self, VerificationCodesOperation.self, for: .thisMachine,
        decode: { VerificationCodes.Request(phoneNumber: $0.queryValue("phoneNumber")) }),
      rpc(OobCodes.self, OobCodesOperation.self, for: .thisMachine),
      rpc(
        CreateCustomToken.self, CreateCustomTokenOperation.self, for: .thisMachine,
        decode: { try JSONBody.decode($0.body, keepsKeys: true) }),
      rpc(ClearAccounts.self, ClearAccountsOperation.self, for: .thisMachine),
      rpc(
        Outbox.self, OutboxOperation.self, for: .thisMachine,
        decode: { Outbox.Request(to: $0.queryValue("to")) }),
      rpc(ListEvents.self, ListEventsOperation.self, for: .thisMachine),
      rpc(RetryEvents.self, RetryEventsOperation.self, for: .thisMachine),
      rpc(ResetProject.self, ResetProjectOperation.self, for: .thisMachine),
      rpc(ExportSessions.self, ExportSessionsOperation.self, for: .thisMachine),
    ].flatMap(\.self).map { $0.withTenants() },
    rpc(GetEmulatorConfig.self, GetEmulatorConfigOperation.self, for: .thisMachine),
    rpc(UpdateEmulatorConfig.self, UpdateEmulatorConfigOperation.self, for: .thisMachine),
    [
      rpc(PlanFault.self, PlanFaultOperation.self, for: .thisMachine),
      rpc(ListFaults.self, ListFaultsOperation.self, for: .thisMachine),
      rpc(ClearFaults.self, ClearFaultsOperation.self, for: .thisMachine),
      rpc(ExpireNow.self, ExpireNowOperation.self, for: .thisMachine),
      rpc(FindPending.self, FindPendingOperation.self, for: .thisMachine),
    ].flatMap(\.self).map { $0.withTenants() },
    rpc(ListSnapshots.self, ListSnapshotsOperation.self, for: .thisMachine),
    rpc(SaveSnapshot.self, SaveSnapshotOperation.self, for: .thisMachine),
    rpc(LoadSnapshot.self, LoadSnapshotOperation.self, for: .thisMachine),
    rpc(RemoveSnapshot.self, RemoveSnapshotOperation.self, for: .thisMachine),
    rpc(EnsureTenant.self, EnsureTenantOperation.self, for: .thisMachine),
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
    rpc(CreateServiceAccount.self, CreateServiceAccountOperation.self, for: .owner),
    rpc(ReadClock.self, ReadClockOperation.self, for: .thisMachine),
    rpc(MoveClock.self, MoveClockOperation.self, for: .thisMachine),
  ].flatMap(\.self)
}
