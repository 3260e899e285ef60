/// A calling code of ITU-T E.164, with its ISO 3166 regions and the lengths of its numbers.
package struct CallingCode: Sendable, Hashable {
  /// The line of the table.
  ///
  /// It is parsed only on use, because a command needs only one of all codes.
  private let entry: Substring

  /// Returns the code at the beginning of a number's digits, or nil if it begins with no code in use.
  ///
  /// No code is the beginning of another one.
  package init?(beginning number: some StringProtocol) {
    var value = 0
    for byte in number.utf8.prefix(Self.longest) {
      let digit = Int(byte) - 48
      guard (0...9).contains(digit), value > 0 || digit > 0 else { return nil }
      value = value * 10 + digit
      let place = Int(Self.places[value])
      if place < Self.all.count {
        self = Self.all[place]
        return
      }
    }
    return nil
  }

  private init(entry: Substring.UTF8View) {
    self.entry = Substring(entry)
  }

  /// The code's digits: one to three.
  package var digits: Substring { Substring(entry.utf8.prefix { $0 != UInt8(ascii: " ") }) }

  /// How many digits follow: the shortest and the longest number in use, by the numbering plans.
  package var lengths: ClosedRange<Int> {
    let space = UInt8(ascii: " ")
    let text = entry.utf8.drop { $0 != space }.dropFirst().prefix { $0 != space }
    let bounds = text.split(separator: UInt8(ascii: "-")).map { Int(Substring($0))! }
    return bounds[0]...bounds[bounds.count - 1]
  }

  /// The regions.
  ///
  /// Several share +1, and +800 does not have any.
  package var regions: [String] {
    entry.utf8.split(separator: UInt8(ascii: " ")).dropFirst(2).map { String(Substring($0)) }
  }

  /// The region that most people know the code by; nil for a code of no region.
  package var mainRegion: String? {
    let regions = regions
    return ["US", "GB", "RU", "IT", "NO", "AU", "MA", "FI", "GP", "CW", "RE"].first(where: regions.contains)
      ?? regions.first
  }

  /// The number of digits in the longest code.
  static let longest = 3

  /// Every code in use.
  package static let all = table.utf8.split(separator: UInt8(ascii: "\n")).map(CallingCode.init)

  /// The index of each code in `all`.
  ///
  /// A server looks up codes in every request, so it must not search the whole list.
  private static let places = {
    var places = [UInt8](repeating: .max, count: 1000)
    for (place, code) in all.enumerated() { places[Int(code.digits) ?? 0] = UInt8(place) }
    return places
  }()

  /// Each line has a code, the number of digits after it, and its regions.
  ///
  /// E.164 allows fifteen digits in total.
  private static let table = """
    1 10 AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI
    20 8-10 EG
    211 9 SS
    212 9 EH MA
    213 8-9 DZ
    216 8 TN
    218 9 LY
    220 7-9 GM
    221 9 SN
    222 8 MR
    223 8 ML
    224 8-9 GN
    225 10 CI
    226 8 BF
    227 8 NE
    228 8 TG
    229 10 BJ
    230 7-10 MU
    231 7-9 LR
    232 8 SL
    233 8-9 GH
    234 10-12 NG
    235 8 TD
    236 8 CF
    237 8-9 CM
    238 7 CV
    239 7 ST
    240 9 GQ
    241 7-8 GA
    242 9 CG
    243 7-10 CD
    244 9 AO
    245 7-9 GW
    246 7 IO
    247 5-6 AC
    248 7 SC
    249 9 SD
    250 8-9 RW
    251 9 ET
    252 6-9 SO
    253 8 DJ
    254 7-10 KE
    255 9 TZ
    256 9 UG
    257 8 BI
    258 8-9 MZ
    260 9 ZM
    261 9 MG
    262 9 RE TF YT
    263 7-10 ZW
    264 8-9 NA
    265 7-9 MW
    266 8 LS
    267 7-10 BW
    268 8-9 SZ
    269 7 KM
    27 5-10 ZA
    290 4-5 SH TA
    291 7 ER
    297 7 AW
    298 6 FO
    299 6 GL
    30 10-12 GR
    31 5-11 NL
    32 8-9 BE
    33 9 FR
    34 9 ES
    350 8 GI
    351 9 PT
    352 4-11 LU
    353 7-10 IE
    354 7-9 IS
    355 6-9 AL
    356 8 MT
    357 8 CY
    358 5-12 AX FI
    359 6-12 BG
    36 8-9 HU
    370 8 LT
    371 8 LV
    372 7-10 EE
    373 8 MD
    374 8 AM
    375 6-11 BY
    376 6-9 AD
    377 8-9 MC
    378 8-10 SM
    379 6-12 VA
    380 9-10 UA
    381 6-12 RS
    382 8-9 ME
    383 8-12 XK
    385 7-9 HR
    386 5-8 SI
    387 8-9 BA
    389 8 MK
    39 6-12 IT VA
    40 6-9 RO
    41 9-12 CH
    420 9-12 CZ
    421 6-9 SK
    423 7-9 LI
    43 5-13 AT
    44 7-10 GB GG IM JE
    45 8 DK
    46 6-12 SE
    47 5-8 BV NO SJ
    48 6-10 PL
    49 5-13 DE
    500 5 FK GS
    501 7-11 BZ
    502 8-11 GT
    503 7-11 SV
    504 8-11 HN
    505 8 NI
    506 8-10 CR
    507 7-11 PA
    508 6-9 PM
    509 8 HT
    51 8-9 PE
    52 10 MX
    53 6-10 CU
    54 10-11 AR
    55 8-11 BR
    56 9-11 CL
    57 8-11 CO
    58 10 VE
    590 9 BL GP MF
    591 8-9 BO
    592 7 GY
    593 8-11 EC
    594 9 GF
    595 6-11 PY
    596 9 MQ
    597 6-7 SR
    598 4-12 UY
    599 7-8 BQ CW
    60 8-10 MY
    61 5-12 AU CC CX
    62 7-13 ID
    63 6-13 PH
    64 5-10 NZ PN
    65 8-11 SG
    66 8-13 TH
    670 7-8 TL
    672 6 AQ HM NF
    673 7 BN
    674 7 NR
    675 7-8 PG
    676 5-7 TO
    677 5-7 SB
    678 5-7 VU
    679 7-11 FJ
    680 7 PW
    681 6-9 WF
    682 5 CK
    683 4-7 NU
    685 5-10 WS
    686 5-8 KI
    687 6 NC
    688 5-7 TV
    689 6-9 PF
    690 4-7 TK
    691 7 FM
    692 7 MH
    7 10-14 KZ RU
    800 8
    808 8
    81 8-13 JP
    82 5-13 KR
    84 7-10 VN
    850 8-10 KP
    852 5-11 HK
    853 7-8 MO
    855 8-10 KH
    856 8-10 LA
    86 7-12 CN
    870 9-12
    878 12
    880 6-10 BD
    881 9-10
    882 7-12
    883 8-12
    886 7-11 TW
    888 11
    90 7-13 TR
    91 8-13 IN
    92 8-12 PK
    93 9 AF
    94 9 LK
    95 6-10 MM
    960 7-10 MV
    961 7-8 LB
    962 8-9 JO
    963 8-9 SY
    964 8-10 IQ
    965 7-8 KW
    966 9-10 SA
    967 7-9 YE
    968 7-9 OM
    970 8-10 PS
    971 5-12 AE
    972 7-12 IL
    973 8 BH
    974 7-11 QA
    975 7-8 BT
    976 8-10 MN
    977 8-11 NP
    979 9
    98 5-10 IR
    992 9 TJ
    993 8 TM
    994 9 AZ
    995 9 GE
    996 9-10 KG
    998 9 UZ
    """
}
