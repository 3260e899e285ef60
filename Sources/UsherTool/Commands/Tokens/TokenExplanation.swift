import Essentials
import IdentityToolkit

/// The output of `token inspect` for people.
struct TokenExplanation {
  private let token: TokenInspect.Result
  private let now: Date

  init(_ token: TokenInspect.Result, now: Date) {
    self.token = token
    self.now = now
  }

  var lines: [String] {
    [title]
      + [
        ("project", [token.project, token.tenant.map { "tenant \($0)" }].joined),
        ("issuer", token.project == nil ? token.issuer : nil),
        ("made by", token.madeBy.map { $0.spokenName + (token.verified ? "" : ", as it seems") }),
        ("address", address),
        ("phone", token.email == nil ? nil : token.phone),
        ("signed in", signIn),
        ("issued", token.issuedAt?.timeOfDay(asOf: now)),
        (token.expired == true ? "expired" : "expires", expiry),
        ("signature", signature),
        ("claims", token.customClaims?.text),
      ].compactMap { name, value in value.map { "  " + "\(name):".padded(to: 12) + $0 } }
  }

  private var title: String {
    let owner = token.email ?? token.phone
    switch (owner, token.uid) {
    case (let owner?, let uid?): return "\(token.kind.spokenName) of \(owner) (uid \(uid))"
    case (nil, let uid?): return "\(token.kind.spokenName) of uid \(uid)"
    case (_, nil): return "\(token.kind.spokenName) without an owner"
    }
  }

  private var address: String? {
    token.emailVerified.map { $0 ? "verified" : "not verified" }
  }

  private var signIn: String? {
    guard let provider = token.signInProvider else { return token.signedInAt?.timeOfDay(asOf: now) }
    let time = token.signedInAt.map { $0.timeOfDay(asOf: now) + ", " } ?? ""
    return "\(time)provider \(provider)" + (token.secondFactor.map { ", second factor \($0)" } ?? "")
  }

  private var expiry: String? {
    guard let end = token.expiresAt else { return nil }
    let left = end.timeIntervalSince(now)
    // A local server's clock may have been moved.
    let clock = token.madeBy == .localServer && !token.verified ? " by this machine's clock" : ""
    return end.timeOfDay(asOf: now)
      + (left > 0 ? ", in \(Self.spoken(left))" : ", \(Self.spoken(-left)) ago") + clock
  }

  private var signature: String? {
    guard let algorithm = token.algorithm else { return nil }
    if algorithm == "none" { return "none (alg none): a real project's back end must refuse it" }
    return token.verified ? "\(algorithm), checked; the session is still valid" : "\(algorithm), not checked"
  }

  /// Returns a duration in its largest unit that gives a number of at least two.
  private static func spoken(_ seconds: Double) -> String {
    let whole = Int64(seconds.rounded(.down))
    return switch whole {
    case ..<120: "\(whole) s"
    case ..<7200: "\(whole / 60) min"
    case ..<172_800: "\(whole / 3600) h"
    default: "\(whole / 86_400) days"
    }
  }
}

extension [String?] {
  /// The values that are not nil, with commas; nil if there are none.
  fileprivate var joined: String? {
    let present = compactMap(\.self)
    return present.isEmpty ? nil : present.joined(separator: ", ")
  }
}
