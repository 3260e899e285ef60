package import Essentials
import HTTP
import IdentityToolkit

/// Administers a project, or the backend's tenant: its configuration and accounts.
///
/// The project is at Google's service, a local server or Firebase's emulator.
package struct ProjectAdministrator: Sendable {
  package let backend: Backend
  let credential: AdministratorCredential

  package init(backend: Backend, credential: AdministratorCredential = .owner) {
    self.backend = backend
    self.credential = credential
  }

  /// Returns the configuration of the project or tenant.
  ///
  /// A local server includes disabled settings.
  package func projectConfig() throws(AuthFailure) -> JSONValue {
    // Google's service refuses a parameter that it does not know.
    let query = backend.endpoint == .production ? [] : [QueryItem("defaults", "true")]
    let config =
      try isTenants
      ? call(GetTenant.self, .init(), query: query) : call(GetProjectConfig.self, .init(), query: query)
    guard config.members != nil, config["error"] == nil else { throw .noConfiguration }
    return config
  }

  /// Replaces the part of the configuration at `path`; nil removes it.
  package func updateProjectConfig(_ path: String, to value: JSONValue?) throws(AuthFailure) {
    let config = path.split(separator: ".").reversed().reduce(value ?? .null) { inner, name in
      .object([.init(String(name), inner)])
    }
    try updateProjectConfig(config, mask: [path])
  }

  /// Replaces the parts of the configuration that `mask` names with those in `config`.
  package func updateProjectConfig(_ config: JSONValue, mask: [String]) throws(AuthFailure) {
    let query = [QueryItem("updateMask", mask.joined(separator: ","))]
    _ =
      try isTenants
      ? call(UpdateTenant.self, config, query: query) : call(UpdateProjectConfig.self, config, query: query)
  }

  /// Initializes the authentication of a new project, which needs billing.
  package func initialize() throws(AuthFailure) {
    _ = try call(InitializeAuth.self, .init())
  }

  package func testPhoneNumbers() throws(AuthFailure) -> [(number: String, code: String)] {
    var value: JSONValue? = try projectConfig()
    for name in testPhoneNumbersPath.split(separator: ".") { value = value?[String(name)] }
    return (value?.members ?? []).compactMap { member in member.value.string.map { (member.name, $0) } }
  }

  /// Sets the code of a fictional number; nil removes the number. The other numbers do not change.
  package func setTestPhoneNumber(_ number: String, code: String?) throws(AuthFailure) {
    // Google's field masks cannot name an element of a map.
    let numbers = try testPhoneNumbers().filter { $0.number != number } + (code.map { [(number, $0)] } ?? [])
    try updateProjectConfig(
      testPhoneNumbersPath, to: .object(numbers.map { .init($0.number, .string($0.code)) }))
  }

  /// The path of the fictional numbers in the configuration.
  package var testPhoneNumbersPath: String {
    isTenants ? "testPhoneNumbers" : "signIn.phoneNumber.testPhoneNumbers"
  }

  package var isTenants: Bool { backend.tenant != nil }

  func call<R: RPC>(
    _ rpc: R.Type, _ request: R.Request, query: [QueryItem] = []
  ) throws(AuthFailure) -> R.Response {
    try backend.call(rpc, request, as: credential, tenant: backend.tenant, query: query)
  }

  /// Returns the elements of all pages of a list.
  ///
  /// - Parameter page: Returns one page's elements, and the token of the next page.
  func all<Element>(
    _ page: (_ token: String?) throws(AuthFailure) -> (elements: [Element], next: String?)
  ) throws(AuthFailure) -> [Element] {
    var elements: [Element] = []
    var tokens = PageTokens(first: nil)
    var token: String?
    repeat {
      let answer = try page(token)
      elements += answer.elements
      token = answer.next.flatMap { $0.isEmpty ? nil : $0 }
      guard tokens.isNew(token) else { throw .repeatedPages }
    } while token != nil
    return elements
  }
}

extension AuthFailure {
  fileprivate static let noConfiguration = AuthFailure.malformedAnswer(
    status: 200, reason: "no configuration")

  /// A list has a page token that was already used, so it would have no end.
  package static let repeatedPages = AuthFailure.malformedAnswer(
    status: 200, reason: "the pages of the list repeat")
}
