import HTTP

/// Links that somebody bent, made systematically; none of them may pass.
struct CraftedLinks {
  /// The text, named by how it was made.
  private(set) var all: [(name: String, text: String)] = []

  private static let host = "demo.firebaseapp.com"
  private static let parameters = [
    ("mode", "signIn"), ("oobCode", "c0de"), ("apiKey", "key"),
    ("continueUrl", "https%3A%2F%2Fapp.example%2F"),
    ("lang", "en"), ("tenantId", "t1"),
  ]

  init() {
    controlCharacters()
    backslashesAndUserNames()
    duplicates()
    absences()
    escapes()
    schemesAndHosts()
    otherScripts()
    modesAndAlphabets()
    lengths()
    // What is wrong with a link is wrong with it in a wrapper too.
    for (name, text) in all where text.utf8.count < 4000 {
      add("wrapped, \(name)", "https://x.page.link/?link=" + FormEncoding.encode(text))
      add("called back, \(name)", "app://google/link/?deep_link_id=" + FormEncoding.encode(text))
    }
    wrappers()
    for (name, value) in Self.parameters {
      add("\(name) twice, in HTML", Self.link() + "&amp;\(name)=\(value)")
    }
  }

  private mutating func add(_ name: String, _ text: String) { all.append((name, text)) }

  /// A good link, before something is done to it.
  static func link(
    scheme: String = "https://", authority: String = host, path: String = "/__/auth/action",
    _ change: (inout [(String, String)]) -> Void = { _ in }
  ) -> String {
    var parameters = parameters
    change(&parameters)
    return scheme + authority + path + "?" + parameters.map { $0 + "=" + $1 }.joined(separator: "&")
  }

  /// A good link with `name`'s value changed.
  private static func link(_ name: String, _ value: (String) -> String) -> String {
    link { parameters in
      for index in parameters.indices where parameters[index].0 == name {
        parameters[index].1 = value(parameters[index].1)
      }
    }
  }

  private mutating func controlCharacters() {
    for code in Array(UInt8(0)...0x1F) + [0x7F] {
      let raw = String(Unicode.Scalar(code))
      add("raw \(code) in the host", Self.link(authority: "demo\(raw).example"))
      add("raw \(code) in the path", Self.link(path: "/__/auth\(raw)/action"))
      add("raw \(code) in the code", Self.link("oobCode") { "ab\(raw)" + $0 })
      let encoded = "%" + (code < 16 ? "0" : "") + String(code, radix: 16)
      for (name, _) in Self.parameters {
        add("encoded \(code) in \(name)", Self.link(name) { $0 + encoded })
      }
    }
    for code in UInt8(0x80)...0x9F {
      add("encoded C1 \(code)", Self.link("lang") { $0 + "%C2%" + String(code, radix: 16) })
    }
    add("header injection", Self.link("oobCode") { $0 + "%0D%0AHost:%20evil.example" })
    add("a byte order mark", Self.link("oobCode") { $0 + "%EF%BB%BF" })
  }

  private mutating func backslashesAndUserNames() {
    for (name, scheme) in [
      ("one", "https:\\"), ("two", "https:\\\\"), ("mixed", "https:/\\"), ("other way", "https:\\/"),
      ("three", "https://\\"),
    ] {
      add("backslashes in place of slashes, \(name)", Self.link(scheme: scheme))
    }
    for place in [
      "evil.example\\@\(Self.host)", "\(Self.host)\\.evil.example", "\(Self.host)\\", "evil\\\(Self.host)",
    ] {
      add("a backslash in the host, \(place)", Self.link(authority: place))
    }
    add("a backslash in the path", Self.link(path: "/__\\auth/action"))
    for (name, _) in Self.parameters { add("a backslash in \(name)", Self.link(name) { $0 + "\\" }) }
    for user in ["u@", "u:p@", "@", ":@", "a@b@", "\(Self.host)@", "u%40", "u%3Ap@", "%75@"] {
      add("user \(user)", Self.link(authority: user + Self.host))
      add("user \(user) before another host", Self.link(authority: user + "evil.example"))
    }
    add("a user after the port", Self.link(authority: "\(Self.host):443@evil.example"))
  }

  private mutating func duplicates() {
    for (name, value) in Self.parameters {
      let encodedName = "%" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
      for (spelling, copy) in [("raw", name), ("encoded", encodedName)] {
        for (kind, other) in [("same", value), ("other", "evil"), ("empty", "")] {
          add("\(name) twice, \(spelling), \(kind), after", Self.link { $0.append((copy, other)) })
          add("\(name) twice, \(spelling), \(kind), before", Self.link { $0.insert((copy, other), at: 0) })
        }
      }
    }
    add(
      "parameters of the continue URL, not encoded",
      Self.link("continueUrl") { _ in "https://app.example/?x=1&mode=signIn&oobCode=evil" })
  }

  private mutating func absences() {
    for name in ["mode", "oobCode", "apiKey"] {
      add("no \(name)", Self.link { $0.removeAll { $0.0 == name } })
      add("empty \(name)", Self.link(name) { _ in "" })
      add("\(name) without a value", Self.link { $0.removeAll { $0.0 == name } } + "&" + name)
      add(
        "\(name) in other case",
        Self.link { $0 = $0.map { $0.0 == name ? (name.lowercased() + "X", $0.1) : $0 } })
      add(
        "\(name) encoded twice",
        Self.link {
          $0 = $0.map {
            $0.0 == name ? ("%25" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst(), $0.1) : $0
          }
        })
      add("\(name) behind the fragment", Self.link { $0.removeAll { $0.0 == name } } + "#\(name)=signIn")
      add(
        "\(name) in the path", Self.link(path: "/__/auth/action;\(name)=x") { $0.removeAll { $0.0 == name } })
      add(
        "\(name) only in the continue URL",
        Self.link { $0.removeAll { $0.0 == name } } + "&x=%26\(name)%3DsignIn")
      add("\(name) behind a semicolon", Self.link { $0.removeAll { $0.0 == name } } + ";\(name)=signIn")
      add("\(name) as a list", Self.link { $0 = $0.map { $0.0 == name ? (name + "[]", $0.1) : $0 } })
    }
    for text in [
      "", "x", "?", "mode=signIn&oobCode=c&apiKey=k", "?mode=signIn&oobCode=c&apiKey=k",
      "/__/auth/action?mode=signIn&oobCode=c&apiKey=k", "c0de", "://", "https://",
      "https://?mode=signIn&oobCode=c&apiKey=k", "https:///?mode=signIn&oobCode=c&apiKey=k",
    ] {
      add("no link: \(text)", text)
    }
  }

  private mutating func escapes() {
    for (name, _) in Self.parameters {
      for escape in [
        "%", "%4", "%zz", "%0x41", "%u0041", "%-1", "%+1", "%FF", "%C0%80", "%ED%A0%80", "%F4%90%80%80",
        "%E2%82",
      ] {
        add("\(escape) in \(name)", Self.link(name) { $0 + escape + ($0.utf8.count % 2 == 0 ? "" : "&x=1") })
      }
    }
    for escape in ["%", "%F", "%GG", "%FF"] {
      add("\(escape) in a name", Self.link { $0.append(("x\(escape)", "1")) })
    }
  }

  private mutating func schemesAndHosts() {
    for scheme in [
      "ftp", "file", "javascript", "data", "intent", "ws", "wss", "blob", "about", "view-source", "x",
      "httpss", "htt", "usher",
    ] {
      add("scheme \(scheme)", Self.link(scheme: scheme + "://"))
      add(
        "scheme \(scheme), inside",
        "https://x/?link=" + FormEncoding.encode(Self.link(scheme: scheme + "://")))
    }
    for scheme in ["https:", "https:/", "//", "https//", "https:///", "https:////", "https;//", "https%3A//"]
    {
      add("scheme mark \(scheme)", Self.link(scheme: scheme))
    }
    for authority in [
      "", ":", ":443", "h:", "h:x", "h:0", "h:99999", "h:-1", "h:4 3", "h:443:443", "h:443x", "h:%34%34",
      "[::1",
      "::1", "[::1]x", "[evil]", "[]", "h%2eexample", "h%00", "h,evil.example", "h;evil", "h|x", "h^x", "h`x",
      "h{x}",
      "h'x", "h!x", "h$x", "h*x", "h(x)", "h=x", "h+x", "h~x", "h&x",
    ] {
      add("authority \(authority)", Self.link(authority: authority))
    }
  }

  private mutating func otherScripts() {
    for host in [
      "dеmo.firebaseapp.com", "demo。firebaseapp。com", "ｄｅｍｏ.example", "demo.firebaseapp.com\u{202E}",
      "xn--\u{E9}.example", "münchen.example", "demo\u{AD}.example",
      "demo\u{2028}.example", "demo\u{301}.example", "☃.example",
    ] {
      add("host \(host)", Self.link(authority: host))
    }
    for (name, _) in Self.parameters { add("raw é in \(name)", Self.link(name) { $0 + "é" }) }
    for code in ["\u{202E}", "\u{FF10}", "\u{660}", "é", "\u{200D}"] {
      add("code with \(code), encoded", Self.link("oobCode") { $0 + FormEncoding.encode(code) })
    }
    add("a path in another script", Self.link(path: "/__/äuth/action"))
  }

  private mutating func modesAndAlphabets() {
    for mode in [
      "signin", "SignIn", "SIGNIN", "signIn%20", "+signIn", "signIn,resetPassword", "EMAIL_SIGNIN", "1",
      "null", "signIn%00", "select", "signInn", "%73ignI", "reset", "verify",
    ] {
      add("mode \(mode)", Self.link("mode") { _ in mode })
    }
    for byte in UInt8(0x20)...0x7E {
      let character = Character(Unicode.Scalar(byte))
      if character.isLetter || character.isNumber || "-_".contains(character) { continue }
      let encoded = "%" + String(byte, radix: 16)
      for name in ["oobCode", "apiKey"] {
        add("\(encoded) in \(name)", Self.link(name) { "ab\(encoded)" + $0 })
        // An `&` and a `#` end a value by right. The others end a link: the key is missed then, but its rest is not.
        if "&#".contains(character) || " <>\"".contains(character) && name == "apiKey" { continue }
        add("\(character) in \(name)", Self.link(name) { "ab\(character)" + $0 })
      }
    }
  }

  private mutating func lengths() {
    add("a code of 1025", Self.link("oobCode") { _ in String(repeating: "a", count: 1025) })
    add("a key of 1025", Self.link("apiKey") { _ in String(repeating: "a", count: 1025) })
    add("a link of 8193", Self.link("continueUrl") { _ in String(repeating: "a", count: 8193) })
    for size in [256 << 10, 1 << 20] {
      add("a continue URL of \(size)", Self.link("continueUrl") { _ in String(repeating: "a", count: size) })
      add("\(size) before the link", String(repeating: "a", count: size) + " " + Self.link())
      add("\(size) parameters", Self.link() + String(repeating: "&a", count: size / 2))
      add("\(size) of escapes", Self.link("continueUrl") { _ in String(repeating: "%41", count: size / 3) })
    }
  }

  private mutating func wrappers() {
    let good = FormEncoding.encode(Self.link())
    let another = FormEncoding.encode(Self.link("oobCode") { _ in "evil" })
    for name in ["link", "deep_link_id"] {
      let outer = "https://x/?\(name)=\(good)"
      add("\(name) beside a code", Self.link() + "&\(name)=" + good)
      add("\(name) beside a code, before", Self.link { $0.insert((name, good), at: 0) })
      add("\(name) and a code of the wrapper's", outer + "&oobCode=evil")
      add("\(name) and an empty code of the wrapper's", outer + "&oobCode=")
      add("two links as \(name)", outer + "&\(name)=" + another)
      add(
        "\(name) encoded in parts",
        "https://x/?\(name)=" + FormEncoding.encode(good.replacing("%3A", with: ":")))
      add("\(name) not encoded", "https://x/?\(name)=" + Self.link() + "&mode=signIn")
      add("\(name) empty", "https://x/?\(name)=")
      add("\(name) without a value", "https://x/?\(name)")
      add(
        "\(name) of a path",
        "https://x/?\(name)=%2F__%2Fauth%2Faction%3Fmode%3DsignIn%26oobCode%3Dc%26apiKey%3Dk")
      add("\(name) with spaces around", "https://x/?\(name)=+\(good)+")
      add("\(name) in a wrapper with a user", "https://u@x/?\(name)=" + good)
      add("\(name) in a wrapper with a backslash", "https://x\\/?\(name)=" + good)
      add("\(name) in a wrapper with a control", "https://x/%00?y=1\u{1}&\(name)=" + good)
      add("\(name) in a wrapper with a bad escape", "https://x/?y=%4&\(name)=" + good)
      let other = name == "link" ? "deep_link_id" : "link"
      add("two links in both wrappers", outer + "&\(other)=" + another)
      add("two links in a parameter and the path", "https://x/\(another)?\(name)=" + good)
      add("two links in a parameter and the fragment", outer + "#" + another)
      add("a code in the middle", "https://x/?\(other)=" + FormEncoding.encode(outer + "&oobCode=evil"))
      add(
        "inside a scheme that is none",
        "https://x/?\(other)=" + FormEncoding.encode("4https://x/?\(name)=" + good))
      for depth in 6...10 {
        let nested = (0..<depth).reduce(Self.link()) { link, level in
          "https://x/?\(level % 2 == 0 ? name : other)=" + FormEncoding.encode(link)
        }
        add("nested \(depth) deep", nested)
      }
    }
  }
}
