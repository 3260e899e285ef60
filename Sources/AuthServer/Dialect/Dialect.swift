/// Whose answers the server gives where Google's service and Firebase's emulator differ.
///
/// Each difference is one rule, named after what one of the two does. KnownAnswers.md, in the catalog of this module, says
/// where they are known from.
package enum Dialect: Sendable {
  case google
  case emulator

  private var isGoogle: Bool { self == .google }
  private var isEmulator: Bool { self == .emulator }
}

// MARK: - The configuration of projects

extension Dialect {
  /// Google: The project's configuration includes the texts of its mails.
  var showsMailTemplates: Bool { isGoogle }

  /// Emulator: A change without an update mask also changes what it does not name: blocking functions, duplicate
  /// addresses and e-mail privacy.
  var changesAllWithoutMask: Bool { isEmulator }

  /// Google: A change of a mail's subject or text is refused.
  var refusesMailTexts: Bool { isGoogle }

  /// Google: The configuration is answered in the service's form, with all of its members.
  var answersWholeConfig: Bool { isGoogle }

  /// Emulator: The configuration is answered as it was stored, without what has its default.
  var answersConfigAsStored: Bool { isEmulator }

  /// Google: A reCAPTCHA state that nobody set is unspecified. At the emulator it is off.
  var leavesRecaptchaUnspecified: Bool { isGoogle }

  /// Google: A provider of second factors without a configuration is dropped.
  var dropsEmptyFactorProviders: Bool { isGoogle }

  /// Google: The reCAPTCHA settings for SMS are answered although nobody set them.
  var answersSMSDefenses: Bool { isGoogle }

  /// Google: A change of the password policy notes its time and its version.
  var datesPasswordPolicy: Bool { isGoogle }

  /// Google: The authorized domains are a list of host names, or the change is refused.
  var checksAuthorizedDomains: Bool { isGoogle }

  /// Google: An update mask with a name that no project has is refused, and an empty one is a mask. At a tenant
  /// such names are ignored.
  var refusesUnknownMask: Bool { isGoogle }

  /// Emulator: The blocking functions are checked before the update mask.
  var checksFunctionsFirst: Bool { isEmulator }

  /// Emulator: A list without members is answered as an empty one. At the service it is left out.
  var answersEmptyLists: Bool { isEmulator }

  /// Google: Resource names contain the project's number. At the emulator they contain its ID.
  var namesProjectsByNumber: Bool { isGoogle }

  /// Google: A value that an update mask names and the body lacks is removed. The emulator keeps it.
  var removesMissingValues: Bool { isGoogle }
}

// MARK: - Uploads

extension Dialect {
  /// Google: An upload replaces accounts with the same ID without being asked to.
  var uploadsReplaceAccounts: Bool { isGoogle }

  /// Emulator: An address that another account has is an error of an upload, unless the upload asks for the
  /// check.
  var refusesTakenAddressesInUploads: Bool { isEmulator }

  /// Google: An upload without errors has no list of errors.
  var leavesOutEmptyFlaws: Bool { isGoogle }

  /// Emulator: An exported account that is said to be enabled came from an upload.
  var knowsUploadsByState: Bool { isEmulator }

  /// Emulator: An upload sets the time of the last renewal.
  var takesLastRefreshFromUploads: Bool { isEmulator }

  /// Google: Numbers and base64 that cannot be read, and unknown kinds of mails, are refused before anything is done. At
  /// the emulator they are errors of their account or operation.
  var refusesUnreadableValues: Bool { isGoogle }

  /// Emulator: An uploaded identity needs its raw ID.
  var refusesFederatedIDAlone: Bool { isEmulator }
}

// MARK: - Tokens

extension Dialect {
  /// Emulator: A token says that the address is verified although the account has none.
  var verifiesMissingAddress: Bool { isEmulator }

  /// Google: The headers of session cookies and older ID tokens do not name their type.
  var leavesTypeOutOfTokens: Bool { isGoogle }

  /// Google: A token that expired long ago is invalid. At the emulator it is expired.
  var hidesExpiryOfOldTokens: Bool { isGoogle }

  /// Google: A token of another tenant is refused with a detail.
  var tellsWhichTenantIsWrong: Bool { isGoogle }

  /// Google: An empty uid in a custom token is of a wrong length. At the emulator it is missing.
  var readsEmptyUID: Bool { isGoogle }

  /// Google: The error of a custom token does not say what is wrong with it.
  var hidesFlawOfCustomTokens: Bool { isGoogle }

  /// Google: A refresh token of a deleted account is refused as the account's, and so is a sign-in that waits for a second
  /// factor. At the emulator they are invalid.
  var tellsDeletedUsers: Bool { isGoogle }

  /// Google: A request that does not ask for a secure token gets an ID token of the older kind.
  var givesLegacyTokens: Bool { isGoogle }
}

// MARK: - Phone numbers

extension Dialect {
  /// Google: No code is sent to a new number if accounts cannot be created. The emulator sends none if the
  /// account has a second factor.
  var refusesCodesForNoSignUp: Bool { isGoogle }
}

// MARK: - Identity providers

extension Dialect {
  /// Google: A provider that another tenant has set up is not there without a configuration.
  var keepsProvidersOfTenants: Bool { isGoogle }

  /// Google: A provider's ID token is checked even if its signature is not: nonce, time and form.
  var checksIdentityTokens: Bool { isGoogle }

  /// Emulator: A SAML response may come with other tokens.
  var readsAllProofs: Bool { isEmulator }

  /// Google: An OpenID Connect provider's token that cannot be read is refused as such.
  var needsReadableIDToken: Bool { isGoogle }

  /// Emulator: A SAML provider's address is answered in the case in which it came.
  var repeatsAddressOfSAML: Bool { isEmulator }

  /// Emulator: An answer has an access token even if the provider gave none.
  var makesUpAccessTokens: Bool { isEmulator }

  /// Emulator: An answer has a `context` without content.
  var answersEmptyContext: Bool { isEmulator }

  /// Google: An answer has no empty lists of providers and methods.
  var leavesOutEmptyMethods: Bool { isGoogle }

  /// Emulator: An address of an identity counts even if several accounts may have one address.
  var findsIdentityAddresses: Bool { isEmulator }

  /// Google: Provider IDs in different cases are different providers.
  var tellsCaseOfProviders: Bool { isGoogle }

  /// Google: If a provider cannot be asked about a shown token, the token is refused without the reason.
  var hidesUnreachableProviders: Bool { isGoogle }

  /// Emulator: A sign-in creates an account even if the request forbids it.
  var makesAccountsAnyway: Bool { isEmulator }

  /// Google: An answer has a pending token if the request asks for the credential.
  var givesPendingTokens: Bool { isGoogle }

  /// Emulator: If another account has the address, the answer names its providers.
  var tellsVerifiedProviders: Bool { isEmulator }

  /// Google: What a provider does not say stays in the account.
  var keepsWhatProvidersLeaveOut: Bool { isGoogle }

  /// Google: An identity that the account already has can be linked once more.
  var linksOwnIdentityAgain: Bool { isGoogle }

  /// Google: An account has at most one identity at a provider.
  var allowsOneIdentityPerProvider: Bool { isGoogle }

  /// Google: A missing raw ID is called a missing identifier.
  var callsRawIDIdentifier: Bool { isGoogle }

  /// Google: The federated ID is the raw ID by default.
  var takesRawIDForFederated: Bool { isGoogle }

  /// Google: A missing nonce is told apart from a wrong one.
  var tellsMissingNonce: Bool { isGoogle }

  /// Google: An identity has only what a provider can say: names and addresses in their members.
  var readsIdentitiesStrictly: Bool { isGoogle }

  /// Emulator: A credential without a provider is refused with all that was sent.
  var explainsMissingProvider: Bool { isEmulator }

  /// Ours, not the emulator's: A provider with the account's address is linked only after the second factor, because
  /// the first may be stolen.
  var linksAfterSecondFactor: Bool { isGoogle }

  /// Ours, not the emulator's: The temporary proof for another account's number works once, and so does a provider's
  /// pending token, so a copy is useless.
  var takesProofsOnce: Bool { isGoogle }
}

// MARK: - Calls and tenants

extension Dialect {
  /// Google: An empty ID token is an invalid one. At the emulator it is missing.
  var readsEmptyTokens: Bool { isGoogle }

  /// Emulator: Some operations work in a tenant whose authentication is disabled.
  var worksWhereAuthIsDisabled: Bool { isEmulator }

  /// Google: A disabled tenant is refused as a tenant. At the emulator it is refused as a project.
  var namesDisabledTenants: Bool { isGoogle }

  /// Google: A tenant that was mentioned first has the sign-in methods of one that was created.
  var givesNewTenantsApps: Bool { isGoogle }

  /// Google: An administrator's new account is in the tenant of the path, whatever tenant the request names.
  var makesAccountsInTenantOfPath: Bool { isGoogle }

  /// Google: A tenant's switches may be words, such as `yes`.
  var readsWordsAsSwitches: Bool { isGoogle }

  /// Google: A project without multi-tenancy has no tenants.
  var needsMultiTenancy: Bool { isGoogle }

  /// Emulator: All projects have the number 12345.
  var numbersAllProjectsAlike: Bool { isEmulator }

  /// Google: Each tenant has its own e-mail privacy, which is off at first.
  var setsPrivacyPerTenant: Bool { isGoogle }

  /// Emulator: An operation checks the request before the settings of the project.
  var checksBeforeTenants: Bool { isEmulator }

  /// Google: The tenant of the token and that of the request are compared before the tenant is looked for.
  var comparesTenantFirst: Bool { isGoogle }

  /// Google: Errors have the service's envelope, with its codes and details.
  var refusesAsService: Bool { isGoogle }

  /// Google: A call that only the owner may make is refused as that of an unregistered caller or another project.
  var tellsUnregisteredCallers: Bool { isGoogle }

  /// Google: A tenant has its hash parameters, for those who may read hashes.
  var answersHashConfig: Bool { isGoogle }

  /// Google: A page of tenants after something that is no tenant is empty.
  var ignoresUnknownPages: Bool { isGoogle }

  /// Google: A list without tenants is left out.
  var leavesOutEmptyTenants: Bool { isGoogle }

  /// Google: A number that is no page's size means all tenants. At the emulator only a negative one does.
  var listsAllForOddSizes: Bool { isGoogle }

  /// Google: A tenant has `inheritance`. At the emulator it has its ID once more.
  var answersInheritance: Bool { isGoogle }

  /// Emulator: A tenant says which sign-in methods are off.
  var saysWhatIsOff: Bool { isEmulator }

  /// Google: A tenant's empty lists are left out.
  var leavesOutDefaults: Bool { isGoogle }

  /// Emulator: A tenant exists from its first mention, with everything enabled.
  var makesTenantsOnMention: Bool { isEmulator }

  /// Google: A tenant's display name has 4 to 20 letters, digits and hyphens, and begins with a letter.
  var checksTenantNames: Bool { isGoogle }
}

// MARK: - Blocking functions

extension Dialect {
  /// Google: The error of a blocking function does not contain its address.
  var hidesFunctionAddress: Bool { isGoogle }

  /// Emulator: Functions are told of accounts that custom tokens create.
  var tellsOfCustomTokens: Bool { isEmulator }

  /// Emulator: Functions are told of each account that `accounts:batchDelete` deletes.
  var tellsOfBatchDeletes: Bool { isEmulator }

  /// Google: `beforeSendEmail` also runs for the links that an administrator asks for.
  var asksFunctionsForAdminLinks: Bool { isGoogle }
}

// MARK: - Accounts in answers

extension Dialect {
  /// Emulator: A second factor has its number in full in a further member.
  var repeatsFullNumber: Bool { isEmulator }

  /// Google: An account that an administrator made always says whether it is verified and enabled.
  var describesMadeAccounts: Bool { isGoogle }

  /// Emulator: An account has the screen name of its identity.
  var answersScreenName: Bool { isEmulator }

  /// Google: An account has no time of the last sign-in before the first one. At the emulator it is the time of
  /// its creation.
  var waitsForFirstSignIn: Bool { isGoogle }

  /// Emulator: An account whose factors were removed has an empty list of them.
  var answersNoFactors: Bool { isEmulator }

  /// Google: Times have microseconds. At the emulator they have milliseconds.
  var writesMicroseconds: Bool { isGoogle }

  /// Google: The phone is the first provider, or the last one of an upload. At the emulator it is always the last
  /// one.
  var listsPhoneFirst: Bool { isGoogle }
}

// MARK: - reCAPTCHA

extension Dialect {
  /// Google: The client type and the version in a request for the reCAPTCHA settings are checked.
  var checksRecaptchaClient: Bool { isGoogle }

  /// Emulator: The answer has a site key even if reCAPTCHA is not used.
  var answersUnusedKey: Bool { isEmulator }
}

// MARK: - E-mail links

extension Dialect {
  /// Google: An administrator who asks for a link that changes an address names the account by the present one.
  var administratorsNameAddresses: Bool { isGoogle }

  /// Google: To an administrator, an unspecified kind of mail is an invalid one.
  var callsUnspecifiedTypeInvalid: Bool { isGoogle }

  /// Google: No mail is sent to a disabled account, or to nobody if accounts cannot be created.
  var sendsNoUselessMail: Bool { isGoogle }

  /// Google: An empty continue URL is an invalid one. At the emulator it is missing.
  var readsEmptyContinueURL: Bool { isGoogle }

  /// Google: A link for an earlier address of the account is refused because nobody has the address.
  var tellsChangedAddress: Bool { isGoogle }

  /// Google: A continue URL without a domain is refused with a detail.
  var tellsMissingDomain: Bool { isGoogle }

  /// Emulator: A code counts as used even if what it does is refused.
  var usesUpRefusedCodes: Bool { isEmulator }

  /// Google: A changed address is told of the change, with a link that undoes it.
  var mailsWayBack: Bool { isGoogle }

  /// Google: Before the second factor, the answer does not say whether the user is new.
  var waitsWithIsNewUser: Bool { isGoogle }

  /// Google: A new link makes the older links of its kind to the address invalid.
  var retiresOlderLinks: Bool { isGoogle }

  /// Ours, not the emulator's: A sign-in link stops working if the account that had its address is deleted.
  var endsLinksWithAccount: Bool { isGoogle }

  /// Google: A change of the address by link ends the account's sessions.
  var endsSessionsByLink: Bool { isGoogle }

  /// Google: Links are made for the apps that open them, and use the link domain of the request.
  var makesAppLinks: Bool { isGoogle }

  /// Google: Mailed links lead to the project's `callbackUri`.
  var usesCallbackURI: Bool { isGoogle }

  /// Google: A mail comes from the sender that the project's template names.
  var namesSenders: Bool { isGoogle }
}

// MARK: - Accounts

extension Dialect {
  /// Google: A user cannot link an identity without its proof.
  var refusesClaimedIdentities: Bool { isGoogle }

  /// Google: A user's `validSince` of 0 ends no sessions.
  var ignoresZeroValidSince: Bool { isGoogle }

  /// Google: An account whose address is removed stays verified.
  var keepsVerification: Bool { isGoogle }

  /// Google: An account keeps its address when the password is unlinked.
  var keepsAddressWithoutPassword: Bool { isGoogle }

  /// Google: A new account cannot have second factors at once, unless an administrator makes it.
  var refusesFactorsAtSignUp: Bool { isGoogle }

  /// Google: The answer to an administrator's new account has no name, and always an address.
  var saysLittleOfMadeAccounts: Bool { isGoogle }

  /// Google: A query hides the hashes of passwords, as a look-up does.
  var hidesHashesInQueries: Bool { isGoogle }

  /// Emulator: A look-up that names no account finds none.
  var needsNoNamesToLookUp: Bool { isEmulator }

  /// Google: If a change has an ID token and a code, the code is ignored.
  var prefersTokenToCode: Bool { isGoogle }

  /// Google: An administrator's change of the address is not repeated in the answer.
  var hidesNewAddressFromAdministrators: Bool { isGoogle }

  /// Google: A change gives a refresh token only if the request asks for one.
  var givesTokensOnlyIfAsked: Bool { isGoogle }

  /// Google: An administrator's change of the address notifies nobody and can be undone.
  var administratorsChangeSilently: Bool { isGoogle }

  /// Google: The error for custom claims that are not an object says so.
  var explainsUnreadableClaims: Bool { isGoogle }

  /// Google: A list of passkeys with an unknown one is refused.
  var refusesUnknownPasskeys: Bool { isGoogle }

  /// Google: A new account's second factors keep the IDs that they were given.
  var keepsGivenFactorIDs: Bool { isGoogle }

  /// Google: The first verified sign-in with an address removes the account's unverified sign-in methods.
  var removesUnverifiedWays: Bool { isGoogle }

  /// Google: A number that an administrator writes may have the letters of a telephone's keys.
  var readsKeypadLetters: Bool { isGoogle }

  /// Google: E-mail addresses are checked. For the emulator, text on both sides of an @ is enough.
  var checksAddresses: Bool { isGoogle }
}

// MARK: - Second factors

extension Dialect {
  /// Google: A code by SMS for an authenticator app has a number of an invalid form. The emulator does not support it.
  var findsNoNumberOfApps: Bool { isGoogle }

  /// Google: A number of a factor that an administrator describes is refused as every number. The emulator has a code of
  /// its own.
  var callsNumberOfFactorsInvalid: Bool { isGoogle }

  /// Emulator: A challenge needs no `phoneSignInInfo`.
  var needsNoPhoneInfo: Bool { isEmulator }

  /// Google: A first factor of a session whose account has no second factor only renews the session.
  var renewsAfterFirstFactor: Bool { isGoogle }

  /// Google: An enrollment of an authenticator app without its session info is refused as such.
  var refusesEmptySession: Bool { isGoogle }

  /// Emulator: Of two factors with the same number, the first one counts.
  var takesFirstOfEqualFactors: Bool { isEmulator }

  /// Google: A factor of an unknown kind is refused as such.
  var tellsUnsupportedFactors: Bool { isGoogle }

  /// Emulator: A list of factors needs their IDs.
  var needsFactorIDs: Bool { isEmulator }

  /// Google: The ID of a factor is a UUID.
  var givesFactorsUUIDs: Bool { isGoogle }

  /// Google: A call about factors without a token is refused as one with an invalid token.
  var callsMissingTokenInvalid: Bool { isGoogle }

  /// Google: A request about both kinds of factors is refused.
  var refusesBothKinds: Bool { isGoogle }

  /// Google: A request that lacks a part is unreadable. The emulator names the part.
  var callsMissingPartsUnreadable: Bool { isGoogle }

  /// Google: The ID of an unknown factor is invalid. At the emulator the factor is not found.
  var callsUnknownFactorInvalid: Bool { isGoogle }

  /// Google's guides: Masked phone numbers keep the calling code. Its service and the emulator mask it, too.
  var showsCallingCode: Bool { isGoogle }

  /// Ours, not the emulator's: A change that ends sessions also ends sign-ins that wait for a second factor, because an
  /// attacker may have the old password.
  var endsPendingSignIns: Bool { isGoogle }
}

// MARK: - Passwords

extension Dialect {
  /// Google: A sign-in link is only looked at, even if a password comes with it.
  var onlyLooksAtSignInLinks: Bool { isGoogle }

  /// Google: An empty new password is a weak one. At the emulator it is missing.
  var readsEmptyPasswords: Bool { isGoogle }

  /// Google: A password policy has only the lengths that somebody set, and the symbols only if it requires one.
  var answersSetLengthsAlone: Bool { isGoogle }

  /// Google: A password policy that nobody set is enforced, with the lengths that every project has.
  var enforcesUnsetPolicy: Bool { isGoogle }

  /// Emulator: The answer says that no upgrade of passwords is forced.
  var answersUnforcedUpgrade: Bool { isEmulator }

  /// Google: An account without a name has an empty one.
  var answersEmptyName: Bool { isGoogle }

  /// Google: The answer says which rules the password does not meet.
  var notifiesOfWeakPasswords: Bool { isGoogle }
}

// MARK: - Passkeys

extension Dialect {
  /// Google: An enrollment without a token is refused by its other members first.
  var looksAtAnswerFirst: Bool { isGoogle }

  /// Google: A passkey that is enrolled already is refused as such. At the emulator the credential is in use.
  var tellsEnrolledPasskeys: Bool { isGoogle }

  /// Emulator: The error of a passkey names the policy entry that accepts any answer.
  var hintsAtLenience: Bool { isEmulator }

  /// Google: An unknown passkey is an enrollment that is not found.
  var callsUnknownPasskeyUnenrolled: Bool { isGoogle }
}
