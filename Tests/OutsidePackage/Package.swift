// swift-tools-version: 6.2
import PackageDescription

// A program of somebody else's: `.ci/check-library` copies it out of here, names the checkout, builds and runs it.
let package = Package(
  name: "outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "usher", path: "USHER")],
  targets: [
    .executableTarget(
      name: "Outside",
      dependencies: [
        .product(name: "AuthClient", package: "usher"),
        .product(name: "BrowserSignIn", package: "usher"),
        .product(name: "LocalAuthServer", package: "usher"),
        .product(name: "IDTokenVerifier", package: "usher"),
      ]),
    // What a program carries that signs users in, and is no server.
    .executableTarget(name: "OutsideClient", dependencies: [.product(name: "AuthClient", package: "usher")]),
    // The same with a browser.
    .executableTarget(
      name: "OutsideBrowser",
      dependencies: [
        .product(name: "AuthClient", package: "usher"), .product(name: "BrowserSignIn", package: "usher"),
      ]),
    // The same at a terminal.
    .executableTarget(
      name: "OutsideTerminal",
      dependencies: [
        .product(name: "AuthClient", package: "usher"), .product(name: "TerminalSignIn", package: "usher"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
