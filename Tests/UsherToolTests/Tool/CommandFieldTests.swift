import CommandKit
import Testing

@testable import UsherTool

/// The fields of every command's result, which nobody lists: they follow from the result's type.
struct CommandFieldTests {
  private static let fieldsByName = Dictionary(
    uniqueKeysWithValues: Tool.commands.commands.map { ($0.name, $0.resultFields) })

  @Test func eachCommandHasTheFieldsOfItsResult() {
    let expected =
      Self.own.merging(Self.steps.map { ($0, Self.step) }) { own, _ in own }
      .merging(Self.changes.map { ($0, Self.signedIn()) }) { own, _ in own }
    #expect(Set(Self.fieldsByName.keys) == Set(expected.keys))
    for (name, fields) in expected { #expect(Self.fieldsByName[name] == fields, "\(name)") }
  }

  @Test func noCommandListsItsFieldsByHand() throws {
    for command in Tool.commands.commands {
      guard let command = command as? any ToolCommand.Type else {
        #expect(
          [Help.name, Shell.name, MCP.name, CredentialHelper.name].contains(command.name)
            || (command as? any UsherCommand.Type)?.runsProgram == true)
        #expect(command.resultFields.isEmpty)
        continue
      }
      #expect(command.resultFields == Self.derived(command), "\(command.name)")
    }
  }

  private static func derived<Command: ToolCommand>(_ command: Command.Type) -> [String] {
    ResultFields.of(Command.Result.self)
  }

  // MARK: - What is expected

  private static let difference = ["path", "before.*", "after.*"]
  private static let feature = ["feature", "before", "after"].map { "changes[]." + $0 }

  private static func signedIn(below place: String = "") -> [String] {
    let factor = factor.map { "mfa[]." + $0 }
    let account =
      ["uid", "email", "email_verified", "phone", "display_name", "photo_url", "is_anonymous", "providers[]"]
      + ["provider", "id", "email", "phone", "display_name", "photo_url"].map { "provider_data[]." + $0 }
      + factor + passkey.map { "passkeys[]." + $0 } + ["created_at", "last_sign_in_at"]
    let session = ["expires_at", "signed_in_at", "sign_in_provider", "second_factor"]
    return (account.map { "account." + $0 } + session.map { "session." + $0 }).map { place + $0 }
  }

  private static func provider(_ place: String) -> [String] {
    ["id", "enabled", "issuer", "client_id", "has_client_secret"].map { "\(place).\($0)" }
  }

  private static let losses = [
    "passwords", "providers", "second_factors", "passkeys", "addresses", "usernames", "metadata", "tenants",
    "unmatched_hashes",
  ].map { "losses." + $0 }
  private static let passkey = ["id", "name"]
  private static let factor = ["id", "type", "hint", "name", "enrolled_at"]
  private static let pending =
    ["id", "kind", "session", "phone", "verification_id", "email", "provider"]
    + factor.map { "factors[]." + $0 }
    + ["expires_at", "resend_after"]
  private static let step =
    ["sent"] + pending.map { "pending." + $0 } + ["next_step.argv[]", "next_step.needs[]"] + signedIn()
    + ["created", "profile_at_provider.*"]
    + ["provider", "id_token", "access_token", "refresh_token", "token_secret"].map {
      "provider_tokens." + $0
    }
    + ["operation", "email", "continue_url"]

  private static let steps = [
    "verify-phone", "confirm-code", "send-link", "complete-link", "signin", "signin phone",
    "signin email-link", "signin password", "signin anonymous", "signin custom-token", "signin idp", "signup",
    "mfa enroll", "mfa enroll sms", "mfa enroll totp", "mfa challenge", "link phone", "link email-link",
    "link password", "link idp", "link", "reauth", "reauth phone", "reauth email-link", "reauth password",
    "reauth idp", "signin passkey", "reauth passkey",
  ]
  private static let changes = [
    "account update", "account refresh", "unlink", "mfa unenroll", "passkey remove",
  ]

  private static let setting = ["name", "value", "origin"]
  private static let message = [
    "kind", "to", "from", "reply_to", "code", "link", "subject", "text", "sent_at",
  ]
  private static let profileSettings = [
    "endpoint", "project", "api_key", "tenant", "app_id", "bundle_id", "android_package",
    "android_certificate", "referer", "client_id", "reversed_client_id", "auth_domain", "app_verification",
    "provider_listen", "language", "testing",
  ].map { "settings." + $0 }

  private static func session(in list: String) -> [String] {
    ["name", "current"].map { list + $0 } + signedIn(below: list)
  }

  private static let user =
    [
      "uid", "email", "email_verified", "phone", "display_name", "photo_url", "disabled", "providers[]",
      "claims.*",
    ] + factor.map { "mfa[]." + $0 } + passkey.map { "passkeys[]." + $0 } + ["created_at", "last_sign_in_at"]

  private static let own: [String: [String]] = [
    "account delete": ["uid"],
    "completion": ["shell", "script"],
    "config get": setting,
    "config list": setting.map { "settings[]." + $0 },
    "config path": ["path", "files[].path", "files[].origin"],
    "config set": ["name", "value", "path"],
    "config unset": ["name", "path"],
    "curl": [],
    "doctor": ["healthy"] + ["name", "verdict", "text", "hint"].map { "checks[]." + $0 },
    "exec": [],
    "help": [], "shell": [], "mcp": [], "credential": [],
    "init": ["name", "kind", "replaced"] + profileSettings + ["can[]"],
    "local backup": ["file", "data", "bytes"],
    "local restore": ["file", "data", "kept"],
    "local export": ["folder", "file", "users", "import_command[]"] + losses,
    "local import": ["path", "users"] + losses,
    "local events": ["functions"]
      + ["id", "kind", "form", "uid", "event_id", "made_at", "state", "tries", "answer"].map {
        "events[]." + $0
      } + ["retried"],
    "local outbox": message + message.map { "messages[]." + $0 },
    "local service-account": ["file", "email"],
    "project apply": difference.map { "changes[]." + $0 } + ["missing_secrets[]"],
    "project diff": ["equal"] + difference.map { "changes[]." + $0 },
    "project disable": feature,
    "project domain add": ["domains[]"],
    "project domain list": ["domains[]"],
    "project domain remove": ["domains[]"],
    "project enable": feature,
    "project export": ["file", "document.*", "secrets[]"],
    "project get": ["path", "value.*"],
    "project init": ["project"],
    "project region allow": ["allowed_by_default", "regions[]"],
    "project region deny": ["allowed_by_default", "regions[]"],
    "project region list": ["allowed_by_default", "regions[]"],
    "project set": ["path", "before.*", "value.*"],
    "project users export": ["file", "users", "redacted_passwords"] + losses,
    "project users import": ["stored", "refused"]
      + ["index", "uid", "reason"].map { "refusals[]." + $0 } + ["unclear"] + losses,
    "local clock": ["time", "offset_seconds"],
    "local expire": ["what", "count"],
    "local fail": ["method", "code", "times", "delay_seconds"].map { "faults[]." + $0 },
    "local reset": ["project", "tenant"],
    "local seed": ["users", "numbers", "tenants"],
    "project provider list": provider("providers[]"),
    "project provider remove": ["id"],
    "project provider set": provider("provider"),
    "project tenant create": ["tenant.id", "tenant.display_name"],
    "project tenant delete": ["id"],
    "project tenant list": ["tenants[].id", "tenants[].display_name"],
    "local snapshot list": ["snapshots[]"],
    "local snapshot load": ["snapshot", "project"],
    "local snapshot remove": ["snapshot"],
    "local snapshot save": ["snapshot", "project"],
    "project test-number add": ["number"],
    "project test-number list": ["numbers[].number", "numbers[].code"],
    "project test-number remove": ["number"],
    "project users add": ["uid"],
    "project users claims": ["uid", "claims.*"],
    "project users delete": ["uid"],
    "project users disable": ["uid"],
    "project users enable": ["uid"],
    "project users list": user.map { "users[]." + $0 },
    "project users revoke": ["uids[]"],
    "project users show": user,
    "project users update": ["uid"],
    "methods": ["email", "hidden", "methods[]"],
    "mfa code": ["code", "expires_at", "valid_for"],
    "passkey enroll": passkey.map { "passkey." + $0 } + signedIn(),
    "passkey list": passkey.map { "passkeys[]." + $0 },
    "mfa list": factor.map { "factors[]." + $0 },
    "pending drop": ["dropped[]"],
    "pending list": pending.map { "pending[]." + $0 },
    "profile client list": ["provider", "issuer", "client_id", "client_secret_file"].map {
      "clients[]." + $0
    },
    "profile client remove": ["profile", "provider"],
    "profile client set": ["profile"]
      + ["provider", "issuer", "client_id", "client_secret_file"].map { "client." + $0 },
    "profile list": ["name", "selected", "endpoint", "project", "sessions"].map { "profiles[]." + $0 },
    "profile remove": ["name", "sessions"],
    "profile rename": ["name", "old_name"],
    "profile set": ["name", "setting", "value"],
    "profile show": ["name", "selected", "sessions"] + profileSettings,
    "profile use": ["name"],
    "serve": ["url", "host", "port", "inbox", "project", "data", "policy"]
      + ["name", "value", "source"].map { "settings[]." + $0 },
    "session export": ["file", "session"],
    "session import": ["name"] + signedIn(),
    "session list": session(in: "sessions[]."),
    "session remove": ["session"],
    "session use": ["session"],
    "signout": ["signed_out[]"],
    "status": ["project", "tenant", "source", "session", "given.variable"] + signedIn(below: "given.")
      + ["checked.live"]
      + ["profile", "endpoint", "project", "tenant"].map { "places[]." + $0 }
      + session(in: "places[].sessions[].") + pending.map { "places[].pending[]." + $0 },
    "token": ["token", "expires_at", "uid", "claims.*", "verified"],
    "token inspect": [
      "kind", "uid", "email", "email_verified", "phone", "project", "tenant", "issuer", "made_by",
      "signed_in_at",
      "sign_in_provider", "second_factor", "issued_at", "expires_at", "expired", "algorithm", "key_id",
      "custom_claims.*", "verified",
    ],
    "version": ["version", "commit", "commit_date", "swift"]
      + ["sqlite", "libcrypto", "libcurl", "libedit", "libqrencode", "libpng"].map { "libraries." + $0 },
    "whoami": signedIn() + ["source", "claims.*"],
  ]
}
