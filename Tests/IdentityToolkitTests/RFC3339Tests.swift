import Essentials
import IdentityToolkit
import Testing

@Suite struct RFC3339Tests {
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"),
    (0.5, "2001-01-01T00:00:00.500Z"),
    (-0.25, "2000-12-31T23:59:59.750Z"),
    (725759999.1, "2023-12-31T23:59:59.100Z"),
    (94608000.0, "2004-01-01T00:00:00Z"),
    (99748800.0, "2004-02-29T12:00:00Z"),
    (-26524800.0, "2000-02-29T00:00:00Z"),
    (3129235200.0, "2100-03-01T00:00:00Z"),
    (-3160944001.0, "1900-11-01T23:59:59Z"),
    (1169176447.0, "2038-01-19T03:14:07Z"),
    (252423993599.0, "9999-12-31T23:59:59Z"),
    (-63113904000.0, "0001-01-01T00:00:00Z"),
    (-63145526400.0, "0000-01-01T00:00:00Z"),
  ])
  func timesAreWrittenAndRead(seconds: Double, text: String) {
    #expect(Date(timeIntervalSinceReferenceDate: seconds).rfc3339 == text)
    #expect(Date(rfc3339: text) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test func noMillisecondIsLost() {
    for _ in 0..<5_000 {
      let milliseconds = Int64.random(in: 1_078_307_200_000...4_978_307_200_000)
      let date = Date(milliseconds: milliseconds)
      #expect(date.milliseconds == milliseconds)
      #expect(Date(rfc3339: date.rfc3339) == date, "\(date.rfc3339)")
      // Counted from 1970 it is another `Date`, but no other time.
      let other = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      #expect(other.rfc3339 == date.rfc3339)
      #expect(other.milliseconds == milliseconds)
    }
  }

  @Test(arguments: [
    (0.0, "000", "000000"), (0.25, "250", "250000"), (0.0019, "001", "001000"),
  ])
  func aFractionHasTheDigitsThatAreAskedFor(seconds: Double, three: String, six: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(date.rfc3339WithFraction == "2001-01-01T00:00:00.\(three)Z")
    #expect(date.rfc3339WithMicroseconds == "2001-01-01T00:00:00.\(six)Z")
  }

  /// Nobody meant such times; what reckons with them goes on.
  @Test(arguments: [1e300, -1e300, Double.infinity, -.infinity, .nan, 0x1p63, -0x1p63])
  func timesBeyondAllCountingAreCounted(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let bound: Int64 = seconds > 0 ? 1 << 53 : -1 << 53
    #expect(date.milliseconds == bound)
    #expect(date.seconds == bound)
  }

  @Test func whatIsFinerThanAMillisecondIsLeftOut() {
    for (seconds, text) in [
      (0.00025, "2001-01-01T00:00:00Z"), (0.0019, "2001-01-01T00:00:00.001Z"),
      (-0.0001, "2000-12-31T23:59:59.999Z"), (1.0.nextDown, "2001-01-01T00:00:01Z"),
    ] {
      #expect(Date(timeIntervalSinceReferenceDate: seconds).rfc3339 == text)
    }
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func anyNumberOfMillisecondsIsATime(milliseconds: Int64) {
    let text = Date(milliseconds: milliseconds).rfc3339
    #expect(
      text
        == [
          .min: "0000-01-01T00:00:00Z", -1: "1969-12-31T23:59:59.999Z", 0: "1970-01-01T00:00:00Z",
          .max: "9999-12-31T23:59:59Z",
        ][milliseconds])
  }

  @Test(arguments: [Double.infinity, 1e300, -1e300, -.infinity, .nan])
  func timesBeyondTheFormatAreClamped(seconds: Double) {
    let text = Date(timeIntervalSinceReferenceDate: seconds).rfc3339
    #expect(text == (seconds > 0 ? "9999-12-31T23:59:59Z" : "0000-01-01T00:00:00Z"))
  }

  @Test func anyNumberOfFractionDigitsIsRead() {
    let date = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
    #expect(Date(rfc3339: "2001-01-01T00:00:00.123456789Z") == date)
    #expect(Date(rfc3339: "2001-01-01T00:00:00.123456789999999999999999999999Z") == date)
    #expect(Date(rfc3339: "2001-01-01T00:00:00.1Z") == Date(timeIntervalSinceReferenceDate: 0.1))
  }

  @Test(arguments: [
    "", "2001-01-01", "2001-01-01T00:00:00", "2001-01-01T00:00:00+00:00", "2001-01-01t00:00:00Z",
    "2001-01-01T00:00:00z", "2001-01-01 00:00:00Z", " 2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z ",
    "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00,5Z", "2001-1-01T00:00:00Z", "2001-13-01T00:00:00Z",
    "2001-00-01T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-32T00:00:00Z", "2001-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2001-04-31T00:00:00Z", "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z",
    "2001-01-01T00:00:60Z", "+001-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "٢٠٠١-01-01T00:00:00Z",
    "2001-01-01T00:00:00.5ZZ", "12001-01-01T00:00:00Z",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(Date(rfc3339: text) == nil)
  }
}
