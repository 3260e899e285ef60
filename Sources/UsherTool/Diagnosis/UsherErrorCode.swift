/// A failure that no SDK has a name for: what scripts know it by, and how a run ends so.
package enum UsherErrorCode: String, CaseIterable, Sendable {
  case badAddress = "usher/bad-address"
  case badAppFile = "usher/bad-app-file"
  case badCertificate = "usher/bad-certificate"
  case badCredential = "usher/bad-credential"
  case badClientSecret = "usher/bad-client-secret"
  case badConfig = "usher/bad-config"
  case badEndpoint = "usher/bad-endpoint"
  case badExport = "usher/bad-export"
  case badFolderProfile = "usher/bad-folder-profile"
  case badIssuer = "usher/bad-issuer"
  case badOAuthClient = "usher/bad-oauth-client"
  case badPasskey = "usher/bad-passkey"
  case badOwnerToken = "usher/bad-owner-token"
  case badProfileName = "usher/bad-profile-name"
  case badProject = "usher/bad-project"
  case badProjectConfig = "usher/bad-project-config"
  case badRegion = "usher/bad-region"
  case badSeed = "usher/bad-seed"
  case badSession = "usher/bad-session"
  case badSessionName = "usher/bad-session-name"
  case badSetting = "usher/bad-setting"
  case badToken = "usher/bad-token"
  case badTOTPSecret = "usher/bad-totp-secret"
  case badVariable = "usher/bad-variable"
  case busy = "usher/busy"
  case cannotListen = "usher/cannot-listen"
  case cannotRead = "usher/cannot-read"
  case cannotRun = "usher/cannot-run"
  case cannotWrite = "usher/cannot-write"
  case changeLost = "usher/change-lost"
  case codeCommand = "usher/code-command"
  case configUnsafe = "usher/config-unsafe"
  case corrupt = "usher/corrupt"
  case declined = "usher/declined"
  case credentialRefused = "usher/credential-refused"
  case diskFull = "usher/disk-full"
  case earlier = "usher/earlier"
  case emptyValue = "usher/empty-value"
  case emptyVariable = "usher/empty-variable"
  case foreignCredential = "usher/foreign-credential"
  case inUse = "usher/in-use"
  case interrupted = "usher/interrupted"
  case io = "usher/io"
  case keyExposed = "usher/key-exposed"
  case libraryMissing = "usher/library-missing"
  case lineTooLong = "usher/line-too-long"
  case newer = "usher/newer"
  case noAdministrator = "usher/no-administrator"
  case noAuthenticator = "usher/no-authenticator"
  case noAPIKey = "usher/no-api-key"
  case noClipboard = "usher/no-clipboard"
  case noEndpoint = "usher/no-endpoint"
  case noEndpointInCI = "usher/no-endpoint-in-ci"
  case noFileName = "usher/no-file-name"
  case noHome = "usher/no-home"
  case noInput = "usher/no-input"
  case noIssuer = "usher/no-issuer"
  case noMessage = "usher/no-message"
  case noProject = "usher/no-project"
  case noSuchClient = "usher/no-such-client"
  case noSuchPasskey = "usher/no-such-passkey"
  case noSuchNumber = "usher/no-such-number"
  case noSuchSnapshot = "usher/no-such-snapshot"
  case noSuchProfile = "usher/no-such-profile"
  case noSuchProgram = "usher/no-such-program"
  case noSuchSetting = "usher/no-such-setting"
  case noSuchTenant = "usher/no-such-tenant"
  case noTerminal = "usher/no-terminal"
  case noWayBack = "usher/no-way-back"
  case nobodyAnswered = "usher/nobody-answered"
  case notADemoProject = "usher/not-a-demo-project"
  case notLocal = "usher/not-local"
  case notSet = "usher/not-set"
  case notText = "usher/not-text"
  case nothingPending = "usher/nothing-pending"
  case outputLost = "usher/output-lost"
  case ownClientRefused = "usher/own-client-refused"
  case passwordsDiffer = "usher/passwords-differ"
  case portNotPermitted = "usher/port-not-permitted"
  case portTaken = "usher/port-taken"
  case profileChanged = "usher/profile-changed"
  case profileExists = "usher/profile-exists"
  case projectAlone = "usher/project-alone"
  case providerNotSet = "usher/provider-not-set"
  case qrFailed = "usher/qr-failed"
  case qrTooLong = "usher/qr-too-long"
  case reservedProfile = "usher/reserved-profile"
  case securityKeyRefused = "usher/security-key-refused"
  case sessionGiven = "usher/session-given"
  case severalPending = "usher/several-pending"
  case stateCorrupt = "usher/state-corrupt"
  case stateNewer = "usher/state-newer"
  case stateUnreadable = "usher/state-unreadable"
  case stateUnsafe = "usher/state-unsafe"
  case stepGone = "usher/step-gone"
  case timedOut = "usher/timed-out"
  case tokenWithoutEndpoint = "usher/token-without-endpoint"
  case tooLong = "usher/too-long"
  case unexpected = "usher/unexpected"
  case unsafeFile = "usher/unsafe-file"
  case unsupported = "usher/unsupported"
  case usage = "usher/usage"

  package var exit: ExitCode { declaration.exit }
  package var meaning: String { declaration.meaning }

  private var declaration: (exit: ExitCode, meaning: String) {
    switch self {
    case .badAddress: (.usage, "A host name or a network address is not valid.")
    case .badAppFile: (.data, "The file is not an app's configuration file from Firebase.")
    case .badCertificate: (.data, "A certificate or its key is not valid.")
    case .badCredential: (.data, "A file or a variable does not contain a credential for Google's services.")
    case .badClientSecret: (.data, "A file does not contain the secret of an OAuth client.")
    case .badConfig: (.config, "A configuration has a setting that is not valid.")
    case .badEndpoint: (.usage, "The endpoint must be local, production or the URL of a server.")
    case .badExport: (.data, "An export of accounts, or a file with hash parameters, is not valid.")
    case .badFolderProfile: (.config, "A .usher-profile file does not contain the name of a profile.")
    case .badIssuer: (.data, "The issuer URL of an OpenID Connect provider is not valid.")
    case .badOAuthClient: (.config, "An OAuth client or its provider is not set up correctly.")
    case .badPasskey: (.data, "A file does not contain a passkey.")
    case .badOwnerToken: (.data, "A file does not contain an owner token.")
    case .badProfileName: (.usage, "The name of a profile is not valid.")
    case .badProject: (.data, "The id of a project is not valid.")
    case .badProjectConfig: (.data, "A file does not contain the configuration of a project.")
    case .badRegion: (.data, "The code of a region is not valid.")
    case .badSeed: (.data, "The file for usher local seed is not valid, or a user in the file is not.")
    case .badSession: (.data, "A file does not contain an exported session.")
    case .badSessionName: (.usage, "The name of a session is not valid.")
    case .badSetting: (.data, "The value of a setting is not valid.")
    case .badToken: (.data, "The input does not contain a token of the expected kind.")
    case .badTOTPSecret: (.data, "A file does not contain a TOTP secret.")
    case .badVariable: (.config, "The value of an environment variable is not valid.")
    case .busy: (.tempFail, "Another usher command kept a file locked too long. Try again.")
    case .cannotListen: (.unavailable, "The server cannot listen on the address.")
    case .cannotRead: (.data, "A file cannot be read.")
    case .cannotRun: (.cannotRun, "The program cannot be run.")
    case .cannotWrite: (.cantCreate, "A file cannot be created or written.")
    case .changeLost: (.tempFail, "Another job changed the project at the same time.")
    case .codeCommand: (.data, "The program that reads a code or a link (--code-command) failed.")
    case .configUnsafe:
      (.permission, "A configuration file is not readable for you, or other users can change it.")
    case .corrupt: (.config, "The server's database is damaged, or belongs to another program.")
    case .declined: (.failure, "You answered no, and nothing was done.")
    case .credentialRefused:
      (.permission, "Google gave no access token for the credential of an administrator.")
    case .diskFull: (.io, "The disk is full.")
    case .earlier: (.config, "The server's database is from an earlier build, and usher cannot read it.")
    case .emptyValue: (.data, "The value of --project, --tenant or --profile is empty.")
    case .emptyVariable: (.config, "An environment variable is set but empty.")
    case .foreignCredential: (.usage, "An administrator's credential belongs to another server.")
    case .inUse: (.tempFail, "A server has the database open.")
    case .interrupted: (.failure, "A signal interrupted the command.")
    case .io: (.io, "Reading or writing failed.")
    case .keyExposed: (.permission, "Other users can read a file that contains a secret.")
    case .libraryMissing: (.unavailable, "A system library that usher needs is not installed.")
    case .lineTooLong: (.data, "A typed line is too long for the terminal.")
    case .newer: (.config, "The server's database is from a newer version. Update usher.")
    case .noAdministrator: (.config, "No credential of an administrator of the project is given.")
    case .noAuthenticator: (.noInput, "There is no authenticator that can use or keep the passkey.")
    case .noAPIKey: (.config, "No API key is set for the server.")
    case .noClipboard: (.failure, "This machine has no clipboard.")
    case .noEndpoint: (.config, "A profile or a session does not say which server to use.")
    case .noEndpointInCI: (.config, "CI is set, so you must say which server to use (USHER_ENDPOINT).")
    case .noFileName: (.usage, "A file's name is empty.")
    case .noHome: (.config, "HOME is not set, or not an absolute path.")
    case .noInput: (.noInput, "The input ended before you answered a question.")
    case .noIssuer: (.config, "The issuer URL of an OpenID Connect provider is not known.")
    case .noMessage: (.failure, "The local server sent no message to this phone number or address.")
    case .noProject: (.config, "No project is set for the server.")
    case .noSuchClient: (.config, "The profile has no OAuth client for the provider.")
    case .noSuchPasskey: (.data, "The account does not have the passkey.")
    case .noSuchNumber: (.data, "The project does not have this fictional number.")
    case .noSuchSnapshot: (.data, "The local server does not have this snapshot.")
    case .noSuchProfile: (.config, "There is no profile with this name.")
    case .noSuchProgram: (.notFound, "The program was not found.")
    case .noSuchSetting: (.failure, "The project does not have this setting.")
    case .noSuchTenant: (.project, "The project does not have this tenant.")
    case .noTerminal: (.usage, "There is no terminal, so usher cannot ask you.")
    case .noWayBack: (.usage, "The provider cannot redirect the browser to this machine.")
    case .nobodyAnswered: (.tempFail, "You did not answer within the time of --wait-limit.")
    case .notADemoProject:
      (.config, "A project id must start with demo- on the server inside usher (endpoint local).")
    case .notLocal: (.usage, "The command is for local servers, not for production.")
    case .notSet: (.failure, "The preference is not set.")
    case .notText: (.data, "A file or the text that you typed is not UTF-8.")
    case .nothingPending: (.usage, "No sign-in or enrollment is waiting for a code or a link.")
    case .outputLost: (.io, "The result could not be written.")
    case .ownClientRefused:
      (.config, "For this provider, Firebase does not accept tokens from your own OAuth client.")
    case .passwordsDiffer: (.data, "The two passwords that you typed differ.")
    case .portNotPermitted: (.permission, "Only root can listen on the port. Choose a port from 1024 on.")
    case .portTaken: (.unavailable, "Another program listens on the port.")
    case .profileChanged: (.tempFail, "Another command changed the profile at the same time.")
    case .profileExists: (.conflict, "There is already a profile with this name.")
    case .projectAlone: (.config, "You named a project, but no server (USHER_ENDPOINT).")
    case .providerNotSet: (.project, "The project has no settings for the provider.")
    case .qrFailed: (.failure, "The QR code could not be made.")
    case .qrTooLong: (.data, "The text is too long for a QR code.")
    case .reservedProfile: (.usage, "The profile is built in, so you cannot change it or use its name.")
    case .securityKeyRefused:
      (.rejected, "The security key refused: its PIN is missing or wrong, or it failed.")
    case .sessionGiven: (.usage, "You cannot sign in while an environment variable sets the session.")
    case .severalPending: (.usage, "Several codes or links are pending. Choose one with --pending.")
    case .stateCorrupt: (.config, "The state file is damaged.")
    case .stateNewer: (.config, "The state file is from a newer version. Update usher.")
    case .stateUnreadable: (.permission, "The state file cannot be read.")
    case .stateUnsafe: (.permission, "Other users can read the state file, or another user owns it.")
    case .stepGone: (.expired, "Another command cancelled the pending sign-in.")
    case .timedOut: (.tempFail, "The time limit was reached.")
    case .tokenWithoutEndpoint: (.config, "USHER_REFRESH_TOKEN also needs USHER_ENDPOINT and USHER_PROJECT.")
    case .tooLong: (.data, "An input is longer than 1 MiB.")
    case .unexpected: (.failure, "An unexpected error happened.")
    case .unsafeFile: (.permission, "Other users can read or change the server's files.")
    case .unsupported: (.failure, "This version of usher does not support this.")
    case .usage: (.usage, "The command line is not valid.")
    }
  }
}
