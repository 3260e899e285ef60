import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What to change, and where, when a project does not allow something.
struct ConsoleHintTests {
  let tool = ToolHarness()

  init() {
    tool.network = TransportStub()
    tool.run("init", "-", "--name", "acme", input: AppFiles.web)
  }

  private func errors(_ body: String, _ words: String...) -> ToolHarness.Outcome {
    tool.network = TransportStub(.json(body, status: 400))
    return tool.run(["verify-phone", "+16505553434"] + words)
  }

  private static func plain(_ message: String) -> String {
    #"{"error":{"code":400,"message":"\#(message)"}}"#
  }

  private static func restricted(_ reason: String, _ message: String) -> String {
    #"{"error":{"code":403,"message":"\#(message)","status":"PERMISSION_DENIED","details":[{"reason":"\#(reason)","domain":"googleapis.com"}]}}"#
  }

  private static let firebase = "https://console.firebase.google.com/project/acme-1234"
  private static let credentials = "https://console.cloud.google.com/apis/credentials?project=acme-1234"

  static let refusals: [(body: String, message: String, hint: String)] = [
    (
      plain("OPERATION_NOT_ALLOWED"), "the project does not allow this sign-in method",
      "enable it in the Firebase console, under Authentication > Sign-in method:\n    \(firebase)/authentication/providers"
    ),
    (
      plain(
        "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."),
      "the project does not send SMS to this region (SMS unable to be sent until this region enabled by the app developer.)",
      "allow the region in the Firebase console, under Authentication > Settings > SMS region policy:\n    \(firebase)/authentication/settings"
    ),
    (
      plain("BILLING_NOT_ENABLED"), "the project has no billing account, so it sends no SMS",
      "add a fictional number for tests, or upgrade the project to the Blaze plan in the Firebase console:\n    \(firebase)/usage/details"
    ),
    (
      plain("UNAUTHORIZED_DOMAIN : DOMAIN_NOT_WHITELISTED"),
      "the continue URL's domain is not authorized",
      "add the domain in the Firebase console, under Authentication > Settings > Authorized domains:\n    \(firebase)/authentication/settings\n"
        + "  or, with an administrator's credential:\n    usher project domain add DOMAIN"
    ),
    (
      plain("CONFIGURATION_NOT_FOUND"), "Authentication is not set up in the project",
      "open Authentication in the Firebase console, and click Get started:\n    \(firebase)/authentication"
    ),
    (
      #"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}"#,
      "the API key is not valid",
      "set USHER_API_KEY, or the profile's api-key, to the key in the Firebase console, under Project settings > General:\n    \(firebase)/settings/general"
    ),
    (
      restricted("API_KEY_IOS_APP_BLOCKED", "Requests from this iOS client application <empty> are blocked."),
      "the API key is restricted to iOS apps and refuses this request (Requests from this iOS client application <empty> are blocked.)",
      "name an app that it allows:\n    usher profile set bundle-id ID\n  or change the key's restrictions:\n    \(credentials)"
    ),
    (
      restricted("API_KEY_HTTP_REFERRER_BLOCKED", "Requests from referer <empty> are blocked."),
      "the API key is restricted to websites and refuses this request (Requests from referer <empty> are blocked.)",
      "name a website that it allows:\n    usher profile set referer URL\n  or change the key's restrictions:\n    \(credentials)"
    ),
    (
      #"{"error":{"code":403,"message":"Requests from this Android client application <empty> are blocked.","errors":[{"reason":"ipRefererBlocked"}]}}"#,
      "the API key is restricted to Android apps and refuses this request (Requests from this Android client application <empty> are blocked.)",
      "name an app that it allows:\n    usher profile set android-package NAME\n  and its certificate:\n    usher profile set android-certificate SHA1\n  or change the key's restrictions:\n    \(credentials)"
    ),
    (
      restricted("API_KEY_SERVICE_BLOCKED", "Requests to this API are blocked."),
      "the API key is restricted to other APIs and refuses this request (Requests to this API are blocked.)",
      "add the Identity Toolkit API and the Token Service API to the key's restrictions:\n    \(credentials)"
    ),
    (
      restricted("SERVICE_DISABLED", "Identity Toolkit API has not been used in project 12 before."),
      "the Identity Toolkit API is not enabled for the project",
      "enable it in the Google Cloud console:\n    https://console.cloud.google.com/apis/library/identitytoolkit.googleapis.com?project=acme-1234"
    ),
  ]

  @Test(arguments: refusals)
  func theHintNamesWhatToChangeAndThePage(_ body: String, _ message: String, _ hint: String) {
    #expect(errors(body) == .init(12, errors: "error: \(message)\n  \(hint)\n"))
    // The first way, in one line.
    let first = hint.split(separator: "\n").prefix(2).map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(errors(body, "--json").json?["error"]?["hint"] == .string(first))
  }

  /// Whatever the service says of it: these calls fail so in projects that were not upgraded.
  @Test(arguments: [
    (
      "OPERATION_NOT_ALLOWED", "the project does not allow second factors",
      "Then enable SMS under Sign-in method > Advanced, or authenticator apps with the Admin SDK."
    ),
    (
      "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.",
      "the project does not allow SMS as second factors (SMS based MFA not enabled.)",
      "Then enable them under Authentication > Sign-in method > Advanced."
    ),
  ])
  func secondFactorsNeedTheUpgrade(_ refusal: String, _ message: String, _ way: String) {
    tool.network = TransportStub(
      .json(#"{"mfaPendingCredential":"c","mfaInfo":[{"mfaEnrollmentId":"f1","phoneInfo":"+1******3434"}]}"#),
      .json(Self.plain(refusal), status: 400))
    tool.firstFactor()
    let outcome = tool.run("mfa", "challenge", "--testing")
    #expect(outcome.status == 12)
    #expect(outcome.errors.hasPrefix("error: \(message)\n"))
    #expect(
      outcome.errors.contains(
        "  first upgrade the project to Identity Platform, in the Firebase console under Authentication > Settings:\n"
          + "    \(Self.firebase)/authentication/settings\n  \(way)\n"))
  }

  @Test(arguments: [("sms", [ToolHarness.number]), ("totp", ["--secret-file", "-"])])
  func theHintAllowsASecondFactorAtALocalServer(_ kind: String, _ words: [String]) throws {
    let tool = ToolHarness()
    let words = words.map { $0 == "-" ? tool.folder.path + "/totp.txt" : $0 }
    tool.signUpVerified()
    tool.run("local", "project", "disable", "mfa-\(kind)")
    let refused = tool.run(["mfa", "enroll", kind] + words + ["--json"])
    let message = kind == "sms" ? "SMS as second factors (SMS" : "authenticator apps as second factors (TOTP"
    #expect(
      refused.json?["error"]?["message"]
        == .string("the project does not allow \(message) based MFA not enabled.)"))
    let argv = try #require(refused.json?["error"]?["next_step"]?["argv"]?.array)
    let next = argv.compactMap(\.string)
    #expect(next == ["usher", "project", "enable", "mfa-\(kind)"])
    #expect(tool.run(Array(next.dropFirst())).status == 0)
    #expect(tool.run(["mfa", "enroll", kind] + words + ["--json"]).status == 0)
  }

  @Test func aLocalServerIsChangedByCommands() {
    let outcome = errors(Self.plain("OPERATION_NOT_ALLOWED"), "--endpoint", "http://127.0.0.1:9099")
    #expect(
      outcome.errors.hasSuffix(
        "  allow it:  usher project enable phone --endpoint http://127.0.0.1:9099\n"))
  }

  @Test(arguments: [
    ("phone", ["verify-phone", ToolHarness.number]),
    ("email-link", ["send-link", "kim@example.com"]),
    ("password", ["signin", "password", "--email", "kim@example.com", "--password-stdin"]),
    ("password", ["signup", "--email", "kim@example.com", "--password-stdin"]),
    ("anonymous", ["signin", "anonymous"]),
  ])
  func theMethodIsEnabledByTheCommandThatTheHintNames(_ method: String, _ words: [String]) throws {
    let tool = ToolHarness()
    tool.signInByPassword(as: "another")
    tool.run("local", "project", "disable", method)
    let refused = tool.run(words + ["--json"], input: ToolHarness.password)
    #expect(refused.status == 12)
    let next = try #require(refused.json?["error"]?["next_step"]?["argv"]?.array).compactMap(\.string)
    #expect(next == ["usher", "project", "enable", method])
    #expect(tool.run(Array(next.dropFirst())).status == 0)
    #expect(tool.run(words + ["--json"], input: ToolHarness.password).status != 12)
  }

  @Test func aStrangeProjectsIdCannotBendTheAddress() {
    let outcome = errors(Self.plain("OPERATION_NOT_ALLOWED"), "-P", "x/../y?z")
    #expect(outcome.errors.contains("/project/x%2F..%2Fy%3Fz/authentication/providers\n"))
  }
}
