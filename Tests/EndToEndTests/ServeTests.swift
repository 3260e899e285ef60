import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// `serve` on a real port, with the tool, curl and PyJWT at the other end.
@Suite struct ServeTests {
  private let usher = Usher()

  @Test func theToolSignsInOverHTTP() throws {
    let server = try Server(usher, "--policy-set", "unsigned-tokens=false")
    let client = usher.at(server.url)
    let number = "+16505550123"
    let pending = try client.run("verify-phone", number, "--json").result
    #expect(pending["endpoint"]?.string == server.url)
    let code = client.code(for: number, "--wait", "5s")
    let signedIn = client.run("confirm-code", code, "--json")
    #expect(signedIn.status == 0, "\(signedIn.errors)")
    #expect(try signedIn.result["created"] == true)
    #expect(try client.run("token", "--verify", "--json").result["verified"] == true)
    #expect(client.run("token", "--refresh", "--quiet").status == 0)
    #expect(client.run("whoami").line.hasSuffix(", \(server.url); providers: phone)"))
    // Bound to where it came from.
    #expect(usher.run("whoami").status == 4)
    #expect(usher.run("whoami", "--endpoint", "http://localhost:\(server.port)").status == 4)
    #expect(server.stop() == .gracefully(server))
  }

  @Test func theEmulatorVariableLeadsThere() throws {
    let server = try Server(usher)
    var client = usher
    client.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:" + server.port
    try client.signIn()
    #expect(client.run("whoami", "--field", "endpoint").line == server.url)
  }

  @Test func curlGetsTheSameAnswers() throws {
    let server = try Server(usher)
    let script = #"""
      at=http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1
      session=$(curl -s "$at/accounts:sendVerificationCode?key=any" -H 'Content-Type: application/json' \
        -d '{"phoneNumber":"+16505553434"}' | jq -r .sessionInfo)
      curl -s "$at/accounts:signInWithPhoneNumber?key=any" -H 'Content-Type: application/json' \
        -d "{\"sessionInfo\":\"$session\",\"code\":\"654321\"}" | jq .localId
      """#
    let ending = usher.script(script.replacing("127.0.0.1:9099", with: "127.0.0.1:\(server.port)"))
    #expect(ending.status == 0, "\(ending.errors)")
    let client = usher.at(server.url)
    try client.signIn()
    #expect(client.run("whoami", "--field", "account.uid").line == ending.line.replacing("\"", with: ""))
  }

  @Test func codesCanBeAskedForByNumber() throws {
    let server = try Server(usher)
    let client = usher.at(server.url)
    for number in ["+16505550123", "+16505550124"] { client.run("verify-phone", number, "--as", number) }
    let ending = usher.script(
      """
      at=\(server.url)/emulator/v1/projects/demo-usher/verificationCodes
      curl -s $at | jq '.verificationCodes | length'
      curl -sG $at --data-urlencode phoneNumber=+16505550124 | jq -r '.verificationCodes[] | .phoneNumber, .code'
      curl -s -H 'Origin: https://evil.example' -o /dev/null -w '%{http_code}\\n' $at
      """)
    #expect(
      ending.output == "2\n+16505550124\n\(client.code(for: "+16505550124"))\n403\n", "\(ending.errors)")
  }

  /// Connections have threads with little stack, which such a request used up.
  @Test func deepNestingInAStringEndsNoServer() throws {
    let server = try Server(usher)
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let ending = usher.script(
      #"""
      post() {
        jq -nc --arg text "$2" "$3" | curl -s -o /dev/null -w '%{http_code} ' --json @- \
          "$at/identitytoolkit.googleapis.com/v1/accounts:$1?key=k"
      }
      at=\#(server.url)
      post signInWithCustomToken '{"uid":"u","claims":{"a":\#(deep)}}' '{token: $text}'
      post signInWithIdp '{"sub":"u","a":\#(deep)}' \
        '{requestUri: "http://localhost", postBody: ("providerId=google.com&id_token=" + ($text | @uri))}'
      curl -s "$at/" | jq .authEmulator.ready
      """#)
    #expect(ending.output == "400 400 true\n", "\(ending.errors)")
    #expect(server.stop() == .gracefully(server))
  }

  @Test func theLocalCommandsSteerIt() throws {
    let server = try Server(usher)
    let client = usher.at(server.url)
    #expect(client.run("local", "test-number", "add", "+1 650-555-0100", "482913").status == 0)
    #expect(
      client.run("local", "test-number", "list").output == "+16505550100  482913\n+16505553434  654321\n")
    client.run("verify-phone", "+16505550100", "--json")
    #expect(client.run("confirm-code", "482913").status == 0)
    #expect(client.run("local", "test-number", "remove", "+16505550100").status == 0)
    #expect(client.run("local", "reset", "--yes").status == 0)
    #expect(client.run("token", "--refresh").status == 4)
    // The embedded server is another one.
    #expect(usher.run("local", "test-number", "list").output == "+16505553434  654321\n")
  }

  /// As the admin SDK for Node does where it is told of an emulator: `none` alone, and no key.
  @Test func byDefaultTokensAreUnsigned() throws {
    let server = try Server(usher)
    try usher.at(server.url).signIn()
    let ending = usher.script(
      #"""
      printf %s "$1" | /usr/bin/python3 -c '
      import jwt, sys
      token = sys.stdin.read()
      assert token.endswith("."), "a signature"
      print(jwt.get_unverified_header(token))
      claims = jwt.decode(token, None, algorithms=["none"], audience="demo-usher",
          options={"verify_signature": False, "verify_aud": True, "verify_exp": True, "require": ["exp", "iat", "sub"]})
      print(claims["iss"])'
      """#, usher.at(server.url).run("token").line)
    #expect(
      ending.output == """
        {'alg': 'none', 'typ': 'JWT'}
        https://securetoken.google.com/demo-usher

        """, "\(ending.errors)")
  }

  @Test func whatIsSentIsPrintedOnStandardError() throws {
    let server = try Server(usher, "--policy", "emulator", json: false)
    let client = usher.at(server.url)
    client.run("verify-phone", "+16505550123")
    client.run("send-link", "kim@example.com")
    let code = client.code(for: "+16505550123")
    let link = client.run("local", "outbox", "--email", "kim@example.com", "--latest", "--field", "link").line
    let errors = server.stop().errors
    #expect(errors.contains("SMS to +16505550123: \(code)\n"), "\(errors)")
    #expect(errors.contains("Mail to kim@example.com, Sign in to demo-usher: \(link)\n"), "\(errors)")
  }

  @Test func anIndependentLibraryVerifiesTheTokens() throws {
    let server = try Server(usher, "--policy-set", "unsigned-tokens=false")
    try usher.at(server.url).signIn()
    let token = usher.at(server.url).run("token").line
    let ending = usher.script(
      #"""
      at=$1/www.googleapis.com
      name=securetoken@system.gserviceaccount.com
      curl -sf "$at/robot/v1/metadata/x509/$name" >certificates
      curl -sf "$at/service_accounts/v1/jwk/$name" >keys
      printf %s "$2" >token
      /usr/bin/python3 - <<'END'
      import json, jwt
      from cryptography.x509 import load_pem_x509_certificate

      token = open("token").read()
      kid = jwt.get_unverified_header(token)["kid"]
      certificate = load_pem_x509_certificate(json.load(open("certificates"))[kid].encode())
      keys = jwt.PyJWKSet.from_dict(json.load(open("keys")))
      [key] = [key for key in keys.keys if key.key_id == kid]
      project = "demo-usher"
      for public in (certificate.public_key(), key.key):
          claims = jwt.decode(
              token, public, algorithms=["RS256"], audience=project,
              issuer=f"https://securetoken.google.com/{project}",
              options={"require": ["exp", "iat", "sub", "aud", "iss", "auth_time"]})
          print(claims["phone_number"], claims["sub"])
          head, body, signature = token.split(".")
          try:
              jwt.decode(head + "." + body + "." + signature[:-8] + "AAAAAAAA", public,
                         algorithms=["RS256"], audience=project)
          except jwt.InvalidSignatureError:
              print("refused")
      END
      """#, server.url, token)
    let line = "+16505553434 \(usher.at(server.url).run("whoami", "--field", "account.uid").line)\nrefused\n"
    #expect(ending == Ending(status: 0, signal: nil, output: line + line, errors: ""))
  }

  @Test func aTokenOfAnotherServerDoesNotVerify() throws {
    let (server, other) = (try Server(usher), try Server(usher, data: ":memory:"))
    try usher.at(server.url).signIn()
    var client = usher.at(other.url)
    client.environment["USHER_ID_TOKEN"] = usher.at(server.url).run("token").line
    #expect(client.run("token", "--verify").status == 5)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalLetsRunningRequestsFinish(signal: Int32) throws {
    let server = try Server(usher)
    let connection = try #require(Connection(toPort: UInt16(server.port)!))
    let body = #"{"phoneNumber":"+16505550123"}"#
    let request = """
      POST /identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      Expect: 100-continue\r\n\r\n
      """
    connection.send(request)
    // Now the server has begun with this request.
    #expect(String(decoding: connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 100"))
    server.program.send(signal)
    // It listens no more, however long it takes to hear the signal.
    while Connection(toPort: UInt16(server.port)!) != nil { usleep(1000) }
    connection.send(body)
    #expect(String(decoding: connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    #expect(server.program.wait() == .gracefully(server))
  }

  @Test func idleConnectionsDoNotKeepItFromEnding() throws {
    let server = try Server(usher)
    let idle = (0..<20).map { _ in Connection(toPort: UInt16(server.port)!) }
    #expect(server.stop() == .gracefully(server))
    #expect(idle.count == 20)
  }

  @Test func aTakenPortIsSaid() throws {
    let server = try Server(usher, port: String(freePort()))
    let ending = usher.run("serve", "--port", server.port)
    #expect(ending.status == 69)
    #expect(ending.errors.contains("port \(server.port) is taken"))
    #expect(ending.output == "")
    // One that was just given up is free.
    _ = server.stop()
    let next = usher.launch("serve", "--port", server.port, "--json").start()
    #expect(try next.firstLine().contains(server.url))
  }

  @Test(
    arguments: [
      (["--host", "0.0.0.0"], 64), (["--host", "example.com"], 64), (["--port", "70000"], 64),
      (["--port", "many"], 64), (["--policy", "kind"], 64), (["--policy-set", "no-such=1"], 64),
      (["--policy-set", "tries-per-code=many"], 64), (["--data", ""], 64), (["--data", "/proc/auth.db"], 73),
      (["--owner-token-file", "/dev/null"], 65), (["--host", "192.0.2.1"], 64),
    ] as [([String], Int32)])
  func whatCannotBeServedIsRefusedAtOnce(options: [String], status: Int32) {
    let ending = usher.run(["serve", "--port", "0"] + options)
    #expect(ending.status == status, "\(ending.errors)")
    #expect(ending.output == "")
  }

  @Test func thePolicyInForceIsPrinted() throws {
    let ending = usher.run("serve", "--print-policy", "--policy-set", "tries-per-code=3", "--json")
    let settings = try #require(try ending.result["settings"]?.array)
    let tries = settings.first { $0["name"] == "tries-per-code" }
    #expect(tries?["value"] == "3")
    let sources = Set(settings.compactMap { $0["source"]?.string })
    #expect(sources == ["documented", "recorded", "ours"])
    let server = try Server(usher, "--policy-set", "tries-per-code=1")
    let client = usher.at(server.url)
    client.run("verify-phone", "+16505550123", "--json")
    let code = client.code(for: "+16505550123")
    #expect(client.run("confirm-code", code == "111111" ? "222222" : "111111").status == 5)
    #expect(client.run("confirm-code", code).status == 7)
  }

  @Test func theOwnersTokenKeepsOthersOut() throws {
    usher.home.write("correct-horse-battery\n", to: "owner")
    let server = try Server(usher, "--owner-token-file", usher.home.path + "/owner")
    var client = usher.at(server.url)
    #expect(client.run("local", "test-number", "list").status != 0)
    client.environment["USHER_OWNER_TOKEN"] = "correct-horse-battery"
    #expect(client.run("local", "test-number", "list").output == "+16505553434  654321\n")
  }
}

extension Ending {
  /// Nothing but the line it began with, and status 0.
  static func gracefully(_ server: Server) -> Ending {
    Ending(status: 0, signal: nil, output: server.program.wait().output, errors: "")
  }
}
