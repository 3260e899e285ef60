package import AuthClient
package import IdentityToolkit

/// Whoever answers what a goal needs: the options of a command, a person at a terminal, another program.
///
/// If a question can be answered by nil, nil means that nobody answers now: then the engine ends with the need. If
/// nobody answers another question, the asker throws.
package protocol Asker {
  /// Is called before the first question about who signs in, perhaps more than once.
  func begin() throws

  // MARK: Who

  /// The methods that may be used; nil if all may.
  var offered: Set<OfferedMethod>? { get }
  func identifier() throws -> Identifier
  func phoneNumber(isResend: Bool) throws -> PhoneNumber
  /// Returns the address that a link was sent to. `problem` says why the last one was not that address.
  func address(after problem: LinkProblem?) throws -> EmailAddress

  // MARK: By what

  /// Returns one of the methods of an address. `told` is nil if the server does not tell them.
  func method(
    among methods: [AddressMethod], of email: EmailAddress, told: [String]?
  ) throws -> AddressMethod
  /// Returns the sign-in methods of an address as the service names them: none if nobody has it, nil if the server does
  /// not tell.
  func signInMethods(of email: EmailAddress) throws -> [String]?
  func provider(among providers: [IdentityProvider]) throws -> IdentityProvider

  /// Gets a credential, and has `use` sign in with it. If it is refused, the asker may get another one.
  func signIn(_ request: CredentialRequest, _ use: (ProviderCredential) throws -> Progress) throws -> Progress
  /// The same with a new password.
  func choosePassword<Result>(
    _ request: NewPassword, _ use: (_ password: String) throws -> Result
  ) throws -> Result

  // MARK: Codes and links

  /// Returns a second factor, with its codes if they are at hand.
  func factor(of signIn: SecondFactorStep) throws -> ChosenFactor?
  func code(_ need: CodeNeed) throws -> CodeAnswer?
  /// Tells the user of `error` and returns if the code is to be asked for again; throws otherwise.
  func reconsider(_ need: CodeNeed, after error: any Error) throws
  func sendLink(for purpose: EmailPurpose, to email: EmailAddress) throws -> Sending<SentLink>
  func link(from mail: Sending<SentLink>) throws -> ActionCodeURL?

  // MARK: A recent sign-in

  /// Tells the user of `refusal`, and returns whether the user can re-authenticate now.
  func canReauthenticate(_ session: SavedSession, after refusal: ServerError) throws -> Bool
  func method(
    among methods: [ReauthenticationMethod], of session: SavedSession
  ) throws -> ReauthenticationMethod

  // MARK: Enrollment

  /// Tells the user what the account lacks, and returns whether the user can provide it now.
  func canProvide(_ lack: EnrollmentLack) -> Bool
  func mayMailLink(to email: String) throws -> Bool
  func factorType() throws -> FactorID
  /// Prepares to show the secret of a new authenticator app.
  func secretShowing() throws -> any SecretShowing

  // MARK: What happened on the way

  func tell(_ signedIn: SignedIn) throws
  func tell(_ applied: AppliedLink)
  /// Tells the user of the account that has the provider's address, and returns whether the user signs in to it.
  func mayContinue(after conflict: AccountConflict, at provider: IdentityProvider, _ email: EmailAddress)
    -> Bool
  /// The asker for what comes on the way, for which the command has no options.
  var onTheWay: any Asker { get }
  /// The asker for what comes between a code and its use. If the user goes away, the code's step is still there.
  func onTheWay(to need: CodeNeed) -> any Asker
}

extension Asker {
  package var offered: Set<OfferedMethod>? { nil }
}

/// Who signs in.
package enum Identifier: Equatable {
  case phone(PhoneNumber)
  case email(EmailAddress)
  case anonymous
  case passkey
  /// A provider, in the user's word.
  case provider(String)
}

/// A way to sign in with an address.
package enum AddressMethod: Equatable {
  case emailLink
  case password
  /// A new account with a password, if the server does not say whether an account has the address.
  case newAccount
  case provider(IdentityProvider)
  /// A provider that is still to be named.
  case anotherProvider

  /// - Parameter name: The service's name of the method.
  init(_ name: String) {
    switch name {
    case "emailLink": self = .emailLink
    case "password": self = .password
    default: self = .provider(IdentityProvider(name))
    }
  }
}

package struct CredentialRequest {
  package enum Method: Equatable {
    case password(EmailAddress)
    case provider(IdentityProvider)
    case passkey
  }

  package let method: Method
  package let purpose: CredentialPurpose
  /// Whether the method was chosen on the way, so that a later command must name it.
  package var isChosen = false
  /// The address that the provider's page may offer.
  package var email: EmailAddress?
  /// The user's word for the provider.
  package var word: String?

  package init(_ method: Method, for purpose: CredentialPurpose) {
    self.method = method
    self.purpose = purpose
  }
}

package enum NewPassword {
  /// For an account; its address may not be known.
  case account(String?)
  /// For a new account. `isChosen` is true if that was decided on the way.
  case signUp(EmailAddress, isChosen: Bool)
}

/// Shows the secret of a new authenticator app to its user, once.
package protocol SecretShowing {
  func show(_ secret: TOTPSecret, of session: SavedSession) throws
  /// Is called if there is no secret.
  func abandon()
}

package enum ChosenFactor {
  case factor(EnrolledFactor)
  /// The factor with codes, the best first.
  case codes([String], EnrolledFactor)
}

package enum CodeAnswer: Equatable {
  case code(String)
  /// Another SMS is wanted.
  case another
}
