import Essentials
import IdentityToolkit

/// An upload of accounts from another system.
struct AccountUpload: Sendable {
  private static let mostRawPasswords = 1000

  /// The accounts of a request, each with its index.
  struct Accounts: Sendable {
    var read: [(index: Int, upload: UploadedAccount)] = []
    /// The problems of the accounts that cannot be stored.
    var flaws: [BatchCreateAccounts.Item] = []
  }

  let call: Call

  /// Stores the accounts of a request.
  ///
  /// Returns the ones that it could not store, with the reasons.
  func store(_ request: BatchCreateAccounts.Request) throws -> [BatchCreateAccounts.Item] {
    let users = request.users ?? []
    if users.isEmpty { throw ServerError(.missingUserAccount) }
    let settings = try call.projectSettings()
    if request.sanityCheck == true { try refuseRepeated(users, settings) }
    // The service replaces accounts without asking.
    let isOverwriting = request.allowOverwrite == true || call.dialect.uploadsReplaceAccounts
    if !isOverwriting, let localID = users.compactMap({ $0.localId?.nonEmpty }).firstRepeated {
      throw ServerError(.duplicateLocalID, localID)
    }
    // Unless it was asked to look for taken addresses, the emulator says that it does not support them.
    let asEmulatorsLimit =
      call.dialect.refusesTakenAddressesInUploads
      && (request.sanityCheck != true || settings.areDuplicateEmailsAllowed)
    // All accounts are read before the first one is stored, so an error that affects the whole request appears early.
    let accounts = try read(users.count, of: request, settings, isExported: false) { users[$0] }
    var flaws = accounts.flaws
    for batch in AccountBatch.of(accounts.read) {
      flaws += try call.store.write { transaction in
        try store(
          .init(read: batch.map(\.item)), project: call.openProject(in: transaction).0.id,
          isOverwriting: isOverwriting, asEmulatorsLimit: asEmulatorsLimit, in: transaction)
      }
    }
    return flaws.sorted { $0.index ?? 0 < $1.index ?? 0 }
  }

  /// Reads `count` accounts of a request, and checks each one as far as possible without the others.
  ///
  /// - Parameter isExported: Whether the accounts come from an export. Then each account has its own errors. Otherwise,
  ///   an error for which Google's service refuses the whole request is thrown.
  func read(
    _ count: Int, of request: BatchCreateAccounts.Request, _ settings: ProjectSettings, isExported: Bool,
    user: (Int) throws -> AccountRecord
  ) throws -> Accounts {
    let passwords = try UploadedPasswords(request, isExported: isExported, call)
    var accounts = Accounts()
    for index in 0..<count {
      do {
        let user = try user(index)
        if !isExported, call.dialect.refusesUnreadableValues {
          try user.refuseUnreadable(at: "users[\(index)]")
        }
        // The server hashes each raw password before it answers.
        guard count <= Self.mostRawPasswords || user.rawPassword == nil
        else {
          throw ServerError.badArgument("At most \(Self.mostRawPasswords) accounts can have a rawPassword.")
        }
        let password = try passwords.password(of: user)
        accounts.read.append(
          (
            index,
            try UploadedAccount(
              user, password: password, settings: settings, isExported: isExported, for: call)
          ))
      } catch let flaw as UploadFlaw {
        accounts.flaws.append(.init(index: index, message: flaw.message))
      } catch let error as ServerError where isExported {
        accounts.flaws.append(.init(index: index, message: UploadFlaw(error).message))
      }
    }
    return accounts
  }

  /// Stores the accounts.
  ///
  /// Returns the ones that it could not store, with the reasons.
  /// - Parameter asEmulatorsLimit: Whether the reason for a taken address is the one that only Firebase's emulator has.
  func store(
    _ accounts: Accounts, project: Int64, isOverwriting: Bool, asEmulatorsLimit: Bool = false,
    in transaction: Transaction
  ) throws -> [BatchCreateAccounts.Item] {
    try accounts.read.compactMap { index, upload in
      try store(
        upload, project: project, isOverwriting: isOverwriting, asEmulatorsLimit: asEmulatorsLimit,
        in: transaction
      ).map {
        .init(index: index, message: $0.message)
      }
    }
  }

  /// Stores an account.
  ///
  /// Returns the problem if it could not.
  private func store(
    _ upload: UploadedAccount, project: Int64, isOverwriting: Bool, asEmulatorsLimit: Bool,
    in transaction: Transaction
  ) throws -> UploadFlaw? {
    var account = upload.account
    account.project = project
    let present = try transaction.account(localID: account.localID, project: project)
    if present != nil, !isOverwriting {
      return UploadFlaw("localId belongs to an existing account - can not overwrite.")
    }
    func isOthers(_ owner: Account?) -> Bool { owner.map { $0.id != present?.id } ?? false }
    for identity in upload.identities
    where isOthers(
      try transaction.account(provider: identity.provider, rawID: identity.rawID, project: project))
    {
      return UploadFlaw("raw id exists in other account in database")
    }
    if let email = account.email, isOthers(try transaction.account(email: email, project: project)) {
      return UploadFlaw(
        asEmulatorsLimit
          ? "((Auth Emulator does not support importing duplicate email: \(email.text)))"
          : "email exists in other account in database")
    }
    if let phone = account.phone, isOthers(try transaction.account(phone: phone, project: project)) {
      return UploadFlaw("phone number exists in other account in database")
    }
    for passkey in upload.passkeys {
      let found = try transaction.passkey(credentialID: passkey.credentialID, project: project)
      if let found, found.account != present?.id {
        return UploadFlaw("passkey exists in other account in database")
      }
    }
    // The sessions and codes of the old account end with it.
    if let present { try transaction.delete(account: present.id, at: call.now) }
    account = try transaction.insert(account)
    for identity in upload.identities { try transaction.link(identity, to: &account) }
    for passkey in upload.passkeys {
      try transaction.insert(passkey, account: account.id, project: project)
    }
    try DescribedFactors(call: call).replace(of: &account, with: upload.factors, in: transaction)
    return nil
  }

  /// Refuses addresses and identities that appear in two accounts of the request.
  private func refuseRepeated(_ users: [AccountRecord], _ settings: ProjectSettings) throws(ServerError) {
    let emails = users.compactMap { $0.email?.nonEmpty?.asciiLowercased() }
    if !settings.areDuplicateEmailsAllowed, let email = emails.firstRepeated {
      throw ServerError(.duplicateEmail, email)
    }
    let identities = users.flatMap { $0.providerUserInfo ?? [] }
      .map { "Provider id(\($0.providerId ?? "")), Raw id(\($0.rawId ?? ""))" }
    if let identity = identities.firstRepeated { throw ServerError(.duplicateRawID, identity) }
  }
}

extension AccountRecord {
  /// Throws for values that Google's front end cannot read.
  ///
  /// The error does not repeat what should be the hash of a password.
  fileprivate func refuseUnreadable(at place: String) throws(ServerError) {
    for (name, time) in [("created_at", createdAt), ("last_login_at", lastLoginAt)] {
      if let time, !time.text.isEmpty { _ = try time.wholeNumber(at: "\(place).\(name)") }
    }
    // Firebase's emulator exports passwords in plain text.
    if passwordHash?.hasPrefix(StoredPassword.readablePrefix(salt: salt ?? "")) == true { return }
    for (name, text) in [("password", passwordHash), ("salt", salt)]
    where text.map({ [UInt8](base64: $0) == nil }) == true {
      let problem = "Invalid value at '\(place).\(name)' (TYPE_BYTES), Base64 decoding failed"
      throw .badJSON(problem, .init(field: "\(place).\(name)", problem))
    }
  }
}
