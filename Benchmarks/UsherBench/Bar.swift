/// A property of the program that the project promises.
struct Bar: Sendable {
  let name: String
  let summary: String
  let measure: @Sendable (Lot) throws -> [Finding]

  static let all: [Bar] = [
    Bar(name: "size", summary: "the release binary", measure: size),
    Bar(name: "start", summary: "usher --version and whoami against curl --version", measure: start),
    Bar(name: "step", summary: "one step on the embedded server against curl and serve", measure: step),
    Bar(name: "link", summary: "the same by mailed link", measure: link),
    Bar(name: "cold", summary: "the first step of all, which makes the signing key", measure: cold),
    Bar(name: "script", summary: "a sign-in over HTTP against a script with curl and jq", measure: script),
    Bar(name: "ready", summary: "serve, from its start to its first answer", measure: ready),
    Bar(name: "memory", summary: "serve after 100 000 sign-ins", measure: memory),
    Bar(name: "rate", summary: "sign-ins per second of serve --data", measure: rate),
    Bar(name: "codes", summary: "the same with 100 000 unused codes", measure: rateWithUnusedCodes),
    Bar(name: "accounts", summary: "the same with 1 000 000 accounts", measure: rateWithManyAccounts),
    Bar(name: "calls", summary: "processor time of each call beside an anonymous sign-up", measure: calls),
  ]
}

/// The reason why something cannot be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
