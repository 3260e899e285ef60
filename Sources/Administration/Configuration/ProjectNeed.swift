import Essentials
package import IdentityToolkit

/// Something that an app needs of its project's configuration.
package enum ProjectNeed: Equatable, Sendable {
  case feature(ProjectFeature)
  /// The domain is authorized for links and pop-up windows.
  case domain(String)
  /// The project sends SMS to numbers with this calling code.
  case sms(to: CallingCode)
  /// The number is fictional.
  case fictionalNumber(PhoneNumber)
}

extension ConfigurationDocument {
  /// Returns the needs that the project does not meet, in order.
  ///
  /// - Parameter sendsByDefault: Whether a project without a rule for SMS regions sends to all.
  package func unmet(_ needs: [ProjectNeed], sendsByDefault: Bool = true) -> [ProjectNeed] {
    needs.filter { !meets($0, sendsByDefault: sendsByDefault) }
  }

  private func meets(_ need: ProjectNeed, sendsByDefault: Bool) -> Bool {
    switch need {
    case .feature(let feature): feature.isEnabled(in: config, ofTenant: isTenant)
    case .domain(let domain): isAuthorized(domain)
    case .sms(let code):
      // A rule that cannot be read allows nothing.
      (try? SMSRegionRule(config["smsRegionConfig"])).map { $0.allows(code) ?? sendsByDefault } ?? false
    case .fictionalNumber(let phone): fictionalNumbers?[phone.e164] != nil
    }
  }

  private func isAuthorized(_ domain: String) -> Bool {
    let domains = (config["authorizedDomains"]?.array ?? []).compactMap(\.string) + hostingDomains
    return domains.contains { $0.hasBytes(ofAnyCase: domain) }
  }

  private var fictionalNumbers: JSONValue? {
    isTenant ? config["testPhoneNumbers"] : config["signIn"]?["phoneNumber"]?["testPhoneNumbers"]
  }
}
