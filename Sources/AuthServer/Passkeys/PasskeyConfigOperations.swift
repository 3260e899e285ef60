import HTTP
import IdentityToolkit

struct GetPasskeyConfigOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> PasskeyConfig {
    let settings = PasskeySettings(call: call)
    return settings.answered(
      try call.store.read { transaction in
        try settings.stored(project: call.findProject(in: transaction).id, in: transaction)
      })
  }
}

/// The operation that changes the settings for passkeys that the mask names or, without a mask, that the request has.
struct UpdatePasskeyConfigOperation: Operation {
  let call: Call

  func answer(_ request: PasskeyConfig) throws -> PasskeyConfig {
    let names = try named(in: request)
    if names.contains("rpId"), let id = request.rpId { try check(relyingPartyID: id) }
    for origin in request.expectedOrigins ?? [] where names.contains("expectedOrigins") {
      try check(origin: origin)
    }
    let settings = PasskeySettings(call: call)
    let config = try call.store.write { transaction in
      let project = try call.storedProject(in: transaction).id
      var config = try settings.stored(project: project, in: transaction) ?? PasskeyConfig()
      if names.contains("rpId"), config.rpId != request.rpId {
        // Authenticators keep a passkey for one relying party ID only. Passkeys of an import come before it.
        guard try config.rpId == nil || !transaction.hasPasskeys(project: project)
        else { throw ServerError.badArgument("rpId cannot be changed while accounts have passkeys.") }
        config.rpId = request.rpId
      }
      if names.contains("expectedOrigins") { config.expectedOrigins = request.expectedOrigins }
      try settings.store(config, project: project, in: transaction)
      return config
    }
    return settings.answered(config)
  }

  private func named(in request: PasskeyConfig) throws(ServerError) -> Set<String> {
    guard let mask = call.request.queryValue("updateMask"), !mask.isEmpty else {
      return Set(
        [request.rpId.map { _ in "rpId" }, request.expectedOrigins.map { _ in "expectedOrigins" }]
          .compactMap(\.self))
    }
    let names = mask.split(separator: ",").map { $0 == "rp_id" ? "rpId" : String($0) }
      .map { $0 == "expected_origins" ? "expectedOrigins" : $0 }
    guard names.allSatisfy({ ["name", "rpId", "expectedOrigins"].contains($0) })
    else { throw .badArgument("updateMask names rpId and expectedOrigins.") }
    return Set(names)
  }

  private func check(relyingPartyID id: String) throws(ServerError) {
    let labels = id.split(separator: ".", omittingEmptySubsequences: false)
    let isDomain =
      Origin("https://" + id)?.host == id && labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
      && labels.last?.contains(where: \.isLetter) == true && !id.contains("_")
    guard isDomain || id == PasskeySettings.localID
    else { throw .badArgument("rpId is a domain, such as example.com.") }
  }

  /// Apps have other origins than websites, such as `android:apk-key-hash:…`.
  private func check(origin text: String) throws(ServerError) {
    let origin = Origin(text)
    let isWebsite =
      origin?.description == text && origin?.port != (origin?.scheme == .http ? 80 : 443)
      && (origin?.scheme == .https || origin?.isLoopback == true)
    guard isWebsite || text.hasPrefix(Self.androidApp) && text != Self.androidApp else {
      throw .badArgument(
        "expectedOrigins are origins such as https://example.com or \(Self.androidApp)HASH.")
    }
  }

  private static let androidApp = "android:apk-key-hash:"
}
