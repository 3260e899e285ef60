import Essentials
import IdentityToolkit

/// The next accounts of an import: one upload, whose hashes have the same parameters, and what cannot be uploaded.
struct UploadBatch {
  private var accounts: [(index: Int, record: AccountRecord)] = []
  private var refused: [ImportReport.Refusal] = []
  /// The parameters of all hashes; nil if there is no hash, or nothing describes it.
  private var parameters: HashParameters?
  private var size = 0

  /// The most accounts that the service takes at once, and about the most bytes.
  private static let mostAccounts = 1000
  private static let mostBytes = 5_000_000

  var isEmpty: Bool { accounts.isEmpty && refused.isEmpty }

  /// Returns whether there is room for an account.
  func takes(size: Int, hashedWith parameters: HashParameters?) -> Bool {
    guard !isEmpty else { return true }
    return accounts.count + refused.count < Self.mostAccounts && self.size + size <= Self.mostBytes
      && (parameters == nil || self.parameters == nil || parameters == self.parameters)
  }

  mutating func add(_ index: Int, _ record: AccountRecord, size: Int, hashedWith parameters: HashParameters?)
  {
    accounts.append((index, record))
    self.size += size
    self.parameters = self.parameters ?? parameters
  }

  mutating func refuse(_ index: Int, uid: String?, _ reason: ImportReport.Reason) {
    refused.append(.init(index: index, uid: uid, reason: reason))
  }

  var request: BatchCreateAccounts.Request? {
    guard !accounts.isEmpty else { return nil }
    var request = BatchCreateAccounts.Request(users: accounts.map(\.record))
    // Otherwise, an import that stopped could not continue everywhere.
    request.allowOverwrite = true
    if let parameters { request.describeHashes(with: parameters) }
    return request
  }

  /// Adds what became of the accounts to the report.
  ///
  /// An answer may name an account that was not sent, or one twice. No account counts twice.
  func count(_ answer: BatchCreateAccounts.Response?, in report: inout ImportReport, keeping limit: Int) {
    for refusal in refused { report.add(refusal, keeping: limit) }
    var named: Set<Int> = []
    var strangers = 0
    for error in answer?.error ?? [] {
      let reason = ImportReport.Reason.service((error.message ?? "").clipped(to: 500))
      // JSON of the service omits zeros.
      let position = error.index ?? 0
      if accounts.indices.contains(position) {
        guard named.insert(position).inserted else { continue }
        let (index, record) = accounts[position]
        report.add(.init(index: index, uid: record.localId, reason: reason), keeping: limit)
      } else if strangers < accounts.count {
        strangers += 1
        report.add(.init(index: nil, uid: nil, reason: reason), keeping: limit)
      }
    }
    // Each error without an account may be about one that seems to be stored.
    let unclear = min(strangers, accounts.count - named.count)
    report.unclear += unclear
    report.stored += accounts.count - named.count - unclear
  }
}
