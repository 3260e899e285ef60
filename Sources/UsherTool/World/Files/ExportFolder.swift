import CommandKit
import Essentials
import Flows
import IdentityToolkit
import LibC
import PrivateFiles

/// A folder in the export format of the Firebase emulator.
struct ExportFolder {
  /// The content of a folder, for one project.
  struct Content {
    /// The project's accounts, as an upload request.
    var accounts: BatchCreateAccounts.Request
    var config: EmulatorConfig?
    /// The accounts of each tenant, by the tenant's ID.
    var tenants: [(id: String, accounts: BatchCreateAccounts.Request)] = []
    /// The sessions of all accounts, of the project and its tenants.
    var sessions: [AccountSessions] = []
    /// The path of the folder with the files.
    var folder = ""

    /// One upload for the project, then one for each tenant.
    var uploads: [BatchCreateAccounts.Request] {
      [accounts]
        + tenants.map { id, accounts in
          var accounts = accounts
          accounts.tenantId = id
          return accounts
        }
    }
  }

  let path: String
  /// Whether any user of this machine may have named the folder.
  ///
  /// Then usher writes only to a folder of its user, or below one, which others cannot change.
  var isNamedByAnyone = false

  static let metadata = "firebase-export-metadata.json"
  private static let accounts = "accounts.json"
  private static let config = "config.json"
  /// A file that only usher writes. It has no tokens, only the data by which a server recognizes them.
  private static let sessions = "usher-sessions.json"
  private static let tenantPrefix = "accounts-"
  private static let suffix = ".json"
  /// The name of the folder with the accounts, in exports that usher writes.
  private static let part = "auth_export"
  /// Enough for a million accounts.
  private static let sizeLimit = 1 << 30

  /// Reads everything in the folder.
  func read() throws(Diagnosis) -> Content {
    let folder = try open(path)
    let part = try authPath(try value(JSONValue.self, Self.metadata, in: folder, path))
    let place = path + "/" + part
    let inner = try open(part.split(separator: "/").map(String.init), in: folder, place)
    var content = Content(
      accounts: try value(BatchCreateAccounts.Request.self, Self.accounts, in: inner, place), folder: place)
    if faccessat(inner.raw, Self.config, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
      content.config = try value(EmulatorConfig.self, Self.config, in: inner, place)
    }
    if faccessat(inner.raw, Self.sessions, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
      content.sessions =
        try value(ExportSessions.Response.self, Self.sessions, in: inner, place).accounts
    }
    // The file names say which tenant the accounts belong to.
    content.accounts.tenantId = nil
    for file in Self.tenantFiles(in: place) {
      let id = String(file.dropFirst(Self.tenantPrefix.count).dropLast(Self.suffix.count))
      let accounts = try value(BatchCreateAccounts.Request.self, file, in: inner, place)
      content.tenants.append((id, accounts))
    }
    return content
  }

  /// Writes the folder so that only the user can read it.
  ///
  /// Each file is replaced as a whole. The metadata file is written last, because it points to the others. The exports
  /// of other emulators in the folder stay.
  func write(_ content: Content) throws(Diagnosis) {
    let place = path + "/" + Self.part
    let folder = try openOrMake()
    try make(Self.part, in: folder.raw, place)
    let inner = try open([Self.part], in: folder, place)
    var metadata = try self.metadata(in: folder)
    try replace(Self.accounts, with: Self.data(content.accounts), in: inner, place)
    if let config = content.config { try replace(Self.config, with: Self.data(config), in: inner, place) }
    for tenant in content.tenants {
      try replace(
        Self.accountsFile(ofTenant: tenant.id), with: Self.data(tenant.accounts), in: inner, place)
    }
    let sessions = ExportSessions.Response(accounts: content.sessions)
    try replace(Self.sessions, with: Self.data(sessions), in: inner, place)
    // Remove files from an earlier export whose tenants do not exist any more.
    let files = Set(content.tenants.map { Self.accountsFile(ofTenant: $0.id) })
    for name in Self.tenantFiles(in: place) where !files.contains(name) { unlinkat(inner.raw, name, 0) }
    metadata["version"] = metadata["version"] ?? .string(Release.version)
    metadata["auth"] = ["version": .string(Release.version), "path": .string(Self.part)]
    try replace(Self.metadata, with: Data(metadata.text.utf8), in: folder, path)
  }

  /// Returns the name of the file with the accounts of a tenant; nil means the project.
  static func accountsFile(ofTenant id: String?) -> String {
    id.map { tenantPrefix + $0 + suffix } ?? accounts
  }

  private func metadata(in folder: borrowing Descriptor) throws(Diagnosis) -> JSONValue {
    guard faccessat(folder.raw, Self.metadata, F_OK, AT_SYMLINK_NOFOLLOW) == 0 else { return [:] }
    return try value(JSONValue.self, Self.metadata, in: folder, path)
  }

  /// Refuses a metadata file that an export could not extend.
  func checkMetadata() throws(Diagnosis) {
    _ = try metadata(in: try open(path))
  }

  /// Returns whether the folder has accounts. Firebase's tools export only the emulators that were running.
  func holdsAccounts() throws(Diagnosis) -> Bool {
    try value(JSONValue.self, Self.metadata, in: try open(path), path)["auth"] != nil
  }

  /// Returns the path of the accounts, relative to the folder; refuses a path that leads outside.
  private func authPath(_ metadata: JSONValue) throws(Diagnosis) -> String {
    guard let text = metadata["auth"]?["path"]?.string else {
      throw refusal("\(path)/\(Self.metadata) names no export of Authentication")
    }
    guard !text.utf8.contains(0) else {
      throw refusal("\(path)/\(Self.metadata) has a NUL in a path, which no file's name has")
    }
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
      throw refusal("\(path)/\(Self.metadata) leads out of its folder")
    }
    return text
  }

  private static func tenantFiles(in place: String) -> [String] {
    FileNames(beginning: place + "/" + tenantPrefix, only: .any).choices
      .map { String($0.dropFirst(place.count + 1)) }.filter {
        $0.hasSuffix(suffix) && $0 != tenantPrefix + suffix
      }
      .sorted()
  }

  private static func data(_ value: some Encodable) -> Data {
    // JSON can represent all strings, numbers and flags.
    guard let data = try? JSONWriter.data(value) else { fatalError("an export that JSON cannot express") }
    return data
  }
}

// MARK: - Files

extension ExportFolder {
  /// The folder itself may be a link, because the user typed it. Links inside it are refused.
  private func open(_ path: String) throws(Diagnosis) -> Descriptor {
    do throws(Errno) {
      return try Descriptor(path, O_RDONLY | O_DIRECTORY)
    } catch {
      throw cannotRead(path, error)
    }
  }

  private func open(
    _ names: [String], in folder: borrowing Descriptor, _ place: String
  ) throws(Diagnosis) -> Descriptor {
    do throws(Errno) {
      var inner = try Descriptor(names[0], in: folder.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      for name in names.dropFirst() {
        inner = try Descriptor(name, in: inner.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      }
      return inner
    } catch {
      throw cannotRead(place, error)
    }
  }

  private func value<Value: Decodable>(
    _ type: Value.Type, _ name: String, in folder: borrowing Descriptor, _ place: String
  ) throws(Diagnosis) -> Value {
    let path = place + "/" + name
    let data: Data
    do throws(Errno) {
      let file = try Descriptor(name, in: folder.raw, O_RDONLY | O_NOFOLLOW)
      // Reading a folder or a device fails by itself, but reading a FIFO would block.
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else { throw Errno(code: EINVAL) }
      // Check the size before reading.
      guard status.st_size <= Self.sizeLimit else { throw Errno(code: EFBIG) }
      data = try file.read(limit: Self.sizeLimit)
    } catch {
      throw cannotRead(path, error)
    }
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(type, from: data)
    } catch {
      throw refusal(
        error.place.map { "\(path) is not what Firebase's emulator exports (\($0))" }
          ?? "\(path) is not what Firebase's emulator exports")
    }
  }

  /// Opens the folder, and creates it if it is missing.
  private func openOrMake() throws(Diagnosis) -> Descriptor {
    guard isNamedByAnyone else {
      try make(path, in: AT_FDCWD, path)
      return try open(path)
    }
    var status = stat()
    if stat(path, &status) != 0, errno == ENOENT {
      let above = try open(parent)
      try refuseShared(above, parent)
      let name = path.split(separator: "/").last.map(String.init) ?? "."
      try make(name, in: above.raw, path)
    }
    let folder = try open(path)
    try refuseShared(folder, path)
    // Whoever named the path may lead it elsewhere after the check by name.
    let isEmpty = folder.names.allSatisfy { [".", ".."].contains($0) }
    guard isEmpty || faccessat(folder.raw, Self.metadata, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    else { throw containsOthers }
    return folder
  }

  /// The open folder is checked, so nobody can exchange it afterwards.
  private func refuseShared(_ folder: borrowing Descriptor, _ place: String) throws(Diagnosis) {
    let objection: Text?
    do throws(Errno) {
      objection = try folder.status().objectionToFolder
    } catch {
      throw Diagnosis(writing: place, error)
    }
    if let objection {
      throw Diagnosis(
        .unsafeFile, "\(place) is not safe to use (\(objection))",
        hint: "name a folder that only you can change", retry: .newInput)
    }
  }

  func make(_ name: String, in folder: Int32, _ place: String) throws(Diagnosis) {
    do throws(Errno) {
      _ = try Descriptor.makeFolder(name, in: folder)
    } catch {
      if error != .exists { throw Diagnosis(writing: place, error) }
    }
  }

  private func replace(
    _ name: String, with data: Data, in folder: borrowing Descriptor, _ place: String
  ) throws(Diagnosis) {
    do throws(Errno) {
      var file = try AtomicFile.begin(for: name, in: folder.raw)
      try file.descriptor.write(data)
      try file.takePlace(replacing: true)
    } catch {
      throw Diagnosis(writing: place + "/" + name, error)
    }
  }

  func refusal(_ message: Text) -> Diagnosis {
    Diagnosis(.badExport, message, hint: "name the folder that the emulator exported to")
  }

  private func cannotRead(_ path: String, _ error: Errno) -> Diagnosis {
    // Links are not followed, because their targets are not part of the export.
    refusal("cannot read \(path) (\(error.reason))")
  }
}

extension JSONReader.Problem {
  /// The path of a value with the wrong type, such as `users[2].email`; nil if the text is not JSON.
  fileprivate var place: String? {
    switch self {
    case .malformed(DecodingError.typeMismatch(_, let context)),
      .malformed(DecodingError.valueNotFound(_, let context)),
      .malformed(DecodingError.keyNotFound(_, let context)),
      .malformed(DecodingError.dataCorrupted(let context)):
      let place = context.codingPath.place
      return place.isEmpty ? nil : place
    default: return nil
    }
  }
}
