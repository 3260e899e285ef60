import AuthClient
import CommandKit
import Essentials
import Flows
import TerminalIO

/// How a new authenticator app's secret reaches its owner: once, on the terminal or in files.
struct TOTPSecretShowing: SecretShowing {
  let person: Person
  let service: Service
  private let issuer: String
  private let code: QROption
  private let secretFile: NewSecretFile?
  private let pictureFile: NewSecretFile?

  private enum QROption {
    case auto, always, never
  }

  /// Makes the files, so that what cannot be written is known before anything is begun.
  /// - Throws: `UsageError` where the secret would be lost.
  init(qr: String?, secretFile: String?, issuer: String?, person: Person, service: Service) throws {
    self.person = person
    self.service = service
    self.issuer =
      try issuer.map { name throws(Diagnosis) in try FactorName.check(name, "--issuer") }
      ?? service.place.destination().project
    var picture: String?
    switch qr {
    case nil, "auto": code = .auto
    case "always": code = .always
    case "never": code = .never
    case let file? where file.asciiLowercased().hasSuffix(".png"):
      code = .never
      picture = file
    case let word?:
      throw UsageError.misuse("--qr is auto, always, never or a file that ends in .png, not '\(word)'")
    }
    if secretFile == "-" {
      throw UsageError.misuse("the secret goes to a file of its own, never to standard output")
    }
    // Before anything is begun at the server.
    if code == .always || picture != nil, !QRCode.isAvailable {
      throw QRCodeError.libraryMissing(name: SystemLibrary.qrencode.rawValue)
    }
    if picture != nil, !QRCode.canBePicture {
      throw QRCodeError.libraryMissing(name: SystemLibrary.png.rawValue)
    }
    guard person.isInteractive || secretFile != nil || picture != nil else {
      throw UsageError.misuse(
        "there is no terminal to show the secret on", hint: "write it to a file with --secret-file FILE")
    }
    self.secretFile = try secretFile.map { path throws(Diagnosis) in try NewSecretFile(creating: path) }
    do {
      pictureFile = try picture.map { path throws(Diagnosis) in try NewSecretFile(creating: path) }
    } catch {
      self.secretFile?.abandon()
      throw error
    }
  }

  /// Removes the files again: there is no secret.
  func abandon() {
    secretFile?.abandon()
    pictureFile?.abandon()
  }

  /// Writes the files and shows the rest; where that fails, no file is left.
  func show(_ secret: TOTPSecret, of session: SavedSession) throws {
    let account = session.account.email ?? session.title.english
    let url = secret.generateQRCodeURL(withAccountName: account, issuer: issuer)
    let (picture, drawing): ([UInt8]?, QRCode?)
    do {
      picture = try pictureFile == nil ? nil : QRCode(url).png()
      drawing = try person.isInteractive && code != .never ? drawable(url) : nil
    } catch {
      abandon()
      throw error
    }
    // Whoever reads a bare secret takes it for a usual one.
    try write(secret.isUsual ? secret.sharedSecretKey() : url, picture)
    guard person.isInteractive else { return }
    person.terminal.say(Text("URL: \(url)"))
    person.terminal.say(
      drawing == nil
        ? "Type the secret into your authenticator app. usher shows the secret only now."
        : "Scan the QR code with your authenticator app, or type the secret into it. usher shows the secret only now."
    )
    person.terminal.say("Then type the app's code, or press Ctrl-C to finish later.")
    // The code has to be seen whole, and the secret too where it fits below.
    let text = Text("Secret: \(secret.groupedSecret)")
    let fitsBelow = drawing.map { $0.rows + Self.rowsBelow <= person.terminal.rows ?? 24 } ?? false
    if !fitsBelow { person.terminal.say(text) }
    if let drawing { person.terminal.draw(drawing, inColor: person.colorMode != .never) }
    if fitsBelow { person.terminal.say(text) }
  }

  /// The secret, and the prompt for the code.
  private static let rowsBelow = 2

  private func write(_ secret: String, _ picture: [UInt8]?) throws {
    do {
      try secretFile?.finish(with: (secret + "\n").utf8)
    } catch {
      pictureFile?.abandon()
      throw error
    }
    do {
      if let picture { try pictureFile?.finish(with: picture) }
    } catch {
      secretFile?.abandon()
      throw error
    }
    for path in [secretFile?.path, pictureFile?.path].compactMap(\.self) where person.isInteractive {
      person.output.tell("usher has written \(path). Only you can read it.")
    }
  }

  /// Nil where a code would be torn, or none can be made, and nobody insists: the text has to do.
  private func drawable(_ url: String) throws(QRCodeError) -> QRCode? {
    // Blocks say nothing to a screen reader, and come out as anything on a terminal without capabilities.
    if code == .auto, PromptForm(variable: { service.world.environment[$0] }) == .plain { return nil }
    let picture: QRCode
    do {
      picture = try QRCode(url)
    } catch {
      if code == .always { throw error }
      person.say(Diagnosis(error))
      return nil
    }
    let columns = person.terminal.columns ?? 80
    // The prompt stands below it.
    let rows = picture.rows + 1
    if code == .always || picture.columns <= columns && rows <= person.terminal.rows ?? 24 { return picture }
    person.terminal.say(
      "The terminal is too small for the QR code, which needs \(picture.columns) columns and \(rows) lines. "
        + "Type the secret below instead.")
    person.suggest(
      "For a picture, press Ctrl-C, then", ["usher", "mfa", "enroll", "totp", "--qr", "code.png"])
    return nil
  }
}
