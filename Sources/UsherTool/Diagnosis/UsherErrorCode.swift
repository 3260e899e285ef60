/// A failure that no SDK has a name for: what scripts know it by, and how a run ends so.
package enum UsherErrorCode: String, CaseIterable, Sendable {
  case badAddress = "usher/bad-address"
  case badAppFile = "usher/bad-app-file"
  case badCertificate = "usher/bad-certificate"
  case badClientSecret = "usher/bad-client-secret"
  case badConfig = "usher/bad-config"
  case badEndpoint = "usher/bad-endpoint"
  case badExport = "usher/bad-export"
  case badFolderProfile = "usher/bad-folder-profile"
  case badIssuer = "usher/bad-issuer"
  case badOAuthClient = "usher/bad-oauth-client"
  case badOwnerToken = "usher/bad-owner-token"
  case badProfileName = "usher/bad-profile-name"
  case badProject = "usher/bad-project"
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
  case codeCommand = "usher/code-command"
  case configUnsafe = "usher/config-unsafe"
  case corrupt = "usher/corrupt"
  case declined = "usher/declined"
  case diskFull = "usher/disk-full"
  case earlier = "usher/earlier"
  case emptyValue = "usher/empty-value"
  case emptyVariable = "usher/empty-variable"
  case inUse = "usher/in-use"
  case interrupted = "usher/interrupted"
  case io = "usher/io"
  case keyExposed = "usher/key-exposed"
  case libraryMissing = "usher/library-missing"
  case lineTooLong = "usher/line-too-long"
  case newer = "usher/newer"
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
  case noSuchNumber = "usher/no-such-number"
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
    case .badAddress: (.usage, "A host or an address is none that can be used.")
    case .badAppFile: (.data, "A file is no app's configuration as Firebase gives it.")
    case .badCertificate: (.data, "A certificate or its key cannot be used.")
    case .badClientSecret: (.data, "A file holds no OAuth client's secret.")
    case .badConfig: (.config, "A configuration holds a setting that cannot be used.")
    case .badEndpoint: (.usage, "The endpoint is not local, production or a server's URL.")
    case .badExport: (.data, "A folder is no export of the emulator that can be read.")
    case .badFolderProfile: (.config, "A .usher-profile file names no profile.")
    case .badIssuer: (.data, "An issuer is no address that a provider can have.")
    case .badOAuthClient: (.config, "An OAuth client or its provider is not set up right.")
    case .badOwnerToken: (.data, "A file holds no owner token.")
    case .badProfileName: (.usage, "A name is none that a profile can have.")
    case .badProject: (.data, "An id is none that a project can have.")
    case .badSeed: (.data, "A seed file, or a user in it, cannot be used.")
    case .badSession: (.data, "A file holds no exported session.")
    case .badSessionName: (.usage, "A name is none that a session can have.")
    case .badSetting: (.data, "A setting cannot have that value.")
    case .badToken: (.data, "A text or a file holds no token of the kind that is needed.")
    case .badTOTPSecret: (.data, "A file holds no TOTP secret.")
    case .badVariable: (.config, "An environment variable has a value that cannot be used.")
    case .busy: (.tempFail, "Other commands kept a file locked for the whole wait.")
    case .cannotListen: (.unavailable, "The server cannot listen at that address.")
    case .cannotRead: (.data, "A file cannot be read.")
    case .cannotRun: (.cannotRun, "The program cannot be run.")
    case .cannotWrite: (.cantCreate, "A file cannot be made or written.")
    case .codeCommand: (.data, "The command that gives a code or a link failed.")
    case .configUnsafe: (.permission, "A configuration file is closed to you, or open for others to write.")
    case .corrupt: (.config, "The server's database is damaged, or another program's.")
    case .declined: (.failure, "The question was answered with no, and nothing was done.")
    case .diskFull: (.io, "The disk has no room.")
    case .earlier: (.config, "The server's database is of an earlier build.")
    case .emptyValue: (.data, "An option that names a place is empty.")
    case .emptyVariable: (.config, "An environment variable is set but empty.")
    case .inUse: (.tempFail, "A server has the database open.")
    case .interrupted: (.failure, "A signal interrupted the command.")
    case .io: (.io, "The system failed to read or write.")
    case .keyExposed: (.permission, "Others may read a file that holds a secret.")
    case .libraryMissing: (.unavailable, "A library of the system is not installed.")
    case .lineTooLong: (.data, "A typed line is longer than a terminal delivers.")
    case .newer: (.config, "The server's database is of a newer usher.")
    case .noAPIKey: (.config, "No API key is set for the endpoint.")
    case .noClipboard: (.failure, "Nothing on this machine could copy.")
    case .noEndpoint: (.config, "A profile or a session names no endpoint that can be used.")
    case .noEndpointInCI: (.config, "CI is set and no endpoint is named.")
    case .noFileName: (.usage, "A file's name is empty.")
    case .noHome: (.config, "HOME is not set, or not an absolute path.")
    case .noInput: (.noInput, "The input ended at a prompt.")
    case .noIssuer: (.config, "The issuer of a provider is not known.")
    case .noMessage: (.failure, "The local server sent no such message.")
    case .noProject: (.config, "No project is named for the endpoint.")
    case .noSuchClient: (.config, "The profile has no OAuth client at that provider.")
    case .noSuchNumber: (.data, "The local project has no such fictional number.")
    case .noSuchProfile: (.config, "There is no profile of that name.")
    case .noSuchProgram: (.notFound, "The program was not found.")
    case .noSuchSetting: (.failure, "The local project has no such setting.")
    case .noSuchTenant: (.project, "The local project has no such tenant.")
    case .noTerminal: (.usage, "There is no terminal to ask at.")
    case .noWayBack: (.usage, "The provider cannot lead the browser back to this machine.")
    case .nobodyAnswered: (.tempFail, "Nobody answered within the wait limit.")
    case .notADemoProject: (.config, "The embedded server has only projects that begin with demo-.")
    case .notLocal: (.usage, "The command is for local servers, not for production.")
    case .notSet: (.failure, "The preference is not set.")
    case .notText: (.data, "A file or what was typed is not UTF-8 text.")
    case .nothingPending: (.usage, "No step waits for this.")
    case .outputLost: (.io, "The result could not be written.")
    case .ownClientRefused:
      (.config, "The service takes no tokens that another client got from the provider.")
    case .passwordsDiffer: (.data, "The two passwords that were typed differ.")
    case .portNotPermitted: (.permission, "Only the system may listen at that port.")
    case .portTaken: (.unavailable, "Another program listens at that port.")
    case .profileChanged: (.tempFail, "Another command changed the profile meanwhile.")
    case .profileExists: (.conflict, "There is a profile of that name already.")
    case .projectAlone: (.config, "A project is named, but no endpoint.")
    case .providerNotSet: (.project, "The local project sets nothing for that provider.")
    case .qrFailed: (.failure, "The QR code could not be made.")
    case .qrTooLong: (.data, "The text is too long for a QR code.")
    case .reservedProfile: (.usage, "The profile is built in.")
    case .sessionGiven: (.usage, "An environment variable says who is signed in.")
    case .severalPending: (.usage, "More than one step is pending, and none is named.")
    case .stateCorrupt: (.config, "The state file is damaged.")
    case .stateNewer: (.config, "A newer usher wrote the state file.")
    case .stateUnreadable: (.permission, "The state file cannot be read.")
    case .stateUnsafe: (.permission, "The state file is open to others, or another user's.")
    case .stepGone: (.expired, "The pending step was dropped meanwhile.")
    case .timedOut: (.tempFail, "The time limit was reached.")
    case .tokenWithoutEndpoint: (.config, "USHER_REFRESH_TOKEN is set without endpoint and project.")
    case .tooLong: (.data, "An input is longer than 1 MiB.")
    case .unexpected: (.failure, "Something went wrong that usher has no name for.")
    case .unsafeFile: (.permission, "A server's file or folder is open to others.")
    case .unsupported: (.failure, "This version of usher cannot do that.")
    case .usage: (.usage, "The words of the command line cannot be used so.")
    }
  }
}
