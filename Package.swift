// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: String...) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

/// A test target, which can use all that its module uses, and the shared test support.
func tests(_ name: String, _ dependencies: String...) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

let package = Package(
  name: "usher",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "usher", targets: ["usher"]),
    .library(name: "AuthClient", targets: ["AuthClient", "AuthClientNSError"]),
    .library(name: "BrowserSignIn", targets: ["BrowserSignIn"]),
    .library(name: "TerminalSignIn", targets: ["TerminalSignIn"]),
    .library(name: "LocalAuthServer", targets: ["LocalAuthServer"]),
    .library(name: "IDTokenVerifier", targets: ["IDTokenVerifier"]),
  ],
  targets: [
    // The executable only calls the tool; see "The house" in CONTRIBUTING.md.
    .executableTarget(
      name: "usher", dependencies: ["UsherTool", "CCommit", "LibC"], swiftSettings: settings),
    module(
      "UsherTool", "Flows", "Administration", "AuthClient", "AuthServer", "BrowserPages", "CommandKit",
      "CommandPages",
      "Crypto",
      "CurlTransport",
      "HTTP",
      "HTTPListener", "IDTokens", "IdentityToolkit", "OpenIDConnect", "PrivateFiles", "SAML", "SecurityKeys",
      "TerminalIO", "WebAuthn", "CSystem",
      "Essentials",
      "LibC"),

    module("Flows", "AuthClient", "PrivateFiles", "IdentityToolkit", "HTTP", "Essentials", "LibC"),
    module(
      "AuthServer", "OpenIDConnect", "IDTokens", "IdentityToolkit", "HTTP", "Crypto", "PrivateFiles",
      "SAML", "WebAuthn",
      "CSQLite",
      "CSystem", "Essentials", "LibC"),
    module("OpenIDConnect", "IDTokens", "IdentityToolkit", "HTTP", "Crypto", "Essentials"),
    module(
      "Administration", "IDTokens", "IdentityToolkit", "HTTP", "Crypto", "PrivateFiles", "Essentials", "LibC"),
    module("IDTokens", "Crypto", "Essentials"),
    module("WebAuthn", "HTTP", "Crypto", "Essentials"),
    module("SAML", "CXML", "HTTP", "Crypto", "Essentials", "LibC"),
    module("Crypto", "CCrypto", "Essentials"),
    module(
      "BrowserPages", "AuthClient", "Crypto", "HTTP", "HTTPListener", "IdentityToolkit", "Essentials"),
    module("CurlTransport", "HTTP", "CCurl", "Essentials", "LibC"),
    module("HTTPListener", "HTTP", "CSystem", "CTLS", "Essentials", "LibC"),
    module("PrivateFiles", "CSystem", "Essentials", "LibC"),
    module("SecurityKeys", "CFIDO2", "Essentials", "LibC"),
    module("TerminalIO", "CEdit", "CPNG", "CQREncode", "CSystem", "Essentials", "LibC"),

    // The libraries for other packages; see "The libraries" in CONTRIBUTING.md.
    module(
      "AuthClient", "CurlTransport", "PrivateFiles", "IdentityToolkit", "HTTP", "Essentials", "LibC"),
    module("AuthClientNSError", "AuthClient"),
    module(
      "BrowserSignIn", "AuthClient", "BrowserPages", "Crypto", "CurlTransport", "HTTP", "HTTPListener",
      "IdentityToolkit", "OpenIDConnect", "Essentials", "LibC"),
    module(
      "TerminalSignIn", "AuthClient", "CommandKit", "Flows", "TerminalIO", "UsherTool", "Essentials", "LibC"),
    module(
      "LocalAuthServer", "AuthClient", "AuthServer", "Crypto", "CurlTransport", "HTTP", "HTTPListener",
      "IdentityToolkit", "OpenIDConnect", "WebAuthn", "Essentials", "LibC"),
    module(
      "IDTokenVerifier", "IDTokens", "IdentityToolkit", "Crypto", "CurlTransport", "HTTP", "Essentials",
      "LibC"),

    // The program of `make pages`; it is not in the shipped binary.
    .executableTarget(
      name: "usher-pages", dependencies: ["CommandKit", "CommandPages", "UsherTool", "Essentials", "LibC"],
      path: "Sources/UsherPages", swiftSettings: settings),
    module("CommandPages", "CommandKit", "Essentials"),

    // Modules without C, input and output.
    module("CommandKit", "Essentials"),
    module("IdentityToolkit", "HTTP", "Essentials"),
    module("HTTP", "Essentials"),

    // The only parts of Foundation and the C library that the project uses.
    module("Essentials"),
    module("LibC"),

    // The commit that a build was made from. Only the executable imports it, so a new commit does not recompile
    // modules.
    .target(name: "CCommit"),

    // C libraries. SQLite is linked; the others are opened at first use.
    .target(name: "CSystem"),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CCrypto"),
    .target(name: "CCurl"),
    .target(name: "CEdit"),
    .target(name: "CFIDO2"),
    .target(name: "CPNG"),
    .target(name: "CQREncode"),
    .target(name: "CTLS"),
    .target(name: "CXML"),

    // The program of `make bench`.
    .executableTarget(
      name: "usher-bench", dependencies: ["CSQLite", "CSystem", "LibC"], path: "Benchmarks/UsherBench",
      swiftSettings: settings),

    .target(
      name: "TestSupport",
      dependencies: [
        "AuthClient", "AuthServer", "BrowserPages", "CommandKit", "CommandPages", "Crypto", "CurlTransport",
        "HTTP", "IDTokens", "IdentityToolkit", "PrivateFiles", "SecurityKeys", "TerminalIO", "UsherTool",
        "Essentials", "LibC",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
    tests(
      "AuthClientTests", "AuthClient", "AuthClientNSError", "AuthServer", "BrowserSignIn", "Crypto",
      "IdentityToolkit", "HTTP",
      "LocalAuthServer", "TestSupport",
      "Essentials", "LibC"),
    tests(
      "BrowserSignInTests", "BrowserSignIn", "AuthClient", "HTTP", "HTTPListener", "IdentityToolkit",
      "LocalAuthServer", "TestSupport", "Essentials", "LibC"),
    tests("LocalAuthServerTests", "LocalAuthServer", "AuthClient", "TestSupport", "Essentials", "LibC"),
    tests(
      "IDTokenVerifierTests", "IDTokenVerifier", "AuthServer", "Crypto", "HTTP", "IDTokens",
      "IdentityToolkit",
      "TestSupport",
      "Essentials", "LibC"),
    tests("CommandKitTests", "CommandKit", "CommandPages", "TestSupport", "Essentials"),
    tests("HTTPTests", "HTTP", "Essentials"),
    tests("IdentityToolkitTests", "IdentityToolkit", "Essentials"),
    tests("CryptoTests", "Crypto", "TestSupport", "Essentials", "LibC"),
    tests("SAMLTests", "SAML", "Crypto", "HTTP", "Essentials"),
    tests("WebAuthnTests", "WebAuthn", "Crypto", "IdentityToolkit", "HTTP", "Essentials"),
    tests(
      "FlowsTests", "Flows", "AuthClient", "AuthServer", "Crypto", "IdentityToolkit", "PrivateFiles",
      "TestSupport", "Essentials"),
    tests("IDTokensTests", "IDTokens", "Crypto", "IdentityToolkit", "Essentials"),
    tests(
      "AdministrationTests", "Administration", "IDTokens", "IdentityToolkit", "HTTP", "Crypto",
      "PrivateFiles",
      "TestSupport", "Essentials", "LibC"),
    tests(
      "OpenIDConnectTests", "OpenIDConnect", "IDTokens", "IdentityToolkit", "HTTP", "Crypto", "TestSupport",
      "Essentials"),
    tests(
      "AuthServerTests", "AuthServer", "Administration", "IDTokens", "IdentityToolkit", "OpenIDConnect",
      "Crypto", "HTTP",
      "SAML", "TestSupport", "WebAuthn",
      "CSQLite",
      "Essentials"),
    tests(
      "BrowserPagesTests", "BrowserPages", "AuthClient", "Crypto", "HTTP", "IdentityToolkit", "TerminalIO",
      "TestSupport", "Essentials", "LibC"),
    tests("TransportTests", "CurlTransport", "HTTPListener", "HTTP", "TestSupport", "Essentials", "LibC"),
    tests("SecurityKeysTests", "SecurityKeys", "Crypto", "Essentials", "LibC"),
    tests("TerminalIOTests", "TerminalIO", "TestSupport", "Essentials", "LibC"),
    tests(
      "UsherToolTests", "UsherTool", "Flows", "AuthClient", "AuthServer", "BrowserPages", "CommandKit",
      "Crypto", "CurlTransport", "HTTP",
      "HTTPListener", "IdentityToolkit", "OpenIDConnect", "PrivateFiles", "TerminalIO", "TestSupport",
      "usher-pages", "SecurityKeys", "TerminalSignIn", "WebAuthn", "Administration",
      "Essentials", "LibC"),
    tests("EndToEndTests", "Crypto", "IDTokens", "IdentityToolkit", "TestSupport", "Essentials", "LibC"),
  ],
  swiftLanguageModes: [.v6]
)

// The program of `make fuzz`. It needs a build of everything with libFuzzer's instrumentation.
if Context.environment["USHER_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "usher-fuzz",
      dependencies: [
        "Administration", "UsherTool", "Flows", "AuthClient", "AuthServer", "CommandKit", "Crypto", "HTTP",
        "HTTPListener", "IDTokens",
        "IdentityToolkit", "SAML", "WebAuthn", "Essentials", "LibC",
      ],
      path: "Fuzz/Harness", swiftSettings: settings))
}
