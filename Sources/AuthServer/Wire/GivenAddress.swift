import IdentityToolkit

// The rules for addresses depend on who sends them and why.

extension EmailAddress {
  /// Reads a client's new address for an account.
  init(
    given text: String?, missing: ServerErrorCode = .missingEmail, invalid: ServerErrorCode = .invalidEmail,
    under policy: Policy
  ) throws(ServerError) {
    guard let text, !text.isEmpty else { throw ServerError(missing) }
    do throws(Problem) {
      self = try policy.dialect.checksAddresses ? EmailAddress(text) : EmailAddress(ofAnyForm: text)
    } catch {
      throw ServerError(invalid)
    }
  }

  /// Reads an administrator's address, or an address that names an account.
  init(described text: String?, under policy: Policy) throws(ServerError) {
    guard let text, !text.isEmpty else { throw ServerError(.missingEmail) }
    do throws(Problem) {
      self =
        try policy.dialect.checksAddresses ? EmailAddress(ofAnyScript: text) : EmailAddress(ofAnyForm: text)
    } catch {
      throw ServerError(.invalidEmail)
    }
  }

  /// Reads an address to search for.
  ///
  /// Returns nil if no account can have it.
  init?(soughtFor text: String) {
    guard let address = try? EmailAddress(ofAnyForm: text) else { return nil }
    self = address
  }
}
