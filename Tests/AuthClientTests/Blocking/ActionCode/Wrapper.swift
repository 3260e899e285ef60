import Essentials
import HTTP
import Testing

/// A form in which a service writes a link into an address of its own.
struct Wrapper: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let apply: @Sendable (String) -> String

  private init(_ name: String, _ apply: @escaping @Sendable (String) -> String) {
    testDescription = name
    self.apply = apply
  }

  private static func encoded(_ name: String, _ start: String, _ end: String = "") -> Wrapper {
    Wrapper(name) { start + FormEncoding.encode($0) + end }
  }

  static let all: [Wrapper] =
    nestable + [
      Wrapper("SafeLinks in SafeLinks") { safeLinks.apply(safeLinks.apply($0)) },
      Wrapper("Proofpoint in SafeLinks") { safeLinks.apply(proofpoint2.apply($0)) },
      Wrapper("FireEye, not encoded") { "https://protect2.fireeye.com/url?k=1ffa720f-9a5a&u=" + $0 },
      Wrapper("Check Point") { "https://protect.checkpoint.com/v2/r02/___\($0)___.YzJlOnRlbGVm:c2U6OjE=" },
      Wrapper("Check Point, one slash") { link in
        "https://url.avanan.click/v2/___\(link.replacing("://", with: ":/"))___.YXAzOmFj"
      },
      Wrapper("Symantec, its first parameters as they are") { link in
        let encoded = link.replacing("%", with: "%25").replacing("&", with: "%26").replacing("=", with: "%3D")
        return "https://clicktime.symantec.com/15xVcHh2qp?h=QCYVzyLUm8bH6w=&u=" + encoded
      },
    ]

  /// Those that can stand in each other.
  static let nestable: [Wrapper] = [
    safeLinks, proofpoint2, proofpoint3,
    encoded(
      "SafeLinks of the US government", "https://usg01.safelinks.protection.office365.us/?url=",
      "&data=05%7C02"),
    encoded(
      "Teams", "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/2/atp-safelinks.html?url=",
      "&locale=en-gb&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi%2Fmt%2Fpart%2Femea"),
    encoded("Google", "https://www.google.com/url?q=", "&source=gmail&ust=1&usg=AOv"),
    encoded("Google in Britain", "https://www.google.co.uk/url?sa=t&url=", "&usg=AOv"),
    encoded("Proofpoint 1", "https://urldefense.proofpoint.com/v1/url?u=", "&k=x"),
    encoded("Barracuda", "https://linkprotect.cudasvc.com/url?a=", "&c=E,1,abc&typo=1"),
    encoded("Mimecast", "https://protect.mimecast.com/s/?url="),
    encoded("Cisco", "https://secure-web.cisco.com/1fCCdfJv_BYjz-Yqip/"),
    encoded(
      "Trend Micro", "https://ddec1-0-en-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=",
      "&umid=124098028&auth=53c7c7de"),
    encoded("FireEye", "https://protect2.fireeye.com/v1/url?k=84f6a8c0-e57d&q=1&e=6739af06&u="),
    encoded("Symantec", "https://clicktime.symantec.com/3MnsciFm?u="),
    encoded("Hornetsecurity", "https://atpscan.global.hornetsecurity.com/?d=HzV-Jp&f=rhm&i=&k=Eb5a&u="),
    encoded("Slack", "https://slack-redir.net/link?url=", "&v=3"),
    encoded("LinkedIn", "https://www.linkedin.com/safety/go?url=", "&trk=x"),
    encoded("an unknown service", "https://mail.example/check?token=a1&to="),
    encoded("a parameter without a name", "https://mail.example/?"),
    encoded("a fragment", "https://mail.example/#"),
    encoded("a parameter in a fragment", "https://mail.example/a#/go?to=", "&x=1"),
    Wrapper("encoded twice") { "https://mail.example/?to=" + FormEncoding.encode(FormEncoding.encode($0)) },
    Wrapper("Sophos") { link in
      "https://eu-west-1.protection.sophos.com/?d=firebaseapp.com&u=\(base64(link))&i=NjA4MmJm&t=N256bkV&h=0dfc"
    },
    Wrapper("Sophos, percent-encoded in base64") { link in
      "https://us-west-2.protection.sophos.com?d=firebaseapp.com&u=\(base64(FormEncoding.encode(link)))&i=NjQ0"
    },
    Wrapper("base64 in the path") { "https://mail.example/go/\(Base64URL.encode($0.utf8))/x" },
    Wrapper("base64 in the fragment") { "https://mail.example/#" + base64($0) },
    Wrapper("Proofpoint of an HTML mail") { proofpoint2.apply($0.replacing("&", with: "&amp;")) },
  ]

  private static let safeLinks = encoded(
    "SafeLinks", "https://eur01.safelinks.protection.outlook.com/?url=", "&data=05%7C02%7C&reserved=0")

  private static let proofpoint2 = Wrapper("Proofpoint 2") { link in
    let letters = link.map { character in
      switch character {
      case "/": "_"
      case "_", "-", "%", ":", "?", "=", "&", ";", "#", "+", "*", "$", ",", "!":
        "-" + String(character.asciiValue ?? 0, radix: 16, uppercase: true)
      default: String(character)
      }
    }.joined()
    return "https://urldefense.proofpoint.com/v2/url?u=\(letters)&d=DwMFaQ&c=x&r=y"
  }

  private static let proofpoint3 = Wrapper("Proofpoint 3") { link in
    let hidden = link.filter { "%*".contains($0) }
    let pattern = link.map { "%*".contains($0) ? "*" : String($0) }.joined()
    return "https://urldefense.com/v3/__\(pattern)__;\(Base64URL.encode(Array(hidden.utf8)))!!ACWV!q-w_E$"
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
