import Essentials
import IdentityToolkit

/// The configuration of a new project, with everything that is implemented enabled.
struct NewProjectConfig: Sendable {
  /// The number in Firebase's guides.
  ///
  /// Every new project has it as a fictional number.
  static let testNumber = "+16505553434"

  let value: JSONValue

  static let mfa: JSONValue = [
    "state": "ENABLED",
    "enabledProviders": ["PHONE_SMS"],
    "providerConfigs": [
      [
        "state": "ENABLED",
        "totpProviderConfig": [
          "adjacentIntervals": .integer(Int64(MFASettings.defaultAdjacentIntervals))
        ],
      ]
    ],
  ]

  /// - Parameter isPlatform: Whether the project is one of Identity Platform, with second factors and tenants.
  init(named name: String, isPlatform: Bool = true) {
    var config: JSONValue = [
      "signIn": [
        "email": ["enabled": true, "passwordRequired": false],
        "phoneNumber": ["enabled": true, "testPhoneNumbers": [Self.testNumber: "654321"]],
        "anonymous": ["enabled": true],
        "allowDuplicateEmails": false,
      ],
      "mfa": Self.mfa,
      "multiTenant": ["allowTenants": true],
      "authorizedDomains": [
        "localhost", "127.0.0.1", .string(name + ".firebaseapp.com"), .string(name + ".web.app"),
      ],
    ]
    if !isPlatform { (config["mfa"], config["multiTenant"]) = (nil, nil) }
    value = config
  }
}
