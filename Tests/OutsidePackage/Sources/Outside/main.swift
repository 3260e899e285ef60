import Foundation

let programs: [(name: String, run: @Sendable () async throws -> Void)] = [
  ("password", passwordGuide), ("anonymous", anonymousGuide), ("phone", phoneGuide),
  ("e-mail link", emailLinkGuide), ("linking", linkingGuide), ("managing users", userGuide),
  ("mailed codes", mailGuide), ("SMS second factor", smsFactorGuide), ("TOTP second factor", totpGuide),
  ("custom token", customTokenGuide), ("identity provider", providerGuide), ("errors", errorGuide),
  ("listeners", listenerGuide), ("settings", settingsGuide), ("app verification", appVerificationGuide),
  ("emulator", emulatorGuide), ("kept session", persistenceProgram), ("verifier", verifierProgram),
  ("200 at once", manyAtOnceProgram), ("cancellation", cancellationProgram),
]

for (name, run) in programs {
  do {
    try await run()
    print("ok: \(name)")
  } catch {
    print("failed: \(name): \(error)")
    exit(1)
  }
}
