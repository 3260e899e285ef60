import Essentials
import IdentityToolkit
import OpenIDConnect

/// The rules of a provider collection: the IDs, and the fields of the configurations.
protocol ProviderForm: ProviderCollection {
  static func isID(_ id: String) -> Bool
  /// The allowed fields with their own fields.
  ///
  /// The fields of an empty object are not checked.
  static var fields: JSONValue { get }
  /// Throws for a configuration that cannot be used to contact a provider.
  static func check(_ config: JSONValue) throws(ServerError)
}

extension ProviderForm {
  /// Returns the ID in a request.
  static func id(_ text: String?) throws(ServerError) -> String {
    guard let text, isID(text), ProviderIdentity.isFederated(text), text == text.asciiLowercased() else {
      throw ServerError(.invalidConfigID)
    }
    return text
  }

  /// Returns the part of `config` to store: all but the name, which the server adds.
  static func kept(_ config: JSONValue) throws(ServerError) -> JSONValue {
    guard let members = config.members else { throw .badJSON("An object is needed.") }
    // SDKs send null for values to remove.
    let kept = JSONValue.object(members.filter { $0.name != "name" && $0.value != .null })
    try refuseUnknown(kept, fields, at: "")
    for (name, isRight) in [
      ("enabled", kept["enabled"].map { $0.bool != nil } ?? true),
      ("displayName", kept["displayName"].map { $0.string != nil } ?? true),
    ] where !isRight {
      throw ServerError(.invalidConfig, "\(name) is of the wrong type.")
    }
    return kept
  }

  private static func refuseUnknown(
    _ value: JSONValue, _ known: JSONValue, at place: String
  ) throws(ServerError) {
    for member in value.members ?? [] {
      guard let inner = known[member.name] else {
        throw .badJSON("Unknown name \"\(member.name.prefix(100))\" at '\(place)'.")
      }
      if inner != [:] {
        let path = place.isEmpty ? member.name : place + "." + member.name
        try refuseUnknown(member.value, inner, at: path)
      }
    }
  }
}

extension OAuthIdpConfigs: ProviderForm {
  static func isID(_ id: String) -> Bool { id.hasPrefix("oidc.") && id.utf8.count > 5 }

  static var fields: JSONValue {
    [
      "displayName": [:], "enabled": [:], "clientId": [:], "clientSecret": [:], "issuer": [:],
      "responseType": ["idToken": [:], "code": [:], "token": [:]],
    ]
  }

  static func check(_ config: JSONValue) throws(ServerError) {
    guard let client = config["clientId"], client != "" else { throw ServerError(.missingOAuthClientID) }
    guard client.string != nil else { throw ServerError(.invalidOAuthClientID) }
    guard let issuer = config["issuer"], issuer != "" else { throw ServerError(.missingIssuer) }
    // An http one is allowed on this machine.
    guard let text = issuer.string, (try? OpenIDProvider.document(of: text)) != nil
    else { throw ServerError(.invalidIssuer, "Issuer in OAuthIdpConfig should be a valid URL.") }
    if let secret = config["clientSecret"], secret.string == nil {
      throw ServerError(.invalidConfig, "clientSecret is of the wrong type.")
    }
    let type = config["responseType"]
    for name in ["idToken", "code", "token"] where type?[name].map({ $0.bool == nil }) == true {
      throw ServerError(.invalidConfig, "responseType.\(name) is true or false.")
    }
    guard type?["idToken"] != true || type?["code"] != true else {
      throw ServerError(.invalidConfig, "responseType is code or idToken, not both.")
    }
    guard type?["code"] != true || config["clientSecret"]?.string?.nonEmpty != nil
    else { throw ServerError(.invalidConfig, "client_secret cannot be empty for code flow.") }
  }
}

extension InboundSamlConfigs: ProviderForm {
  static func isID(_ id: String) -> Bool { id.hasPrefix("saml.") && id.utf8.count > 5 }

  static var fields: JSONValue {
    [
      "displayName": [:], "enabled": [:],
      "idpConfig": [
        "idpEntityId": [:], "ssoUrl": [:], "signRequest": [:], "idpCertificates": [:],
      ],
      "spConfig": ["spEntityId": [:], "callbackUri": [:], "spCertificates": [:]],
    ]
  }

  static func check(_ config: JSONValue) throws(ServerError) {
    let (idp, sp) = (config["idpConfig"], config["spConfig"])
    for name in ["idpEntityId", "ssoUrl"] where idp?[name]?.string?.isEmpty != false {
      throw ServerError(.invalidConfig, "idpConfig.\(name) is missing.")
    }
    // An http one is allowed on this machine.
    guard EndpointAddress(idp?["ssoUrl"]?.string ?? "") != nil else {
      throw ServerError(.invalidConfig, "idpConfig.ssoUrl should be a valid URL.")
    }
    let certificates = idp?["idpCertificates"]?.array ?? []
    guard !certificates.isEmpty, certificates.allSatisfy({ $0["x509Certificate"]?.string?.isEmpty == false })
    else { throw ServerError(.invalidConfig, "idpConfig.idpCertificates holds no x509Certificate.") }
    guard sp?["spEntityId"]?.string?.isEmpty == false else {
      throw ServerError(.missingSAMLRelyingPartyConfig)
    }
  }
}

extension DefaultSupportedIdpConfigs: ProviderForm {
  static func isID(_ id: String) -> Bool { IdentityProvider.isWellKnown(id) }

  static var fields: JSONValue {
    ["enabled": [:], "clientId": [:], "clientSecret": [:], "appleSignInConfig": [:]]
  }

  static func check(_ config: JSONValue) throws(ServerError) {
    for name in ["clientId", "clientSecret"] where config[name].map({ $0.string == nil }) == true {
      throw ServerError(.invalidConfig, "\(name) is of the wrong type.")
    }
  }
}
