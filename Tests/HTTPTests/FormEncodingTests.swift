import HTTP
import Testing

@Suite struct FormEncodingTests {
  @Test func encodesEverythingButUnreserved() {
    let items = [QueryItem("a b", "c&d=é"), QueryItem("~", "-._")]
    #expect(FormEncoding.encode(items) == "a%20b=c%26d%3D%C3%A9&~=-._")
  }

  @Test func decodesWhatItEncodes() {
    let items = (0..<256).map { QueryItem("k\($0)", String(UnicodeScalar(UInt8($0)))) }
    #expect(FormEncoding.decode(FormEncoding.encode(items)) == items)
  }

  @Test func decodesFormsAsBrowsersSendThem() {
    #expect(
      FormEncoding.decode("a=1+2&b&c=&&d=x=y")
        == [QueryItem("a", "1 2"), QueryItem("b", ""), QueryItem("c", ""), QueryItem("d", "x=y")])
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "%ff=1", "a=%C3"])
  func refusesBrokenEscapes(_ text: String) {
    #expect(FormEncoding.decode(text) == nil)
  }

  @Test func aPathSegmentKeepsItsPlus() {
    #expect(FormEncoding.decodeSegment("a+b%2Fc") == "a+b/c")
  }
}
