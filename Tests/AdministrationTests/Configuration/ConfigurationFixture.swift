import Administration
import Essentials
import IdentityToolkit

/// What the admin API answers for a project with most settings.
enum ConfigurationFixture {
  static let project = "demo"

  static let config: JSONValue = [
    "name": "projects/123456789012/config",
    "signIn": [
      "email": ["enabled": true],
      "phoneNumber": [
        "enabled": true, "testPhoneNumbers": ["+16505553434": "654321", "+84901234567": "111111"],
      ],
      "anonymous": [:],
      "hashConfig": ["algorithm": "SCRYPT", "signerKey": "key of hashes", "rounds": 8],
    ],
    "notification": [
      "sendEmail": [
        "method": "CUSTOM_SMTP",
        "smtp": [
          "host": "smtp.example.com", "port": 465, "username": "mailer", "password": "password of mails",
        ],
        "verifyEmailTemplate": ["subject": "Verify"],
        "callbackUri": "https://demo.firebaseapp.com/__/auth/action",
        "dnsInfo": ["customDomainState": "NOT_STARTED"],
      ],
      "sendSms": ["smsTemplate": ["content": "%LOGIN_CODE%"], "useDeviceLocale": true],
      "defaultLocale": "en",
    ],
    "quota": ["signUpQuotaConfig": ["quota": "100", "startTime": "2026-11-01T00:00:00Z"]],
    "monitoring": ["requestLogging": ["enabled": true]],
    "multiTenant": ["allowTenants": true, "defaultTenantLocation": "folders/1"],
    "authorizedDomains": ["localhost", "demo.firebaseapp.com", "demo.web.app", "app.example.com"],
    "subtype": "IDENTITY_PLATFORM",
    "client": ["apiKey": "key of apps", "permissions": [:], "firebaseSubdomain": "demo"],
    "mfa": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
    "blockingFunctions": [
      "triggers": [
        "beforeCreate": ["functionUri": "https://f.example.com/a", "updateTime": "2026-11-01T00:00:00Z"]
      ]
    ],
    "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["VN", "DE", "VN"]]],
    "passwordPolicyConfig": [
      "passwordPolicyEnforcementState": "ENFORCE", "lastUpdateTime": "2026-11-01T00:00:00Z",
      "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 8], "schemaVersion": 1]],
    ],
    "recaptchaConfig": [
      "phoneEnforcementState": "AUDIT", "recaptchaKeys": [["key": "projects/demo/keys/1"]],
    ],
    "defaultHostingSite": "demo",
  ]

  static let providers: [String: JSONValue] = [
    "google.com": [
      "name": "projects/123456789012/defaultSupportedIdpConfigs/google.com", "enabled": true,
      "clientId": "client of Google", "clientSecret": "secret of Google",
    ],
    "apple.com": [
      "enabled": true, "clientId": "client of Apple",
      "appleSignInConfig": [
        "codeFlowConfig": ["teamId": "T", "keyId": "K", "privateKey": "key of Apple"],
        "bundleIds": ["b", "a"],
      ],
    ],
    "saml.hr": [
      "displayName": "HR", "enabled": true,
      "idpConfig": [
        "idpEntityId": "idp", "ssoUrl": "https://idp.example.com",
        "idpCertificates": [["x509Certificate": "C"]],
      ],
      "spConfig": [
        "spEntityId": "sp", "callbackUri": "https://demo.firebaseapp.com/__/auth/handler",
        "spCertificates": [["x509Certificate": "S", "expiresAt": "2027-01-01T00:00:00Z"]],
      ],
    ],
  ]

  static let document = ConfigurationDocument(config: config, providers: providers, project: project)

  static let text = """
    {
      "config": {
        "authorizedDomains": [
          "app.example.com",
          "localhost"
        ],
        "autodeleteAnonymousUsers": false,
        "blockingFunctions": {
          "triggers": {
            "beforeCreate": {
              "functionUri": "https://f.example.com/a"
            }
          }
        },
        "client": {
          "permissions": {}
        },
        "emailPrivacyConfig": {},
        "mfa": {
          "enabledProviders": [
            "PHONE_SMS"
          ],
          "state": "ENABLED"
        },
        "mobileLinksConfig": {},
        "multiTenant": {
          "allowTenants": true
        },
        "notification": {
          "defaultLocale": "en",
          "sendEmail": {
            "method": "CUSTOM_SMTP",
            "smtp": {
              "host": "smtp.example.com",
              "password": null,
              "port": 465,
              "username": "mailer"
            }
          },
          "sendSms": {
            "useDeviceLocale": true
          }
        },
        "passwordPolicyConfig": {
          "passwordPolicyEnforcementState": "ENFORCE",
          "passwordPolicyVersions": [
            {
              "customStrengthOptions": {
                "minPasswordLength": 8
              }
            }
          ]
        },
        "recaptchaConfig": {
          "phoneEnforcementState": "AUDIT"
        },
        "signIn": {
          "anonymous": {},
          "email": {
            "enabled": true
          },
          "phoneNumber": {
            "enabled": true,
            "testPhoneNumbers": {
              "+16505553434": null,
              "+84901234567": null
            }
          }
        },
        "smsRegionConfig": {
          "allowlistOnly": {
            "allowedRegions": [
              "DE",
              "VN"
            ]
          }
        }
      },
      "providers": {
        "apple.com": {
          "appleSignInConfig": {
            "bundleIds": [
              "a",
              "b"
            ],
            "codeFlowConfig": {
              "keyId": "K",
              "privateKey": null,
              "teamId": "T"
            }
          },
          "clientId": "client of Apple",
          "enabled": true
        },
        "google.com": {
          "clientId": "client of Google",
          "clientSecret": null,
          "enabled": true
        },
        "saml.hr": {
          "displayName": "HR",
          "enabled": true,
          "idpConfig": {
            "idpCertificates": [
              {
                "x509Certificate": "C"
              }
            ],
            "idpEntityId": "idp",
            "ssoUrl": "https://idp.example.com"
          },
          "spConfig": {
            "spEntityId": "sp"
          }
        }
      },
      "secrets": [
        "config.notification.sendEmail.smtp.password",
        "config.signIn.phoneNumber.testPhoneNumbers.+16505553434",
        "config.signIn.phoneNumber.testPhoneNumbers.+84901234567",
        "providers.apple.com.appleSignInConfig.codeFlowConfig.privateKey",
        "providers.google.com.clientSecret"
      ]
    }

    """
}
