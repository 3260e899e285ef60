import Essentials
import IdentityToolkit

/// A project's configuration as Google's service shows it: with members that nobody has set.
struct ServiceConfig: Sendable {
  let call: Call

  func answered(_ stored: JSONValue) -> JSONValue {
    var config = stored.withoutDefaults.withoutEmptyLists.completed(by: defaults)
    if !call.policy.smsEverywhere, config["smsRegionConfig"] == nil {
      config["smsRegionConfig"] = ["allowlistOnly": [:]]
    }
    config["name"] = .string("projects/\(ProjectNumber(of: call.project).text)/config")
    config.sayStates(ofSecondFactors: "mfa", under: call.policy)
    if !call.permissions.contains(.readHashes) { config["signIn"]?["hashConfig"] = nil }
    return config
  }

  private var defaults: JSONValue {
    return [
      "blockingFunctions": [:],
      "client": [
        "apiKey": "fake-api-key", "firebaseSubdomain": .string(call.project), "permissions": [:],
      ],
      "defaultHostingSite": .string(call.project), "emailPrivacyConfig": [:], "mfa": [:],
      "mobileLinksConfig": ["domain": "HOSTING_DOMAIN"], "monitoring": ["requestLogging": [:]],
      "multiTenant": [:],
      "notification": [
        "defaultLocale": "en",
        "sendEmail": [
          "callbackUri": .string(LinkPlace.hostedActionPage(of: call.project)),
          "dnsInfo": [
            "customDomainState": "NOT_STARTED", "domainVerificationRequestTime": "1970-01-01T00:00:00Z",
          ],
          "method": "DEFAULT",
        ],
        "sendSms": [
          "smsTemplate": ["content": "%LOGIN_CODE% is your verification code for %APP_NAME%."]
        ],
      ],
      "quota": [:],
      "signIn": [
        "anonymous": [:], "email": [:],
        "hashConfig": HashConfig(of: ProjectName(project: call.project)).value, "phoneNumber": [:],
      ],
      "subtype": "IDENTITY_PLATFORM",
    ]
  }

  /// The texts and senders of mails.
  ///
  /// The texts are this project's own words, and no mail is made from them: `MailText` has those.
  static let mailTemplates: JSONValue = [
    "notification": [
      "sendEmail": [
        "changeEmailTemplate": template(
          "Your sign-in email was changed for %APP_NAME%",
          "You now sign in to %APP_NAME% as %NEW_EMAIL%. To go back to %EMAIL%, open this link:"),
        "resetPasswordTemplate": template(
          "Reset your password for %APP_NAME%",
          "To choose a new password for %EMAIL% at %APP_NAME%, open this link:"),
        "revertSecondFactorAdditionTemplate": template(
          "You've added 2 step verification to your %APP_NAME% account.",
          "%SECOND_FACTOR% is now a second step of your sign-in to %APP_NAME%. To remove it, open this link:"),
        "verifyEmailTemplate": template(
          "Verify your email for %APP_NAME%", "To verify %EMAIL% for %APP_NAME%, open this link:"),
      ]
    ]
  ]

  private static func template(_ subject: String, _ text: String) -> JSONValue {
    [
      "body": .string("<p>Hello %DISPLAY_NAME%,</p>\n<p>\(text)</p>\n<p><a href='%LINK%'>%LINK%</a></p>\n"),
      "bodyFormat": "HTML", "replyTo": "noreply", "senderLocalPart": "noreply", "subject": .string(subject),
    ]
  }

  /// Throws if a change would set the subject or the text of a mail.
  ///
  /// The sender's name and address and the address for answers may be changed.
  static func refuseTexts(in changes: JSONValue, paths: [[String]]) throws(ServerError) {
    for template in mailTemplatePaths {
      guard let value = changes.value(at: template[...]), value != .null else { continue }
      let texts = value.members?.map(\.name).filter { !MailSettings.senderParts.contains($0) }
      for path in texts.map({ $0.map { template + [$0] } }) ?? [template]
      where paths.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) {
        throw ServerError(.emailTemplateUpdateNotAllowed)
      }
    }
  }

  static let mailTemplatePaths = (mailTemplates["notification"]?["sendEmail"]?.members ?? []).map {
    ["notification", "sendEmail", $0.name]
  }
}

extension JSONValue {
  /// Returns the object with the members that only `defaults` has, at every depth.
  func completed(by defaults: JSONValue) -> JSONValue {
    guard let own = members, let others = defaults.members else { return self }
    return .object(
      own.map { member in
        Member(member.name, defaults[member.name].map { member.value.completed(by: $0) } ?? member.value)
      } + others.filter { self[$0.name] == nil })
  }
}
