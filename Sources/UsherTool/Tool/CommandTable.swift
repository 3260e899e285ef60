package import CommandKit
import Essentials

extension Tool {
  /// All commands, in the order of the help.
  package static let commands = CommandTable<Context, GlobalOptions>(
    name: "usher", abstract: "Sign users in to Firebase Authentication from the shell.",
    discussion: Text("If you have no project, usher uses its own local server. To start: usher verify-phone"),
    groups: [
      CommandGroup("signin", abstract: "Sign in with any method."),
      CommandGroup("link", abstract: "Link a sign-in provider to the account."),
      CommandGroup("reauth", abstract: "Re-authenticate the signed-in user."),
      CommandGroup("mfa", abstract: "Enroll, list, use and unenroll second factors.", alone: "list"),
      CommandGroup("passkey", abstract: "Enroll, list and remove passkeys."),
      CommandGroup("token", abstract: "Print and explain ID tokens."),
      CommandGroup("mfa enroll", abstract: "Enroll a second factor: an SMS or an authenticator app."),
      CommandGroup("account", abstract: "Update, refresh or delete the signed-in account."),
      CommandGroup(
        "profile", abstract: "Manage profiles: a project, its endpoint and its API key.", alone: "list"),
      CommandGroup("profile client", abstract: "Use your own OAuth clients at providers."),
      CommandGroup("config", abstract: "Show and change your preferences.", alone: "list"),
      CommandGroup("session", abstract: "Keep several users signed in; move a session to CI.", alone: "list"),
      CommandGroup(
        "pending", abstract: "List and drop the steps that wait for a code or a link.", alone: "list"),
      CommandGroup(
        "project",
        abstract: "Manage a project's sign-in methods, domains and accounts, at Google or locally.",
        sections: CommandSection(
          Text("Configuration"), .init("get"), .init("set"), .init("enable"), .init("disable"),
          .init("domain"),
          .init("region"), .init("test-number"), .init("provider"), .init("tenant"), .init("init")),
        CommandSection("Compare and copy", .init("diff"), .init("export"), .init("apply")),
        CommandSection(Text("Accounts"), .init("users"))),
      CommandGroup("project domain", abstract: "Manage the domains that sign-in pages and links may use."),
      CommandGroup("project region", abstract: "Choose the regions that SMS go to."),
      CommandGroup("project provider", abstract: "Manage the project's identity providers."),
      CommandGroup("project tenant", abstract: "Create, list and delete the tenants of the project."),
      CommandGroup("project users", abstract: "Manage, export and import the accounts of the project."),
      CommandGroup("project test-number", abstract: "Manage the fictional phone numbers of the project."),
      CommandGroup(
        "local", abstract: "Read the local server's messages, and control it."
      ),
      CommandGroup("local snapshot", abstract: "Keep copies of the local project, and load them for tests."),
    ],
    sections: sections,
    commands: signingIn + secondFactors + account + sessions + projects + administration + local
      + [Shell.self, CompletionScript.self, Help.self, Version.self],
    aliases: [
      "local users": "project users", "local project": "project", "local provider": "project provider",
      "local tenant": "project tenant", "local test-number": "project test-number",
    ],
    synonyms: [
      "login": "signin", "sign-in": "signin", "auth": "signin", "register": "signup", "sign-up": "signup",
      "setup": "init", "completions": "completion", "configure": "init", "diagnose": "doctor",
      "check": "doctor",
      "settings": "config list",
      "email": "send-link", "magic-link": "send-link", "password": "signin password",
      "reset-password": resetPassword, "password-reset": resetPassword, "forgot": resetPassword,
      "forgot-password": resetPassword,
      "unregister": "account delete",
      "phone": "verify-phone", "sms": "verify-phone", "logout": "signout", "sign-out": "signout",
      "log-out": "signout", "log-in": "signin", "mfa add": "mfa enroll", "mfa remove": "mfa unenroll",
      "mfa delete": "mfa unenroll", "session ls": "session list", "session rm": "session remove",
      "profile ls": "profile list", "profile rm": "profile remove", "otp": "confirm-code",
      "code": "confirm-code", "verify": "verify-phone",
      "verify-code": "confirm-code", "id-token": "token", "decode": "token inspect",
      "token decode": "token inspect",
      "introspect": "token inspect", "jwt": "token inspect", "print-access-token": "token",
      "user": "project users list", "switch": "session use",
      "emulator": "serve", "server": "serve", "start": "serve",
      "inbox": "local outbox", "codes": "local outbox", "local inbox": "local outbox",
      "local codes": "local outbox", "local messages": "local outbox", "local mails": "local outbox",
      "local sms": "local outbox", "session switch": "session use",
      "session delete": "session remove", "profile switch": "profile use", "profile delete": "profile remove",
      "profile add": "init", "profile create": "init", "profile new": "init",
      "passkey unenroll": "passkey remove", "passkey delete": "passkey remove",
      "passkey add": "passkey enroll",
      "passkey register": "passkey enroll",
      "passkey create": "passkey enroll", "webauthn": "passkey enroll", "fido2": "passkey enroll",
      "repl": "shell", "interactive": "shell", "console": "shell",
    ],
    refused: [
      RefusedOption("api-key", advice: "set the environment variable USHER_API_KEY"),
      RefusedOption(
        "password", instead: "--password-file",
        advice: "use --password-file FILE or --password-stdin: others can see a command's words"),
      RefusedOption("password", instead: "--new-password-file", advice: "use --new-password-file FILE"),
      RefusedOption("custom-token", advice: "sign in with usher signin custom-token"),
      RefusedOption("token", instead: "--id-token-file", advice: providerTokens),
      RefusedOption("id-token", instead: "--id-token-file", advice: "use --id-token-file FILE"),
      RefusedOption("owner-token", instead: "--owner-token-file", advice: "use --owner-token-file FILE"),
      RefusedOption("owner-token", advice: "set USHER_OWNER_TOKEN"),
      RefusedOption("user", instead: "USER", advice: "give the user as an argument"),
      RefusedOption("email", instead: "EMAIL", advice: "give the address as an argument"),
      RefusedOption("email", instead: "WHO", advice: "give the address as an argument"),
      RefusedOption("phone", instead: "NUMBER", advice: "give the number as an argument"),
      RefusedOption("phone", instead: "WHO", advice: "give the number as an argument"),
      RefusedOption("number", instead: "NUMBER", advice: "give the number as an argument"),
      RefusedOption("provider", instead: "PROVIDER", advice: "name the provider as an argument"),
      RefusedOption(
        "provider", instead: "WHO", advice: "name the provider as an argument: usher signin google"),
      RefusedOption("code", instead: "CODE", advice: "give the code as an argument"),
      RefusedOption(
        "code", instead: "--code-file", advice: "use --code-file FILE or --code-command COMMAND"),
      RefusedOption("link", instead: "LINK", advice: "give the link as an argument"),
    ])

  private static let resetPassword = "send-link --purpose reset-password"
  private static let providerTokens: Text = "use --id-token-file FILE or --access-token-file FILE"

  private static let sections = [
    CommandSection(
      "Sign in",
      .init("signin", "signup", "signout", summary: "Sign in by any method; sign up; sign out."),
      .init("verify-phone", "confirm-code", summary: "Sign in by phone: send an SMS; enter its code."),
      .init("send-link", "complete-link", summary: "Send an e-mail link; finish with the link.")),
    CommandSection(
      Text("Account"),
      .init("account", "methods", summary: "Update or delete it; list an address's methods."),
      .init("link", "unlink", "reauth", summary: "Link and unlink providers; re-authenticate."),
      .init("mfa", "passkey", summary: "Second factors and passkeys: enroll, list, remove.")),
    CommandSection(
      Text("Sessions"),
      .init("token", "exec", "curl", summary: "Print an ID token; run a program with it."),
      .init("credential", summary: "Give git and docker the token."),
      .init("whoami", "status", "doctor", summary: "Show who is signed in, and where; find faults."),
      .init("session", "pending", "shell", summary: "Several users; unfinished steps; a shell.")),
    CommandSection(
      "Projects, local server and more",
      .init("init", "profile", "config", summary: "Set up a project; switch; save preferences."),
      .init("project", "serve", "local", "mcp", summary: "Administer a project; serve apps and agents."),
      .init(
        "completion", "help", "version",
        summary: "Set up completion; explain a command or a topic.")),
  ]

  private static let signingIn: [any Command<Context>.Type] = [
    VerifyPhone.self, ConfirmCode.self, SendLink.self, CompleteLink.self, SignOut.self, SignIn.self,
    SignInPhone.self, SignInEmailLink.self, SignInPassword.self, SignInAnonymous.self, SignInCustomToken.self,
    SignInIdp.self, SignInPasskey.self, SignUp.self,
  ]

  private static let secondFactors: [any Command<Context>.Type] = [
    MFAEnroll.self, MFAEnrollSMS.self, MFAEnrollTOTP.self, MFAList.self, MFAChallenge.self, MFAUnenroll.self,
    MFACode.self, PasskeyEnroll.self, PasskeyList.self, PasskeyRemove.self,
  ]

  private static let account: [any Command<Context>.Type] = [
    Link.self, LinkPhone.self, LinkEmailLink.self, LinkPassword.self, LinkIdp.self, Unlink.self, Reauth.self,
    ReauthPhone.self, ReauthEmailLink.self, ReauthPassword.self, ReauthIdp.self, ReauthPasskey.self,
    Methods.self,
    AccountUpdate.self,
    AccountRefresh.self, AccountDelete.self,
  ]

  private static let sessions: [any Command<Context>.Type] = [
    WhoAmI.self, Status.self, Token.self, TokenInspect.self, Exec.self, Curl.self, CredentialHelper.self,
    SessionList.self,
    SessionUse.self, SessionExport.self,
    SessionImport.self, SessionRemove.self, PendingList.self, PendingDrop.self,
  ]

  private static let projects: [any Command<Context>.Type] = [
    Init.self, ProfileList.self, ProfileShow.self, ProfileUse.self, ProfileSet.self, ProfileRename.self,
    ProfileRemove.self, OAuthClientSet.self, OAuthClientList.self, OAuthClientRemove.self, ConfigGet.self,
    ConfigSet.self, ConfigUnset.self, ConfigList.self, ConfigPath.self,
    Doctor.self,
  ]

  private static let administration: [any Command<Context>.Type] = [
    ProjectGet.self, ProjectSet.self, ProjectEnable.self, ProjectDisable.self, DomainAdd.self,
    DomainList.self, DomainRemove.self, TestNumberAdd.self, TestNumberList.self, TestNumberRemove.self,
    ProviderSet.self, ProviderList.self, ProviderRemove.self, TenantCreate.self, TenantList.self,
    TenantDelete.self, RegionAllow.self, RegionDeny.self, RegionList.self, ProjectInit.self, ProjectDiff.self,
    ProjectExport.self,
    ProjectApply.self, UsersList.self,
    UsersShow.self, UsersAdd.self, UsersUpdate.self,
    UsersClaims.self, UsersDisable.self, UsersEnable.self, UsersRevoke.self, UsersDelete.self,
    UsersExport.self,
    UsersImport.self,
  ]

  private static let local: [any Command<Context>.Type] = [
    Serve.self, MCP.self, LocalOutbox.self, LocalEvents.self, LocalSeed.self, LocalExport.self,
    LocalImport.self,
    LocalBackup.self, LocalRestore.self, SnapshotSave.self, SnapshotLoad.self, SnapshotList.self,
    SnapshotRemove.self,
    LocalServiceAccount.self, LocalFail.self, LocalExpire.self, LocalClock.self, LocalReset.self,
  ]
}
