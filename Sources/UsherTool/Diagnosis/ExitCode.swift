package import Essentials

/// How a run ends, for scripts. Codes are only ever added; `help exit-codes` and the manual print this table.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case ok = 0
  case failure = 1
  case moreNeeded = 3
  case notSignedIn = 4
  case rejected = 5
  case expired = 6
  case rateLimited = 7
  case reauthNeeded = 8
  case conflict = 9
  case account = 10
  case appVerification = 11
  case project = 12
  case usage = 64
  case data = 65
  case noInput = 66
  case unavailable = 69
  case cantCreate = 73
  case io = 74
  case tempFail = 75
  case permission = 77
  case config = 78
  case execFailed = 125
  case cannotRun = 126
  case notFound = 127

  /// The name scripts may know it by.
  package var name: String { declaration.name }
  package var meaning: Text { declaration.meaning }

  /// Whether another try may work, where the failure does not say more: with other input if that was the fault.
  var retry: Diagnosis.Retry {
    switch self {
    case .data, .noInput: .newInput
    case .tempFail: .same
    default: .never
    }
  }

  private var declaration: (name: String, meaning: Text) {
    switch self {
    case .ok: ("ok", "Success; also when there was nothing to sign out.")
    case .failure: ("failure", "Any other failure.")
    case .moreNeeded: ("more_needed", "A second factor is pending; the next step is printed.")
    case .notSignedIn: ("not_signed_in", "There is no session, or it ended at the server.")
    case .rejected:
      ("rejected", "A wrong code, password, link or address, or another account at re-authentication.")
    case .expired: ("expired", "A code, link or pending step that expired or was already used.")
    case .rateLimited: ("rate_limited", "Too many attempts, a quota, or a code asked for again too early.")
    case .reauthNeeded: ("reauth_needed", "A recent sign-in is required.")
    case .conflict: ("conflict", "The account, link or factor already exists, or belongs to another account.")
    case .account:
      ("account", "The account may not do this: disabled, address not verified, first factor unsuitable.")
    case .appVerification:
      ("app_verification", "The app could not be verified: a browser or a reCAPTCHA token is needed.")
    case .project: ("project", "The project does not allow this; the hint names the console page to open.")
    case .usage: ("usage", "A bad option, or a missing value when usher cannot ask for it.")
    case .data: ("data", "A malformed number, address, link or file.")
    case .noInput: ("no_input", "The input ended at a prompt, or there is no authenticator for a passkey.")
    case .unavailable: ("unavailable", "The server cannot be reached, or its response is not valid.")
    case .cantCreate: ("cant_create", "The state cannot be written where it should be.")
    case .io: ("io", "The disk is full or output was lost.")
    case .tempFail: ("temp_fail", "A file was locked, or the time limit ended; try again.")
    case .permission: ("permission", "A file is not safe to use, or the credential lacks a right.")
    case .config:
      ("config", "A setting is missing, empty or wrong, or the state is damaged or of another version.")
    case .execFailed:
      ("exec_failed", "A failure of usher itself in exec or curl; the program may use the other statuses.")
    case .cannotRun: ("cannot_run", "The program after -- cannot be run.")
    case .notFound: ("not_found", "The program after -- was not found.")
    }
  }
}
