import IdentityToolkit

// Which addresses are taken depends on who gives them, and what for.

extension EmailAddress {
  /// The address that a client gave for an account to have.
  init(
    given text: String?, missing: ServerErrorCode = .missingEmail, invalid: ServerErrorCode = .invalidEmail,
    under policy: Policy
  ) throws(ServerError) {
    guard let text, !text.isEmpty else { throw ServerError(missing) }
    do throws(Problem) {
      self = try policy.addressesChecked ? EmailAddress(text) : EmailAddress(ofAnyForm: text)
    } catch {
      throw ServerError(invalid)
    }
  }

  /// The address that an administrator gave, or that names an account.
  init(described text: String?, under policy: Policy) throws(ServerError) {
    guard let text, !text.isEmpty else { throw ServerError(.missingEmail) }
    do throws(Problem) {
      self = try policy.addressesChecked ? EmailAddress(ofAnyScript: text) : EmailAddress(ofAnyForm: text)
    } catch {
      throw ServerError(.invalidEmail)
    }
  }

  /// The address to look for; nil where no account can have it.
  init?(soughtFor text: String) {
    guard let address = try? EmailAddress(ofAnyForm: text) else { return nil }
    self = address
  }
}
