import Administration
import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

// Checks of a real project's configuration, with an administrator's credential.

extension Checkup {
  mutating func lookAtConfiguration(_ options: AdministratorOptions) {
    guard let destination = try? place.destination() else { return }
    guard destination.endpoint == .production else {
      let given = options.given ?? AdministratorAccess.variables(in: world.environment).first
      guard let given else { return }
      return add(
        .warn(.administrator, "\(given) is not used, because doctor checks only projects at Google"))
    }
    let access = AdministratorAccess(options, world, service.transports, owner: service.owner, output)
    guard access.isGiven else { return }
    do {
      let server = ProjectAdministrator(
        backend: try service.backend(at: destination), credential: try access.credential(for: destination))
      let config = try server.projectConfig()
      add(.ok(.administrator, "the credential may read the configuration"))
      let mend = { [next] (words: [String]) in
        next.line(["usher", "project"] + words + options.words)
      }
      if destination.tenant == nil { add(edition(config, mend)) }
      lookAtNeeds(
        ConfigurationDocument(
          config: config, providers: [:], project: destination.project, isTenant: server.isTenants), mend)
    } catch {
      add(.fail(.administrator, Diagnosis(error, now: world.now()), at: destination))
    }
  }

  private func edition(_ config: JSONValue, _ mend: ([String]) -> String) -> Check {
    guard config["subtype"] == "FIREBASE_AUTH" else {
      return .ok(.edition, Text(verbatim: "Identity Platform"))
    }
    return .warn(
      .edition, "Firebase Authentication, without TOTP, tenants and blocking functions",
      "they need Identity Platform: \(mend(["init"]))")
  }

  /// - Parameter mend: Returns the command that mends it.
  private mutating func lookAtNeeds(_ document: ConfigurationDocument, _ mend: ([String]) -> String) {
    let methods: [ProjectFeature] =
      document.isTenant ? [.password, .emailLink] : [.phone, .password, .emailLink]
    let off = document.unmet(methods.map { .feature($0) }).compactMap { need in
      if case .feature(let feature) = need { feature } else { nil }
    }
    let names = off.map(\.rawValue)
    add(
      off.isEmpty
        ? .ok(.methods, Text(verbatim: methods.map(\.rawValue).joined(separator: ", ")))
        : .warn(
          .methods, Text("off: \(names.joined(separator: ", "))"),
          "enable what you need: \(mend(["enable"] + names))"))
    if !document.isTenant, !document.unmet([.domain("127.0.0.1")]).isEmpty {
      add(
        .warn(
          .domain, "127.0.0.1 is not authorized, so usher's pages cannot run reCAPTCHA",
          "authorize it: \(mend(["domain", "add", "127.0.0.1"]))"))
    }
    guard !off.contains(.phone), !document.isTenant else { return }
    if (try? SMSRegionRule(document.config["smsRegionConfig"])) == .nowhere {
      add(
        .warn(
          .regions, "the project sends SMS to no region",
          "allow some: \(mend(["region", "allow", "US"]))"))
    }
    if document.config.part(at: "signIn.phoneNumber.testPhoneNumbers")?.members?.isEmpty ?? true {
      add(
        .warn(
          .testNumbers, "the project has no fictional number, which tests need",
          "add one: \(mend(["test-number", "add", "+16505550100", "-"]))"))
    }
  }
}
