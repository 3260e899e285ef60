import AuthClient
import Essentials
import IdentityToolkit

extension LocalServer {
  /// Enables features in the project, or in the tenant of this object.
  public func enable(_ features: Feature...) throws(LocalServerError) {
    for feature in features { try set(feature, isEnabled: true) }
  }

  /// Disables features in the project, or in the tenant of this object.
  public func disable(_ features: Feature...) throws(LocalServerError) {
    for feature in features { try set(feature, isEnabled: false) }
  }

  private func set(_ feature: Feature, isEnabled: Bool) throws(LocalServerError) {
    let isTenants = tenantID != nil
    let config = try administered { server throws(AuthFailure) in try server.project.projectConfig() }
    guard
      let (path, value) = feature.projectFeature.setting(
        isEnabled: isEnabled, ofTenant: isTenants, in: { config })
    else { throw .invalidArgument("no tenant has \(feature) as a sign-in method") }
    try administered { server throws(AuthFailure) in try server.project.updateProjectConfig(path, to: value) }
  }

  /// Makes `number` fictional: no SMS is sent to it, and `code` is always right.
  ///
  /// `+16505553434` with `654321` exists from the beginning, and you can add ten more.
  /// - Parameters:
  ///   - number: A number in E.164 form that no account has.
  ///   - code: Six digits. Nil makes the number an ordinary one again.
  /// - Throws: ``LocalServerError/refused(code:message:)`` with `INVALID_TESTING_PHONE_NUMBER`.
  public func setTestPhoneNumber(_ number: String, code: String?) throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.project.setTestPhoneNumber(number, code: code)
    }
  }

  /// Returns the fictional numbers and their codes.
  public func testPhoneNumbers() throws(LocalServerError) -> [String: String] {
    let numbers = try administered { server throws(AuthFailure) in try server.project.testPhoneNumbers() }
    return Dictionary(numbers.map { ($0.number, $0.code) }) { $1 }
  }

  /// Allows links to `domain`, in addition to `localhost` and the project's own domains.
  public func authorizeDomain(_ domain: String) throws(LocalServerError) {
    try administered { server throws(AuthFailure) in
      let domains = try server.project.projectConfig()["authorizedDomains"]?.array ?? []
      if domains.contains(.string(domain)) { return }
      try server.project.updateProjectConfig("authorizedDomains", to: .array(domains + [.string(domain)]))
    }
  }
}
