import AuthClient
import CommandKit
import TerminalIO

/// How a new authenticator app's secret reaches its owner: once, on the terminal or in files.
struct TOTPSecretShowing {
  let context: Context
  let issuer: String
  private let qr: QROption
  private let secretFile: String?

  private enum QROption {
    case auto, always, never
    case png(String)
  }

  /// - Throws: `UsageError` before anything is begun where the secret would be lost.
  init(qr: String?, secretFile: String?, issuer: String?, context: Context) throws {
    self.context = context
    self.secretFile = secretFile
    self.issuer = try issuer ?? context.destination().project
    switch qr {
    case nil, "auto": self.qr = .auto
    case "always": self.qr = .always
    case "never": self.qr = .never
    case let file? where file.lowercased().hasSuffix(".png"): self.qr = .png(file)
    case let word?:
      throw UsageError.misuse("--qr is auto, always, never or a file that ends in .png, not '\(word)'")
    }
    if case .png = self.qr { return }
    guard context.isInteractive || secretFile != nil else {
      throw UsageError.misuse(
        "nobody is there to see the secret", hint: "have it written with --secret-file FILE")
    }
  }

  func show(_ secret: TOTPSecret, for account: String) throws {
    let url = secret.otpauthURL(accountName: account, issuer: issuer)
    if let secretFile { try TOTPSecretFile.write(secret.sharedSecretKey, to: secretFile) }
    if case .png(let file) = qr { try NewFile.write(try QRCode(url).png(), to: file) }
    guard context.isInteractive else { return }
    if showsQRCode(url) { context.terminal.say("Scan this with the authenticator app, or type the secret:") }
    context.terminal.say("Secret:  \(secret.groupedSecret)")
    context.terminal.say("URL:     \(url)")
  }

  private func showsQRCode(_ url: String) -> Bool { false }
}
