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

  var lines: [Text] {
    let rows: [(name: Text, value: Text?)] = [
      (Text("project:"), project),
      (Text("issuer:"), token.project == nil ? token.issuer.map { Text(verbatim: $0) } : nil),
      ("made by:", token.madeBy.map { token.verified ? $0.spokenName : "\($0.spokenName), as it seems" }),
      (Text("address:"), address),
      (Text("phone:"), token.email == nil ? nil : token.phone.map { Text(verbatim: $0) }),
      ("signed in:", signIn),
      (Text("issued:"), token.issuedAt.map { Text(verbatim: $0.timeOfDay(asOf: now)) }),
      (token.expired == true ? Text("expired:") : Text("expires:"), expiry),
      (Text("signature:"), signature),
      (Text("claims:"), token.customClaims.map { Text(verbatim: $0.text) }),
    ]
    let shown = rows.compactMap { name, value in value.map { (name: name, value: $0) } }
    return [title] + Text.rows(shown, alignedWith: rows.map(\.name)).map { Text("  \($0)") }
  }

  private var title: Text {
    let owner = token.email ?? token.phone
    switch (owner, token.uid) {
    case (let owner?, let uid?): return Text("\(token.kind.spokenName) of \(owner) (uid \(uid))")
    case (nil, let uid?): return "\(token.kind.spokenName) of uid \(uid)"
    case (_, nil): return "\(token.kind.spokenName) without an owner"
    }
  }

  private var project: Text? {
    switch (token.project, token.tenant) {
    case (let project?, let tenant?): Text("\(project), tenant \(tenant)")
    case (let project?, nil): Text(verbatim: project)
    case (nil, let tenant?): Text("tenant \(tenant)")
    case (nil, nil): nil
    }
  }

  private var address: Text? {
    token.emailVerified.map { $0 ? Text("verified") : "not verified" }
  }

  private var signIn: Text? {
    let parts: [Text?] = [
      token.signedInAt.map { Text(verbatim: $0.timeOfDay(asOf: now)) },
      token.signInProvider.map { Text("provider \($0)") },
      token.signInProvider == nil ? nil : token.secondFactor.map { "second factor \($0)" },
    ]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private var expiry: Text? {
    guard let end = token.expiresAt else { return nil }
    let left = end.timeIntervalSince(now)
    let time = end.timeOfDay(asOf: now)
    let span = Self.spoken(abs(left))
    // A local server's clock may have been moved.
    let isByOtherClock = token.madeBy == .localServer && !token.verified
    return switch (left > 0, isByOtherClock) {
    case (true, false): Text("\(time), in \(span)")
    case (true, true): "\(time), in \(span) by this machine's clock"
    case (false, false): Text("\(time), \(span) ago")
    case (false, true): "\(time), \(span) ago by this machine's clock"
    }
  }

  private var signature: Text? {
    guard let algorithm = token.algorithm else { return nil }
    if algorithm == "none" { return "none (alg none): a real project's back end must refuse it" }
    guard token.verified else { return "\(algorithm), not checked" }
    return token.kind == .sessionCookie
      ? "\(algorithm), checked; nobody was asked whether the session is still valid"
      : "\(algorithm), checked; the session is still valid"
  }

  /// Returns a duration in its largest unit that gives a number of at least two.
  private static func spoken(_ seconds: Double) -> Text {
    let whole = Int64(seconds.rounded(.down))
    return switch whole {
    case ..<120: Text("\(whole) s")
    case ..<7200: Text("\(whole / 60) min")
    case ..<172_800: Text("\(whole / 3600) h")
    default:
      Text(counting: Int(whole / 86_400), one: "\(whole / 86_400) day", other: "\(whole / 86_400) days")
    }
  }
}
