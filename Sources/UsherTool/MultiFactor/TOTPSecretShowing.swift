import AuthClient
import CommandKit
import Essentials
import TerminalIO

/// How a new authenticator app's secret reaches its owner: once, on the terminal or in files.
struct TOTPSecretShowing {
  let context: Context
  private let issuer: String
  private let code: QROption
  private let secretFile: PrivateFile?
  private let pictureFile: PrivateFile?

  private enum QROption {
    case auto, always, never
  }

  /// Makes the files, so that what cannot be written is known before anything is begun.
  /// - Throws: `UsageError` where the secret would be lost.
  init(qr: String?, secretFile: String?, issuer: String?, context: Context) throws {
    self.context = context
    self.issuer = try issuer ?? context.destination().project
    var picture: String?
    switch qr {
    case nil, "auto": code = .auto
    case "always": code = .always
    case "never": code = .never
    case let file? where file.lowercased().hasSuffix(".png"):
      code = .never
      picture = file
    case let word?:
      throw UsageError.misuse("--qr is auto, always, never or a file that ends in .png, not '\(word)'")
    }
    guard context.isInteractive || secretFile != nil || picture != nil else {
      throw UsageError.misuse(
        "nobody is there to see the secret", hint: "have it written with --secret-file FILE")
    }
    self.secretFile = try secretFile.map { path throws(Diagnosis) in try PrivateFile(creating: path) }
    do {
      pictureFile = try picture.map { path throws(Diagnosis) in try PrivateFile(creating: path) }
    } catch {
      self.secretFile?.abandon()
      throw error
    }
  }

  /// Takes the files away again: there is no secret.
  func abandon() {
    secretFile?.abandon()
    pictureFile?.abandon()
  }

  func show(_ secret: TOTPSecret, for account: String) throws {
    let url = secret.otpauthURL(accountName: account, issuer: issuer)
    try secretFile?.finish(with: (secret.sharedSecretKey + "\n").utf8)
    if let pictureFile { try pictureFile.finish(with: QRCode(url).png()) }
    guard context.isInteractive else { return }
    if code != .never { try draw(url) }
    context.terminal.say("Secret:  \(secret.groupedSecret)")
    context.terminal.say("URL:     \(url)")
    context.terminal.say(
      "It is shown only now: scan or type it into the authenticator app, then give its code.")
  }

  /// Where a code would be torn, and nobody insists, the text has to do.
  private func draw(_ url: String) throws {
    let picture: QRCode
    switch Result(catching: { () throws(QRCodeError) in try QRCode(url) }) {
    case .success(let code): picture = code
    case .failure(let error):
      if code == .always { throw error }
      return context.say(Diagnosis(error))
    }
    let columns = context.terminal.columns ?? 80
    guard code == .always || picture.columns <= columns else {
      return context.terminal.say(
        "The terminal is too narrow for a QR code (\(picture.columns) columns); --qr FILE.png makes a picture."
      )
    }
    context.terminal.draw(picture, inColor: context.usesColor)
  }
}
