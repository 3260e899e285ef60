import Essentials

/// What an ID token that was verified says.
struct IDToken: Sendable, Equatable {
  var localID: String
  var signedInAt: Date
}

/// The claims that the server reads of a token it is shown.
struct ShownClaims: Decodable {
  var iss: String
  var aud: String
  var sub: String
  var iat: Double
  var exp: Double
  var authTime: Double

  enum CodingKeys: String, CodingKey {
    case iss, aud, sub, iat, exp
    case authTime = "auth_time"
  }
}
