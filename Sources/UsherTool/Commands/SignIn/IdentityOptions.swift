import AuthClient
import CommandKit
import Essentials
import Flows

/// An identity provider and the token it gave.
struct IdentityOptions: ArgumentSet {
  var provider = ""
  var idTokenFile: String?
  var accessTokenFile: String?
  var nonceFile: String?
  var secondFactor = FactorOptions()

  static let arguments: [Argument<Self>] =
    [
      .positional(\.provider, "provider", help: "The provider, like google.com, apple.com or oidc.name."),
      .option(
        \.idTokenFile, "id-token-file", value: "FILE",
        help: "Read the provider's ID token from this file; - is standard input.",
        completion: .file),
      .option(
        \.accessTokenFile, "access-token-file", value: "FILE",
        help: "Read the provider's access token from this file; - is standard input.", completion: .file),
      .option(
        \.nonceFile, "nonce-file", value: "FILE",
        help: "Read the ID token's raw nonce from this file.",
        completion: .file),
    ] + Argument.set(\.secondFactor)

  func report(for purpose: CredentialPurpose, in context: Context) throws -> Report<StepResult> {
    let flow = try context.flow()
    try flow.refuseShadowed(by: purpose)
    if purpose.needsCurrentUser, try flow.current() == nil { throw try NotSignedIn(flow) }
    let credential = try credential(in: context)
    let secondFactor = try secondFactor.read(in: context)
    return try StepReports(context: context, flow: flow, secondFactor: secondFactor).report(
      try CredentialUse(flow, for: purpose, method: "idp \(provider)").use(.oauth(credential)))
  }

  private func credential(in context: Context) throws -> OAuthCredential {
    guard idTokenFile != nil || accessTokenFile != nil else {
      throw UsageError.misuse(
        "the provider's token is missing", hint: "pass it with --id-token-file or --access-token-file")
    }
    return OAuthCredential(
      providerID: provider, idToken: try token(idTokenFile, context),
      accessToken: try token(accessTokenFile, context),
      rawNonce: try token(nonceFile, context))
  }

  private func token(_ file: String?, _ context: Context) throws -> String? {
    guard let file else { return nil }
    let text = try context.standardInput.text(of: file)
    let token = text.split(whereSeparator: \.isNewline).joined()
    guard !token.isEmpty else {
      throw Diagnosis("auth/invalid-credential", .data, "\(file) is empty", retry: .newInput)
    }
    return token
  }
}
