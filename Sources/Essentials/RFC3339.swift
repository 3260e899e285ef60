/// Times in the format of RFC 3339, only in UTC: `2026-01-31T14:02:31.5Z`.
extension Date {
  /// The time with milliseconds, or without a fraction if it is a whole second.
  ///
  /// The format has only the years 0 to 9999. Other times become the nearest time in it.
  package var rfc3339: String { rfc3339(fraction: nil) }

  /// The time always with three digits of fraction, which Apple's SDK requires.
  package var rfc3339WithFraction: String { rfc3339(fraction: "") }

  /// The time always with six digits of fraction, as Google's service writes it.
  ///
  /// The last three are zero.
  package var rfc3339WithMicroseconds: String { rfc3339(fraction: "000") }

  /// - Parameter fraction: The digits after the milliseconds, or nil to leave out a fraction of zero.
  private func rfc3339(fraction digits: String?) -> String {
    // In this order, NaN becomes the earliest time, too.
    let time = min(max(Self.earliest, timeIntervalSinceReferenceDate), Self.latest)
    let milliseconds = Int(Date(timeIntervalSinceReferenceDate: time).milliseconds)
    let fraction = milliseconds.modulo(1000)
    let (days, seconds) = ((milliseconds - fraction) / 1000).quotientAndModulo(86_400)
    let date = CivilDate(days: days - CivilDate.daysFrom1970To2001)
    return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
      + "T\((seconds / 3_600).padded(2)):\((seconds / 60 % 60).padded(2)):\((seconds % 60).padded(2))"
      + (fraction == 0 && digits == nil ? "Z" : ".\(fraction.padded(3))\(digits ?? "")Z")
  }

  /// Reads exactly this format, with any number of fraction digits; nil for any other text.
  package init?(rfc3339 text: String) {
    var scanner = Scanner(rest: text[...].utf8)
    guard
      let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"),
      let day = scanner.number(digits: 2), scanner.take("T"),
      let hour = scanner.number(digits: 2), scanner.take(":"),
      let minute = scanner.number(digits: 2), scanner.take(":"),
      let second = scanner.number(digits: 2), let fraction = scanner.fraction(), scanner.take("Z"),
      scanner.rest.isEmpty, hour < 24, minute < 60, second < 60
    else { return nil }
    let civil = CivilDate(year: year, month: month, day: day)
    guard civil == CivilDate(days: civil.days) else { return nil }  // 30 February is another day
    let seconds = civil.days * 86_400 + hour * 3_600 + minute * 60 + second
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  private static let earliest = Double(CivilDate(year: 0, month: 1, day: 1).days * 86_400)
  private static let latest = Double(CivilDate(year: 10_000, month: 1, day: 1).days * 86_400 - 1)

}

/// A day of the Gregorian calendar. `days` counts from 1 January 2001, where `Date` begins.
private struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  // Years begin in March, so that a leap day is the last day. 146 097 days are 400 years.
  private static let dayOfZero = 730_791  // counted from 1 March of the year 0
  static let daysFrom1970To2001 = 11_323

  init(days: Int) {
    let shifted = days + Self.dayOfZero
    let era = (shifted - shifted.modulo(146_097)) / 146_097
    let dayOfEra = shifted.modulo(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var days: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let yearOfEra = year.modulo(400)
    let era = (year - yearOfEra) / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.dayOfZero
  }
}

private struct Scanner {
  var rest: Substring.UTF8View

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digit() -> Int? {
    guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
    rest.removeFirst()
    return Int(byte - 0x30)
  }

  mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads the fraction of a second after a point; zero if there is no point.
  mutating func fraction() -> Double? {
    guard take(".") else { return 0 }
    guard var digits = digit() else { return nil }
    var scale = 10.0
    while let digit = digit() {
      guard scale < 1e9 else { continue }  // finer than a Date can tell apart
      digits = digits * 10 + digit
      scale *= 10
    }
    return Double(digits) / scale
  }
}

extension Int {
  fileprivate func modulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  fileprivate func quotientAndModulo(_ divisor: Int) -> (quotient: Int, modulo: Int) {
    let modulo = modulo(divisor)
    return ((self - modulo) / divisor, modulo)
  }

  fileprivate func padded(_ width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}
