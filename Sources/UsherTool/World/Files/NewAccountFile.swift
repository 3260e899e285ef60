import Administration
import Essentials
import IdentityToolkit

/// Accounts in a format that `firebase auth:import` reads: JSON, or CSV if the name ends so.
///
/// One set of hash parameters holds for all passwords.
struct NewAccountFile {
  /// The file's content.
  let text: String
  /// The number of accounts that lose their password here, because it has other hash parameters than most.
  private let passwordsOmitted: Int
  private let summary: ExportSummary
  private let hashParameters: JSONValue?

  /// Returns whether usher writes a file with this name for `firebase auth:import`.
  static func isName(_ path: String) -> Bool { path.hasSuffix(".json") || isCSV(path) }

  /// Returns whether a file with this name is CSV; Firebase's tool decides by the name, too.
  static func isCSV(_ path: String) -> Bool { path.asciiLowercased().hasSuffix(".csv") }

  /// - Parameter path: The file's name, whose end says which format it is.
  init(_ accounts: [AccountRecord], named path: String) {
    let parameters = Self.mostFrequentParameters(of: accounts)
    let hasKnownHash = { (account: AccountRecord) in
      account.passwordHash != nil && parameters != nil && account.passwordHashParameters == parameters
    }
    let written = accounts.map { account in
      var account = account
      if !hasKnownHash(account) { (account.passwordHash, account.salt) = (nil, nil) }
      return account
    }
    let format = Self.isCSV(path) ? AccountFormat.csv : .firebase
    text = format.text(of: written)
    passwordsOmitted = accounts.count { $0.passwordHash != nil && !hasKnownHash($0) }
    summary = written.reduce(into: ExportSummary()) { $0.count($1, in: format) }
    hashParameters = parameters
  }

  /// Returns a sentence for each kind of data that the file omits, for a project with so many tenants.
  func omissions(tenants: Int) -> [Text] {
    [
      Text(counted: "Accounts that lose their password, which has other hash parameters", passwordsOmitted)
    ].compactMap(\.self) + summary.notes
      + [Text(counted: "Tenants that are not in the file", tenants)].compactMap(\.self)
  }

  /// Returns what the file omits, for a project with so many tenants.
  func losses(tenants: Int) -> AccountLosses {
    var losses = summary.losses
    losses.passwords += passwordsOmitted
    losses.tenants = tenants
    return losses
  }

  /// Returns the command that imports the file into a project.
  func importCommand(for file: String) -> [String] {
    ["firebase", "auth:import", file] + (hashParameters.map(Self.options) ?? [])
  }

  /// Hashes without parameters contain the password, as Firebase's emulator stores them.
  private static func mostFrequentParameters(of accounts: [AccountRecord]) -> JSONValue? {
    var counts: [(parameters: JSONValue, count: Int)] = []
    for parameters in accounts.compactMap(\.passwordHashParameters) where !options(parameters).isEmpty {
      if let index = counts.firstIndex(where: { $0.parameters == parameters }) {
        counts[index].count += 1
      } else {
        counts.append((parameters, 1))
      }
    }
    return counts.max { $0.count < $1.count }?.parameters
  }

  /// Returns the parameters as options of `firebase auth:import`; none if it does not know the algorithm.
  ///
  /// A key is secret, so its place holds the word KEY.
  private static func options(_ parameters: JSONValue) -> [String] {
    guard let algorithm = parameters["hashAlgorithm"]?.string, algorithm != HashAlgorithm.argon2.rawValue
    else { return [] }
    var options = ["--hash-algo=" + algorithm]
    if parameters["signerKey"] != nil { options.append("--hash-key=KEY") }
    let numbers = [
      ("rounds", "--rounds"), ("memoryCost", "--mem-cost"), ("cpuMemCost", "--mem-cost"),
      ("blockSize", "--block-size"), ("parallelization", "--parallelization"), ("dkLen", "--dk-len"),
    ]
    for (name, option) in numbers {
      if let number = parameters[name]?.integer { options.append("\(option)=\(number)") }
    }
    if let separator = parameters["saltSeparator"]?.string { options.append("--salt-separator=" + separator) }
    switch parameters["passwordHashOrder"]?.string {
    case "SALT_AND_PASSWORD": options.append("--hash-input-order=SALT_FIRST")
    case "PASSWORD_AND_SALT": options.append("--hash-input-order=PASSWORD_FIRST")
    default: break
    }
    return options
  }
}

extension ExportSummary {
  /// A sentence for each kind of data that the file does not have.
  var notes: [Text] {
    let kinds: [(Text, Int)] = [
      (
        "Accounts without their password, because the caller may not see the hashes", redactedPasswords
      ),
      (
        "Accounts without their password, because the service does not say how it was hashed",
        unexplainedPasswords
      ),
      ("Accounts without their password, which is not hashed", readablePasswords),
      ("Accounts that lose their second factors", secondFactors),
      ("Accounts with an authenticator app whose secret the service hides", hiddenAppSecrets),
      ("Accounts that lose their passkeys", passkeys),
      ("Accounts that lose a provider", otherProviders),
    ]
    return kinds.compactMap { Text(counted: $0, $1) }
  }

  var losses: AccountLosses {
    AccountLosses(
      passwords: redactedPasswords + unexplainedPasswords + readablePasswords, providers: otherProviders,
      secondFactors: secondFactors + hiddenAppSecrets, passkeys: passkeys)
  }
}

extension Text {
  /// The sentence that so many are of a kind; nil if none is.
  init?(counted kind: Text, _ count: Int) {
    guard count > 0 else { return nil }
    self = "\(kind): \(count)."
  }
}
