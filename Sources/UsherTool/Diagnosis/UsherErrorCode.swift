/// A failure that no SDK has a name for: what scripts know it by, and how a run ends so.
package enum UsherErrorCode: String, CaseIterable, Sendable {
  case badAddress, badAppFile, badCertificate, badCredential, badClientSecret, badConfig, badEndpoint,
    badExport, badFolderProfile, badIssuer, badOAuthClient, badPasskey, badOwnerToken, badProfileName,
    badProject, badProjectConfig, badRegion, badSeed, badSession, badSessionName, badSetting, badToken,
    badTOTPSecret, badVariable, busy, cannotListen, cannotRead, cannotRun, cannotWrite, changeLost,
    codeCommand, configUnsafe, corrupt, declined, credentialRefused, diskFull, earlier, emptyValue,
    emptyVariable, foreignCredential, inUse, interrupted, io, keyExposed, libraryMissing, lineTooLong,
    newer, noAdministrator, noAuthenticator, noAPIKey, noClipboard, noEndpoint, noEndpointInCI, noFileName,
    noHome, noInput, noIssuer, noMessage, noProject, noSuchClient, noSuchPasskey, noSuchNumber,
    noSuchSnapshot, noSuchProfile, noSuchProgram, noSuchSetting, noSuchTenant, noTerminal, noWayBack,
    nobodyAnswered, notADemoProject, notLocal, notSet, notText, nothingPending, outputLost,
    ownClientRefused, passwordsDiffer, portNotPermitted, portTaken, profileChanged, profileExists,
    projectAlone, providerNotSet, qrFailed, qrTooLong, reservedProfile, securityKeyRefused, sessionGiven,
    severalPending, stateCorrupt, stateNewer, stateUnreadable, stateUnsafe, stepGone, timedOut,
    tokenWithoutEndpoint, tooLong, unexpected, unsafeFile, unsupported, usage

  /// What scripts know it by.
  package var rawValue: String { "usher/" + declaration.name }
  package var exit: ExitCode { declaration.exit }
  package var meaning: String { declaration.meaning }

  /// Whether another try may work, where the failure does not say more.
  var retry: Diagnosis.Retry { [.badCredential, .qrTooLong].contains(self) ? .never : exit.retry }

  private var declaration: (name: String, exit: ExitCode, meaning: String) {
    switch self {
    case .badAddress: ("bad-address", .usage, "A host name or a network address is not valid.")
    case .badAppFile: ("bad-app-file", .data, "The file is not an app's configuration file from Firebase.")
    case .badCertificate: ("bad-certificate", .data, "A certificate or its key is not valid.")
    case .badCredential:
      ("bad-credential", .data, "A file or a variable does not contain a credential for Google's services.")
    case .badClientSecret:
      ("bad-client-secret", .data, "A file does not contain the secret of an OAuth client.")
    case .badConfig: ("bad-config", .config, "A configuration has a setting that is not valid.")
    case .badEndpoint:
      ("bad-endpoint", .usage, "The endpoint must be local, production or the URL of a server.")
    case .badExport:
      ("bad-export", .data, "An export of accounts, or a file with hash parameters, is not valid.")
    case .badFolderProfile:
      ("bad-folder-profile", .config, "A .usher-profile file does not contain the name of a profile.")
    case .badIssuer: ("bad-issuer", .data, "The issuer URL of an OpenID Connect provider is not valid.")
    case .badOAuthClient:
      ("bad-oauth-client", .config, "An OAuth client or its provider is not set up correctly.")
    case .badPasskey: ("bad-passkey", .data, "A file does not contain a passkey.")
    case .badOwnerToken: ("bad-owner-token", .data, "A file does not contain an owner token.")
    case .badProfileName: ("bad-profile-name", .usage, "The name of a profile is not valid.")
    case .badProject: ("bad-project", .data, "The id of a project is not valid.")
    case .badProjectConfig:
      ("bad-project-config", .data, "A file does not contain the configuration of a project.")
    case .badRegion: ("bad-region", .data, "The code of a region is not valid.")
    case .badSeed:
      ("bad-seed", .data, "The file for usher local seed is not valid, or a user in the file is not.")
    case .badSession: ("bad-session", .data, "A file does not contain an exported session.")
    case .badSessionName: ("bad-session-name", .usage, "The name of a session is not valid.")
    case .badSetting: ("bad-setting", .data, "The value of a setting is not valid.")
    case .badToken: ("bad-token", .data, "The input does not contain a token of the expected kind.")
    case .badTOTPSecret: ("bad-totp-secret", .data, "A file does not contain a TOTP secret.")
    case .badVariable: ("bad-variable", .config, "The value of an environment variable is not valid.")
    case .busy: ("busy", .tempFail, "Another usher command kept a file locked too long. Try again.")
    case .cannotListen: ("cannot-listen", .unavailable, "The server cannot listen on the address.")
    case .cannotRead: ("cannot-read", .data, "A file cannot be read.")
    case .cannotRun: ("cannot-run", .cannotRun, "The program cannot be run.")
    case .cannotWrite: ("cannot-write", .cantCreate, "A file cannot be created or written.")
    case .changeLost: ("change-lost", .tempFail, "Another job changed the project at the same time.")
    case .codeCommand:
      ("code-command", .data, "The program that reads a code or a link (--code-command) failed.")
    case .configUnsafe:
      (
        "config-unsafe", .permission,
        "A configuration file is not readable for you, or other users can change it."
      )
    case .corrupt: ("corrupt", .config, "The server's database is damaged, or belongs to another program.")
    case .declined: ("declined", .failure, "You answered no, and nothing was done.")
    case .credentialRefused:
      (
        "credential-refused", .permission,
        "Google gave no access token for the credential of an administrator."
      )
    case .diskFull: ("disk-full", .io, "The disk is full.")
    case .earlier:
      ("earlier", .config, "The server's database is from an earlier build, and usher cannot read it.")
    case .emptyValue: ("empty-value", .data, "The value of --project, --tenant or --profile is empty.")
    case .emptyVariable: ("empty-variable", .config, "An environment variable is set but empty.")
    case .foreignCredential:
      ("foreign-credential", .usage, "An administrator's credential belongs to another server.")
    case .inUse: ("in-use", .tempFail, "A server has the database open.")
    case .interrupted: ("interrupted", .failure, "A signal interrupted the command.")
    case .io: ("io", .io, "Reading or writing failed.")
    case .keyExposed: ("key-exposed", .permission, "Other users can read a file that contains a secret.")
    case .libraryMissing:
      ("library-missing", .unavailable, "A system library that usher needs is not installed.")
    case .lineTooLong: ("line-too-long", .data, "A typed line is too long for the terminal.")
    case .newer: ("newer", .config, "The server's database is from a newer version. Update usher.")
    case .noAdministrator:
      ("no-administrator", .config, "No credential of an administrator of the project is given.")
    case .noAuthenticator:
      ("no-authenticator", .noInput, "There is no authenticator that can use or keep the passkey.")
    case .noAPIKey: ("no-api-key", .config, "No API key is set for the server.")
    case .noClipboard: ("no-clipboard", .failure, "This machine has no clipboard.")
    case .noEndpoint: ("no-endpoint", .config, "A profile or a session does not say which server to use.")
    case .noEndpointInCI:
      ("no-endpoint-in-ci", .config, "CI is set, so you must say which server to use (USHER_ENDPOINT).")
    case .noFileName: ("no-file-name", .usage, "A file's name is empty.")
    case .noHome: ("no-home", .config, "HOME is not set, or not an absolute path.")
    case .noInput: ("no-input", .noInput, "The input ended before you answered a question.")
    case .noIssuer: ("no-issuer", .config, "The issuer URL of an OpenID Connect provider is not known.")
    case .noMessage:
      ("no-message", .failure, "The local server sent no message to this phone number or address.")
    case .noProject: ("no-project", .config, "No project is set for the server.")
    case .noSuchClient: ("no-such-client", .config, "The profile has no OAuth client for the provider.")
    case .noSuchPasskey: ("no-such-passkey", .data, "The account does not have the passkey.")
    case .noSuchNumber: ("no-such-number", .data, "The project does not have this fictional number.")
    case .noSuchSnapshot: ("no-such-snapshot", .data, "The local server does not have this snapshot.")
    case .noSuchProfile: ("no-such-profile", .config, "There is no profile with this name.")
    case .noSuchProgram: ("no-such-program", .notFound, "The program was not found.")
    case .noSuchSetting: ("no-such-setting", .failure, "The project does not have this setting.")
    case .noSuchTenant: ("no-such-tenant", .project, "The project does not have this tenant.")
    case .noTerminal: ("no-terminal", .usage, "There is no terminal, so usher cannot ask you.")
    case .noWayBack: ("no-way-back", .usage, "The provider cannot redirect the browser to this machine.")
    case .nobodyAnswered:
      ("nobody-answered", .tempFail, "You did not answer within the time of --wait-limit.")
    case .notADemoProject:
      (
        "not-a-demo-project", .config,
        "A project id must start with demo- on the server inside usher (endpoint local)."
      )
    case .notLocal: ("not-local", .usage, "The command is for local servers, not for production.")
    case .notSet: ("not-set", .failure, "The preference is not set.")
    case .notText: ("not-text", .data, "A file or the text that you typed is not UTF-8.")
    case .nothingPending:
      ("nothing-pending", .usage, "No sign-in or enrollment is waiting for a code or a link.")
    case .outputLost: ("output-lost", .io, "The result could not be written.")
    case .ownClientRefused:
      (
        "own-client-refused", .config,
        "For this provider, Firebase does not accept tokens from your own OAuth client."
      )
    case .passwordsDiffer: ("passwords-differ", .data, "The two passwords that you typed differ.")
    case .portNotPermitted:
      ("port-not-permitted", .permission, "Only root can listen on the port. Choose a port from 1024 on.")
    case .portTaken: ("port-taken", .unavailable, "Another program listens on the port.")
    case .profileChanged:
      ("profile-changed", .tempFail, "Another command changed the profile at the same time.")
    case .profileExists: ("profile-exists", .conflict, "There is already a profile with this name.")
    case .projectAlone: ("project-alone", .config, "You named a project, but no server (USHER_ENDPOINT).")
    case .providerNotSet: ("provider-not-set", .project, "The project has no settings for the provider.")
    case .qrFailed: ("qr-failed", .failure, "The QR code could not be made.")
    case .qrTooLong: ("qr-too-long", .data, "The text is too long for a QR code.")
    case .reservedProfile:
      ("reserved-profile", .usage, "The profile is built in, so you cannot change it or use its name.")
    case .securityKeyRefused:
      (
        "security-key-refused", .rejected,
        "The security key refused: its PIN is missing or wrong, or it failed."
      )
    case .sessionGiven:
      ("session-given", .usage, "You cannot sign in while an environment variable sets the session.")
    case .severalPending:
      ("several-pending", .usage, "Several codes or links are pending. Choose one with --pending.")
    case .stateCorrupt: ("state-corrupt", .config, "The state file is damaged.")
    case .stateNewer: ("state-newer", .config, "The state file is from a newer version. Update usher.")
    case .stateUnreadable: ("state-unreadable", .permission, "The state file cannot be read.")
    case .stateUnsafe:
      ("state-unsafe", .permission, "Other users can read the state file, or another user owns it.")
    case .stepGone: ("step-gone", .expired, "Another command cancelled the pending sign-in.")
    case .timedOut: ("timed-out", .tempFail, "The time limit was reached.")
    case .tokenWithoutEndpoint:
      ("token-without-endpoint", .config, "USHER_REFRESH_TOKEN also needs USHER_ENDPOINT and USHER_PROJECT.")
    case .tooLong: ("too-long", .data, "An input is longer than 1 MiB.")
    case .unexpected: ("unexpected", .failure, "An unexpected error happened.")
    case .unsafeFile: ("unsafe-file", .permission, "Other users can read or change the server's files.")
    case .unsupported: ("unsupported", .failure, "This version of usher does not support this.")
    case .usage: ("usage", .usage, "The command line is not valid.")
    }
  }
}
