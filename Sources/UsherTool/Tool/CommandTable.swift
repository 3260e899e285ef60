package import CommandKit

extension Tool {
  /// Every command, in the order of the help.
  package static let commands = CommandTable<Context, GlobalOptions>(
    name: "usher", abstract: "Sign people in to Firebase Authentication from the shell.",
    discussion: """
      Without any configuration, usher uses a server of its own inside this program: no project, no network, \
      no account. Start with: usher verify-phone

      More: usher help TOPIC, with environment, exit-codes, json, ci, files or support
      """,
    groups: [
      CommandGroup("signin", abstract: "Sign in, one way or another."),
      CommandGroup("link", abstract: "Give the account another way in."),
      CommandGroup("reauth", abstract: "Prove again who is there."),
      CommandGroup("mfa", abstract: "Second factors: enrol them, list them, sign in with them."),
      CommandGroup("token", abstract: "ID tokens, for other programs."),
      CommandGroup("mfa enroll", abstract: "Add a second factor to the account."),
      CommandGroup("account", abstract: "The signed-in account at the server."),
      CommandGroup("profile", abstract: "Projects and where they are."),
      CommandGroup("config", abstract: "Preferences, set once and for all."),
      CommandGroup("session", abstract: "Keep several people signed in side by side."),
      CommandGroup("pending", abstract: "Steps that wait for a code or a link."),
      CommandGroup("local", abstract: "Look into and steer the local server."),
      CommandGroup("local project", abstract: "The local project's configuration."),
      CommandGroup("local test-number", abstract: "Fictional numbers of the local server."),
    ],
    commands: signingIn + secondFactors + account + sessions + projects + local
      + [CompletionScript.self, Help.self, Version.self],
    synonyms: [
      "login": "signin", "sign-in": "signin", "auth": "signin", "register": "signup", "sign-up": "signup",
      "setup": "init", "completions": "completion", "configure": "init", "diagnose": "doctor",
      "check": "doctor",
      "settings": "config list",
      "email": "send-link", "magic-link": "send-link", "password": "signin password",
      "unregister": "account delete",
      "phone": "verify-phone", "sms": "verify-phone", "logout": "signout", "sign-out": "signout",
      "log-out": "signout", "otp": "confirm-code", "code": "confirm-code", "verify": "verify-phone",
      "verify-code": "confirm-code", "id-token": "token", "print-access-token": "token", "user": "whoami",
      "users": "session list", "emulator": "serve", "server": "serve", "start": "serve",
    ],
    refused: [
      RefusedOption("api-key", advice: "set USHER_API_KEY"),
      RefusedOption("token", advice: "set USHER_ID_TOKEN or USHER_REFRESH_TOKEN"),
      RefusedOption("refresh-token", advice: "set USHER_REFRESH_TOKEN"),
      RefusedOption(
        "password", advice: "use --password-file FILE or --password-stdin: words can be seen by others"),
      RefusedOption("custom-token", advice: "use signin custom-token --token-file FILE"),
      RefusedOption("id-token", advice: "use --id-token-file FILE"),
      RefusedOption("owner-token", advice: "set USHER_OWNER_TOKEN, or give serve --owner-token-file"),
      RefusedOption("code", advice: "give the code as an argument, or with --code-file"),
    ])

  private static let signingIn: [any Command<Context>.Type] = [
    VerifyPhone.self, ConfirmCode.self, SendLink.self, CompleteLink.self, SignOut.self, SignIn.self,
    SignInPhone.self, SignInEmailLink.self, SignInPassword.self, SignInAnonymous.self, SignInCustomToken.self,
    SignInIdp.self, SignUp.self,
  ]

  private static let secondFactors: [any Command<Context>.Type] = [
    MFAEnroll.self, MFAEnrollSMS.self, MFAEnrollTOTP.self, MFAList.self, MFAChallenge.self, MFAUnenroll.self,
    MFACode.self,
  ]

  private static let account: [any Command<Context>.Type] = [
    LinkPhone.self, LinkEmailLink.self, LinkPassword.self, LinkIdp.self, Unlink.self, Reauth.self,
    ReauthPhone.self, ReauthEmailLink.self, ReauthPassword.self, ReauthIdp.self, Methods.self,
    AccountUpdate.self,
    AccountRefresh.self, AccountDelete.self,
  ]

  private static let sessions: [any Command<Context>.Type] = [
    WhoAmI.self, Status.self, Token.self, TokenInspect.self, Exec.self, Curl.self, SessionList.self,
    SessionUse.self, SessionExport.self,
    SessionImport.self, SessionRemove.self, PendingList.self, PendingDrop.self,
  ]

  private static let projects: [any Command<Context>.Type] = [
    Init.self, ProfileList.self, ProfileShow.self, ProfileUse.self, ProfileSet.self, ProfileRename.self,
    ProfileRemove.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self, ConfigList.self, ConfigPath.self,
    Doctor.self,
  ]

  private static let local: [any Command<Context>.Type] = [
    Serve.self, LocalOutbox.self, TestNumberAdd.self, TestNumberList.self, TestNumberRemove.self,
    ProjectGet.self, ProjectSet.self, ProjectEnable.self, ProjectDisable.self, LocalReset.self,
  ]
}
