package import IdentityToolkit

/// Uploads the accounts of a file in batches, in the memory of one batch.
///
/// An upload replaces accounts with the same uids. So an import that stopped can continue, or start again.
package struct AccountImport: Sendable {
  package private(set) var report: ImportReport

  private let given: HashParameters?
  private let hashes: [String: AccountRecord]
  private let takesAdditions: Bool
  private let keptRefusals: Int

  /// - Parameters:
  ///   - parameters: How the passwords were hashed, unless an account says so itself; nil if the file says so.
  ///   - hashes: Accounts with the hashes that the file's accounts with these UIDs lack.
  ///   - start: The index of the first account to upload.
  ///   - takesAdditions: Whether the service takes this project's additions to the API, as local servers do: hashes of
  ///     Firebase's emulator, hash parameters of single accounts, public keys of passkeys.
  ///   - keptRefusals: The number of refusals that the report keeps.
  package init(
    hashedWith parameters: HashParameters? = nil, with hashes: [String: AccountRecord] = [:],
    startingAt start: Int = 0, takesAdditions: Bool = false,
    keptRefusals: Int = 100
  ) {
    (given, self.takesAdditions, self.keptRefusals) = (parameters, takesAdditions, keptRefusals)
    self.hashes = hashes
    report = ImportReport(reached: start)
  }

  /// Uploads all accounts that are left.
  ///
  /// If it throws, `report` says what was stored, and where another import can start. It throws what `upload` throws, an
  /// `AccountFileError`, an `AccountImportError`, or a `HashParameters.Flaw` of the whole file.
  ///
  /// - Parameters:
  ///   - isWanted: Called before each batch; false stops.
  ///   - upload: Stores a batch. It adds the tenant.
  ///   - progress: Called after each batch.
  package mutating func run(
    _ file: borrowing AccountReader, while isWanted: () -> Bool = { true },
    upload: (BatchCreateAccounts.Request) throws -> BatchCreateAccounts.Response,
    progress: (ImportReport) -> Void = { _ in }
  ) throws {
    let start = report.reached
    let common = try given ?? file.upload.hashParameters
    if !hashes.isEmpty { try matchHashes(with: file) }
    if common == nil, !takesAdditions { try Self.checkHashes(of: file, from: start) }
    var batch = UploadBatch()
    try file.forEach(from: start) { entry in
      var record = entry.record
      if common == nil, takesAdditions, record.hasUnexplainedHash, !record.hasRedactedHash {
        (record.passwordHash, record.salt) = (nil, nil)
        report.passwordsOmitted += 1
      }
      var losses = entry.losses
      if let hashed = record.localId.flatMap({ hashes[$0] }), hashed.passwordHash != nil {
        (record.passwordHash, record.salt) = (hashed.passwordHash, hashed.salt)
        record.passwordHashParameters = hashed.passwordHashParameters
        losses.remove(.password)
      }
      if !takesAdditions, let factors = record.mfaInfo {
        // Google's API has no member for the secret of an authenticator app.
        record.mfaInfo = factors.filter { $0.totpInfo?.sharedSecretKey == nil || $0.phoneInfo != nil }
        if record.mfaInfo != factors { losses.insert(.secondFactor) }
      }
      for loss in losses { report.losses[loss, default: 0] += 1 }
      let prepared = Result { () throws(ImportReport.Reason) in
        try record.prepared(hashedWith: common, takesAdditions: takesAdditions)
      }
      let parameters = try? prepared.get().1
      if !batch.takes(size: entry.size, hashedWith: parameters) {
        try send(&batch, next: entry.index, while: isWanted, upload, progress)
      }
      switch prepared {
      case .success((let record, _)):
        batch.add(entry.index, record, size: entry.size, hashedWith: parameters)
      case .failure(let reason): batch.refuse(entry.index, uid: entry.record.localId, reason)
      }
    }
    if !batch.isEmpty { try send(&batch, next: file.count, while: isWanted, upload, progress) }
    report.reached = max(start, file.count)
  }

  /// Counts the hashes that belong to no account, before anything is uploaded.
  private mutating func matchHashes(with file: borrowing AccountReader) throws {
    var unmatched = Set(hashes.keys)
    try file.forEach { entry in
      if let uid = entry.record.localId { unmatched.remove(uid) }
    }
    guard unmatched.count < hashes.count else { throw AccountImportError.strangeHashes }
    report.hashesUnmatched = unmatched.count
  }

  /// Uploads a batch, and begins a new one.
  private mutating func send(
    _ batch: inout UploadBatch, next: Int, while isWanted: () -> Bool,
    _ upload: (BatchCreateAccounts.Request) throws -> BatchCreateAccounts.Response,
    _ progress: (ImportReport) -> Void
  ) throws {
    guard isWanted() else { throw AccountImportError.interrupted }
    batch.count(try batch.request.map(upload), in: &report, keeping: keptRefusals)
    report.reached = next
    batch = UploadBatch()
    progress(report)
  }

  /// Throws if a hash is not described, before anything is uploaded.
  private static func checkHashes(of file: borrowing AccountReader, from start: Int) throws {
    let entry = try file.first(from: start, containing: "\"passwordHash\"") {
      $0.record.hasUnexplainedHash && !$0.record.hasRedactedHash
    }
    guard let entry else { return }
    throw AccountImportError.unexplainedHash(index: entry.index, uid: entry.record.localId)
  }
}
