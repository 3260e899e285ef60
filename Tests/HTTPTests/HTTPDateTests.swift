import Essentials
import HTTP
import Testing

@Suite struct HTTPDateTests {
  @Test func aDateIsWrittenAsHTTPWritesIt() {
    let dates = [784_111_777.9, 0, 951_782_400, 1_800_000_000, -0.5, -8 * 86_400].map {
      HTTPDate(Date(timeIntervalSince1970: $0)).text
    }
    #expect(
      dates == [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Tue, 29 Feb 2000 00:00:00 GMT",
        "Fri, 15 Jan 2027 08:00:00 GMT", "Wed, 31 Dec 1969 23:59:59 GMT", "Wed, 24 Dec 1969 00:00:00 GMT",
      ])
  }

  @Test func oneOfTheSameSecondIsTheSame() {
    let date = HTTPDate(Date(timeIntervalSince1970: 784_111_777.9))
    #expect(date.isSame(as: Date(timeIntervalSince1970: 784_111_777)))
    #expect(!date.isSame(as: Date(timeIntervalSince1970: 784_111_778)))
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil),
    ] as [(String, Int?)])
  func aServersDateIsRead(_ text: String, _ seconds: Int?) {
    #expect(Date(httpDate: text)?.timeIntervalSince1970 == seconds.map(Double.init))
  }
}
