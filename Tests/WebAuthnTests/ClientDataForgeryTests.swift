import Crypto
import Testing
import WebAuthn

@Suite struct ClientDataForgeryTests {
  @Test func genuineAnswersAreAccepted() throws {
    #expect(
      CredentialState(try Enrollment().verified())
        == CredentialState(
          id: Hex.encode(Device.id), key: Hex.encode(Device.coseKey.encoded), counter: 7,
          flags: [true, true, true]))
    #expect(
      CredentialState(try SignIn().verified())
        == CredentialState(
          id: Hex.encode(Device.id), key: Hex.encode(Device.coseKey.encoded), counter: 7,
          flags: [true, true, true]))
  }

  @Test(arguments: [
    "webauthn.get", "WEBAUTHN.CREATE", "webauthn.create ", " webauthn.create", "webauthn", "", "payment.get",
    "navigator.id.finishEnrollment",
  ])
  func anotherTypeIsRefused(type: String) {
    var enrollment = Enrollment()
    enrollment.clientData = Device.clientData(type: type)
    #expect(enrollment.flaw == .otherType("webauthn.create"))
    var signIn = SignIn()
    signIn.clientData = Device.clientData(type: type == "webauthn.get" ? "webauthn.create" : type)
    #expect(signIn.flaw == .otherType("webauthn.get"))
  }

  @Test(arguments: [
    "http://example.org", "https://example.org:443", "https://example.org:8443", "https://www.example.org",
    "https://example.org.evil.example", "https://evil-example.org", "https://example.org/",
    "https://example.or",
    "https://EXAMPLE.ORG", "HTTPS://example.org", "https://example.org@evil.example", "https://evil.example",
    "https://example.org.", "//example.org", "example.org", "null", "", " https://example.org",
    "https://example.org ", "https://ex\u{E1}mple.org", "wss://example.org", "file://",
    "android:apk-key-hash:AAAA",
    // Loopback origins, which count only where they are allowed.
    "http://localhost", "http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:9099",
    "https://app.localhost",
  ])
  func anotherOriginIsRefused(origin: String) {
    var enrollment = Enrollment()
    enrollment.clientData = Device.clientData(type: "webauthn.create", origin: origin)
    #expect(enrollment.flaw == .otherOrigin(origin))
    var signIn = SignIn()
    signIn.clientData = Device.clientData(type: "webauthn.get", origin: origin)
    #expect(signIn.flaw == .otherOrigin(origin))
  }

  /// Unicode takes a Kelvin sign for a K.
  @Test func originsAreComparedByTheirBytes() {
    var signIn = SignIn()
    signIn.party.origins = ["android:apk-key-hash:K"]
    signIn.clientData = Device.clientData(type: "webauthn.get", origin: "android:apk-key-hash:K")
    #expect(signIn.flaw == nil)
    signIn.clientData = Device.clientData(type: "webauthn.get", origin: "android:apk-key-hash:\u{212A}")
    #expect(signIn.flaw == .otherOrigin("android:apk-key-hash:\u{212A}"))
  }

  @Test(arguments: [
    ("http://localhost", true), ("http://localhost:5173", true), ("https://localhost", true),
    ("http://127.0.0.1:8080", true), ("http://[::1]:9099", true), ("http://app.localhost:3000", true),
    ("https://example.org", true),
    ("http://localhost.evil.example", false), ("http://127.0.0.1.evil.example", false),
    ("http://evil-localhost", false), ("http://localhost@evil.example", false), ("http://128.0.0.1", false),
    ("http://0.0.0.0", false), ("http://[::2]", false), ("http://127.evil", false),
    ("http://localhost:0", false),
    ("http://localhost:99999", false), ("http://localhost/path", false), ("ftp://localhost", false),
    ("localhost", false), ("http://192.168.0.1", false), ("https://evil.example/localhost", false),
    ("http://evil.example#.localhost", false), ("http://evil.example\\\\.localhost", false),
  ])
  func loopbackOriginsCountWhereTheyAreAllowed(origin: String, isAccepted: Bool) {
    var signIn = SignIn()
    signIn.party.acceptsLoopback = true
    signIn.clientData = Device.clientData(type: "webauthn.get", origin: origin)
    let read = origin.replacing("\\\\", with: "\\")
    #expect(signIn.flaw == (isAccepted ? nil : .otherOrigin(read)))
  }

  @Test(
    arguments: [
      ("", nil), (#","crossOrigin":false"#, nil), (#","crossOrigin":null,"topOrigin":null"#, nil),
      (#","crossOrigin":true,"topOrigin":"https://example.org""#, nil),
      (#","crossOrigin":false,"extraData":{"a":[1,{"crossOrigin":true}]}"#, nil),
      (#","crossOrigin":true"#, .framed), (#","crossOrigin":true,"topOrigin":null"#, .framed),
      (#","crossOrigin":true,"topOrigin":"https://evil.example""#, .framed),
      (#","crossOrigin":false,"topOrigin":"https://evil.example""#, .framed),
      (#","topOrigin":"https://evil.example""#, .framed), (#","topOrigin":"""#, .framed),
      (#","crossOrigin":true,"topOrigin":"http://localhost:5000""#, .framed),
      // What is neither yes nor no must not count as no.
      (#","crossOrigin":"true""#, .clientData), (#","crossOrigin":1"#, .clientData),
      (#","crossOrigin":[true]"#, .clientData), (#","crossOrigin":{}"#, .clientData),
      (#","topOrigin":["https://evil.example"]"#, .clientData), (#","topOrigin":1"#, .clientData),
      (#","topOrigin":false"#, .clientData),
    ] as [(String, WebAuthnFlaw?)])
  func aPageInAnotherSitesFrameIsRefused(more: String, flaw: WebAuthnFlaw?) {
    var enrollment = Enrollment()
    enrollment.clientData = Device.clientData(type: "webauthn.create", more: more)
    #expect(enrollment.flaw == flaw)
    var signIn = SignIn()
    signIn.clientData = Device.clientData(type: "webauthn.get", more: more)
    #expect(signIn.flaw == flaw)
  }

  private static let genuine = Device.clientData(type: "webauthn.get")
  private static let unreadable: [(String, [UInt8])] = [
    ("nothing", []), ("a space", [0x20]), ("null", Array("null".utf8)), ("an array", Array("[]".utf8)),
    ("an array of the object", [0x5B] + genuine + [0x5D]), ("a string", Array(#""webauthn.get""#.utf8)),
    ("a number", Array("1".utf8)), ("an empty object", Array("{}".utf8)),
    ("two objects", genuine + genuine), ("text after it", genuine + [0x78]), ("NUL after it", genuine + [0]),
    ("a truncated object", genuine.dropLast()),
    ("two byte order marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + genuine),
    ("UTF-16", genuine.flatMap { [$0, 0] }),
    ("UTF-16 with a mark", [0xFF, 0xFE] + genuine.flatMap { [$0, 0] }),
    ("UTF-32", genuine.flatMap { [0, 0, 0, $0] }),
    ("no UTF-8", genuine.dropLast() + Array(#","x":""#.utf8) + [0xFF, 0x22, 0x7D]),
    ("too long a form", genuine.dropLast() + Array(#","x":""#.utf8) + [0xC0, 0xAF, 0x22, 0x7D]),
    ("a surrogate", genuine.dropLast() + Array(#","x":""#.utf8) + [0xED, 0xA0, 0x80, 0x22, 0x7D]),
    ("another type", Device.clientData(type: "webauthn.get", more: #","type":"webauthn.create""#)),
    ("the type twice", Device.clientData(type: "webauthn.get", more: #","type":"webauthn.get""#)),
    ("the type in disguise", Device.clientData(type: "webauthn.get", more: #","\u0074ype":"webauthn.get""#)),
    ("two origins", Device.clientData(type: "webauthn.get", more: #","origin":"https://evil.example""#)),
    ("two challenges", Device.clientData(type: "webauthn.get", more: #","challenge":"AAAA""#)),
    (
      "two answers about frames",
      Device.clientData(type: "webauthn.get", more: #","crossOrigin":false,"crossOrigin":true"#)
    ),
    (
      "two members in another member",
      Device.clientData(type: "webauthn.get", more: #","extra":{"a":1,"a":2}"#)
    ),
    ("a NUL in the type", Device.clientData(type: #"webauthn.get\u0000"#)),
    ("a NUL in the origin", Device.clientData(type: "webauthn.get", origin: #"https://example.org\u0000"#)),
    ("padding", Device.clientData(type: "webauthn.get", challenge: "AAECAwQFBgcICQoLDA0ODw==")),
    ("base64's other alphabet", Device.clientData(type: "webauthn.get", challenge: "+/+/")),
    ("unused bits", Device.clientData(type: "webauthn.get", challenge: "AAECAwQFBgcICQoLDA0ODx")),
    ("a single digit", Device.clientData(type: "webauthn.get", challenge: "AAAAA")),
    ("a space in the challenge", Device.clientData(type: "webauthn.get", challenge: "AA AA")),
    ("no challenge", Array(#"{"type":"webauthn.get","origin":"https://example.org"}"#.utf8)),
    ("no origin", Array(#"{"type":"webauthn.get","challenge":"AAAA"}"#.utf8)),
    ("no type", Array(#"{"challenge":"AAAA","origin":"https://example.org"}"#.utf8)),
    (
      "null as the challenge",
      Array(#"{"type":"webauthn.get","challenge":null,"origin":"https://example.org"}"#.utf8)
    ),
    (
      "a number as the challenge",
      Array(#"{"type":"webauthn.get","challenge":1,"origin":"https://example.org"}"#.utf8)
    ),
    (
      "a list of origins",
      Array(#"{"type":"webauthn.get","challenge":"AAAA","origin":["https://example.org"]}"#.utf8)
    ),
    ("a number as the type", Array(#"{"type":1,"challenge":"AAAA","origin":"https://example.org"}"#.utf8)),
    ("a comment", genuine.dropLast() + Array("/**/}".utf8)),
    (
      "single quotation marks",
      Array("{'type':'webauthn.get','challenge':'AAAA','origin':'https://example.org'}".utf8)
    ),
    (
      "a deep member",
      Device.clientData(
        type: "webauthn.get",
        more: #","x":"# + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000))
    ),
  ]

  @Test(arguments: unreadable) func whatIsNoClientDataIsRefused(name: String, json: [UInt8]) {
    var signIn = SignIn()
    signIn.clientData = json
    #expect(signIn.flaw == .clientData)
    var enrollment = Enrollment()
    enrollment.clientData = json
    #expect(enrollment.flaw == .clientData)
  }

  /// The order, spaces, escapes and further members do not matter. The challenge is the caller's to compare.
  @Test func clientDataMayHaveAnotherForm() throws {
    let json = """
       { "future" : {"a":[null]}, "origin":"https:\\/\\/example.org",
       "challenge":"", "t\\u0079pe" : "webauthn.get" }
      """
    var signIn = SignIn()
    signIn.clientData = Array(json.utf8)
    #expect(signIn.flaw == nil)
    let clientData = try ClientData(Array(json.utf8))
    #expect(clientData.challenge == [])
    #expect(clientData.json == Array(json.utf8))
    #expect((clientData.isCrossOrigin, clientData.topOrigin) == (false, nil))
    // WebAuthn decodes UTF-8 as browsers do, without a byte order mark.
    signIn.clientData = [0xEF, 0xBB, 0xBF] + Device.clientData(type: "webauthn.get")
    #expect(signIn.flaw == nil)
  }
}
