import AuthClient
import Essentials
import IDTokens
import IdentityToolkit

/// A token of any kind, decoded without a key and therefore not verified.
struct PastedToken {
  enum Kind: String, CaseIterable, Codable, Sendable {
    case idToken = "id-token"
    case sessionCookie = "session-cookie"
    case customToken = "custom-token"
    case refreshToken = "refresh-token"
    /// A JWT that is not from Firebase.
    case otherJWT = "other-jwt"

    var spokenName: Text {
      switch self {
      case .idToken: Text("ID token")
      case .sessionCookie: "Session cookie"
      case .customToken: "Custom token"
      case .refreshToken: "Refresh token"
      case .otherJWT: "JWT that is none of Firebase's"
      }
    }
  }

  /// The kind of endpoint that probably issued a token.
  enum Maker: String, CaseIterable, Codable, Sendable {
    case production
    case localServer = "local-server"
    case emulator

    var spokenName: Text {
      switch self {
      case .production: Text("production")
      case .localServer: "usher's local server"
      case .emulator: "Firebase's emulator or usher serve"
      }
    }
  }

  let kind: Kind
  let maker: Maker?
  let text: String
  /// The claims; null if the token cannot be decoded.
  let claims: JSONValue
  /// The algorithm and key in the token's header; nil if the token is not a JWT.
  let algorithm: String?
  let keyID: String?

  /// Finds a token in pasted text; returns nil if there is none.
  ///
  /// Ignores a header name, quotes and line breaks around it.
  init?(_ pasted: String) {
    let line = pasted.split(whereSeparator: \.isNewline).joined()
    var words = line.split { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    if words.first?.asciiLowercased() == "authorization:" { words.removeFirst() }
    if words.first?.asciiLowercased() == "bearer" { words.removeFirst() }
    guard words.count == 1, case let text = String(words[0]), text.utf8.count >= 16,
      text.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_.+/=".utf8.contains($0) })
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

  /// Tokens of the local server look like the service's, but only the local server has `demo-` projects.
  private static func maker(of token: JWT, _ kind: Kind, project: String) -> Maker? {
    switch kind {
    case .otherJWT: nil
    case _ where token.algorithm == "none": .emulator
    case .customToken: nil
    default: ProjectID.isDemo(project) ? .localServer : .production
    }
  }

  private static func kind(_ claims: JSONValue) -> Kind {
    let issuer = claims["iss"]?.string ?? ""
    if issuer.hasPrefix("https://securetoken.google.com/") { return .idToken }
    if issuer.hasPrefix("https://session.firebase.google.com/") { return .sessionCookie }
    if claims["aud"]?.string == CustomTokenClaims.audience { return .customToken }
    return .otherJWT
  }

  /// Returns the readable content of a refresh token from Firebase's emulator.
  private static func emulatorsClaims(_ text: String) -> JSONValue? {
    guard let data = Data(base64Encoded: text), let claims = JSONValue(json: data),
      claims["_AuthEmulatorRefreshToken"] != nil
    else { return nil }
    return claims
  }

  private static func maker(ofRefreshToken text: String) -> Maker? {
    if ["AMf-", "AEu4"].contains(where: text.hasPrefix) { return .production }
    // The local server's refresh tokens are 32 random bytes in Base64.
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

  /// Returns the time in a claim; nil unless it is from 1970 to 9999.
  func date(_ claim: String) -> Date? {
    guard let seconds = claims[claim]?.integer, (0..<253_402_300_800).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// The claims that neither the service nor the user's profile set; nil if there are none.
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
