import HTTP
import Testing

@Test func headersCompareWithoutCaseAndKeepTheirOrder() {
  var headers: HTTPHeaders = ["Content-Type": "a", "X-One": "1"]
  headers["content-TYPE"] = "b"
  headers.append("Vary", "x")
  headers.append("vary", "y")
  headers["x-one"] = nil
  #expect(headers["CONTENT-type"] == "b")
  #expect(headers["Vary"] == "x")
  #expect(headers.values(of: "VARY") == ["x", "y"])
  #expect(headers.values(of: "X-One") == [])
  #expect(headers.fields.map(\.name) == ["content-TYPE", "Vary", "vary"])
}
