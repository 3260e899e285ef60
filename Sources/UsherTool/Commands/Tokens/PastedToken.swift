import AuthClient
import Essentials
import IDTokens
import IdentityToolkit

/// A token of whatever kind, read as far as it can be without anybody's key. What it says is not verified.
struct PastedToken {
  enum Kind: String, CaseIterable, Codable, Sendable {
    case idToken = "id-token"
    case sessionCookie = "session-cookie"
    case customToken = "custom-token"
    case refreshToken = "refresh-token"
    /// A JWT that is none of Firebase's.
    case otherJWT = "other-jwt"

    var spokenName: String {
      switch self {
      case .idToken: "ID token"
      case .sessionCookie: "Session cookie"
      case .customToken: "Custom token"
      case .refreshToken: "Refresh token"
      case .otherJWT: "JWT that is none of Firebase's"
      }
    }
  }

  /// Which kind of endpoint a token looks as if it came from.
  enum Maker: String, CaseIterable, Codable, Sendable {
    case production
    case localServer = "local-server"
    case emulator

    var spokenName: String {
      switch self {
      case .production: "production"
      case .localServer: "usher's local server"
      case .emulator: "Firebase's emulator"
      }
    }
  }

  let kind: Kind
  let maker: Maker?
  /// The token itself.
  let text: String
  /// What it claims; null for what cannot be looked into.
  let claims: JSONValue
  /// How it says it is signed, and with which key; nil for what is no JWT.
  let algorithm: String?
  let keyID: String?

  /// Takes a token out of what was pasted: a header's line, quotes or line breaks around it do no harm. Nil for what
  /// is no token.
  init?(_ pasted: String) {
    let line = pasted.split(whereSeparator: \.isNewline).joined()
    var words = line.split { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    if words.first?.asciiLowercased() == "authorization:" { words.removeFirst() }
    if words.first?.asciiLowercased() == "bearer" { words.removeFirst() }
    guard words.count == 1, case let text = String(words[0]), text.utf8.count >= 16,
      text.utf8.allSatisfy(Self.isTokenByte)
    else { return nil }
    self.text = text
    guard text.contains(".") else {
      (kind, algorithm, keyID) = (.refreshToken, nil, nil)
      let emulators = Self.emulatorsClaims(text)
      claims = emulators ?? .null
      maker = emulators != nil ? .emulator : Self.maker(ofRefreshToken: text)
      return
    }
    guard let token = try? JWT(text), let claims = JSONValue(json: token.payload), claims.members != nil
    else {
      return nil
    }
    self.claims = claims
    algorithm = token.algorithm
    keyID = token.keyID
    kind = Self.kind(claims)
    maker = Self.maker(of: token, kind, project: claims["aud"]?.string ?? "")
  }

  /// A signed token of ours looks like the service's, but for projects that the service cannot have.
  private static func maker(of token: JWT, _ kind: Kind, project: String) -> Maker? {
    switch kind {
    case .otherJWT: nil
    case _ where token.algorithm == "none": .emulator
    case .customToken: nil
    default: project.hasPrefix("demo-") ? .localServer : .production
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_.+/=".utf8.contains(byte)
    }
  }

  private static func kind(_ claims: JSONValue) -> Kind {
    let issuer = claims["iss"]?.string ?? ""
    if issuer.hasPrefix("https://securetoken.google.com/") { return .idToken }
    if issuer.hasPrefix("https://session.firebase.google.com/") { return .sessionCookie }
    if claims["aud"]?.string == CustomTokenClaims.audience { return .customToken }
    return .otherJWT
  }

  /// What a refresh token of Firebase's emulator holds in the clear.
  private static func emulatorsClaims(_ text: String) -> JSONValue? {
    guard let data = Data(base64Encoded: text), let claims = JSONValue(json: data),
      claims["_AuthEmulatorRefreshToken"] != nil
    else { return nil }
    return claims
  }

  private static func maker(ofRefreshToken text: String) -> Maker? {
    if ["AMf-", "AEu4"].contains(where: text.hasPrefix) { return .production }
    // 32 random bytes.
    return text.utf8.count == 43 && !text.contains { "+/=".contains($0) } ? .localServer : nil
  }
}

extension PastedToken {
  var uid: String? {
    switch kind {
    case .customToken: claims["uid"]?.string
    case .refreshToken: claims["localId"]?.string
    case .idToken, .sessionCookie, .otherJWT: claims["sub"]?.string
    }
  }

  var project: String? {
    switch kind {
    case .idToken, .sessionCookie: claims["aud"]?.string
    case .refreshToken: claims["projectId"]?.string
    case .customToken, .otherJWT: nil
    }
  }

  var tenant: String? {
    claims["firebase"]?["tenant"]?.string ?? claims["tenant_id"]?.string ?? claims["tenantId"]?.string
  }

  var signInProvider: String? {
    claims["firebase"]?["sign_in_provider"]?.string ?? claims["provider"]?.string
  }

  var secondFactor: String? { claims["firebase"]?["sign_in_second_factor"]?.string }

  /// The time that `claim` gives, before the year 10000.
  func date(_ claim: String) -> Date? {
    guard let seconds = claims[claim]?.integer, (0..<253_402_300_800).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// What neither the service nor the profile put there; nil where there is nothing.
  var customClaims: JSONValue? {
    switch kind {
    case .idToken, .sessionCookie:
      let own = (claims.members ?? []).filter { !Self.serviceClaims.contains($0.name) }
      return own.isEmpty ? nil : .object(own)
    case .customToken: return claims["claims"]
    case .refreshToken: return claims["extraClaims"].flatMap { $0.members?.isEmpty == false ? $0 : nil }
    case .otherJWT: return nil
    }
  }

  private static let serviceClaims: Set = [
    "iss", "aud", "sub", "iat", "exp", "auth_time", "firebase", "user_id", "provider_id", "name", "picture",
    "email", "email_verified", "phone_number",
  ]
}
