import AuthServer
import CommandKit
import Essentials
import Flows
import TerminalIO

// The storage of the server.
extension Serve {
  /// Returns where to store data; refuses the embedded server's database, which has its own policy.
  func location(in context: Context) throws -> Store.Location {
    guard let data, data != ":memory:" else { return .memory }
    if data.isEmpty { throw UsageError.misuse("--data needs a file's name") }
    if let embedded = try? StateLocation(environment: context.world.environment.variables).database,
      FileIdentity(data) == FileIdentity(embedded)
    {
      throw UsageError.misuse(
        "this file holds the data of the local server inside usher", hint: "name another file")
    }
    return .file(path: data)
  }

  func store(at location: Store.Location) throws -> Store {
    do {
      return try Store(at: location, for: .server)
    } catch {
      guard case .notWritable = error else { throw error }
      var diagnosis = Diagnosis(error)
      diagnosis.hint = "name a file in one of your folders with --data"
      throw diagnosis
    }
  }

  /// Warns if the file has passwords that are less protected than new ones, or better.
  func warnOfOtherPasswords(in store: Store, _ policy: Policy, _ context: Context) {
    guard let data else { return }
    // Ignore errors: requests would fail for the same reason and report it.
    func has(_ hashing: PasswordHashing) -> Bool { (try? store.hasPasswords(storedBy: hashing)) == true }
    switch policy.passwordHashing {
    case .fast where has(.scrypt):
      context.output.warn(
        "\(data) has passwords that scrypt protects, but new ones are stored without: to protect them too, use --policy-set password-hashing=scrypt"
      )
    case .scrypt where has(.fast):
      context.output.warn(
        "\(data) has passwords that nothing protects if it is stolen: scrypt protects each from its next sign-in on"
      )
    default: break
    }
  }
}
