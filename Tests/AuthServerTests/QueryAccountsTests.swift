import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct QueryAccountsTests {
  private let server: ServerHarness

  init() throws {
    server = try ServerHarness()
    var users: [AccountRecord] = []
    for (uid, name, email, created, login) in [
      ("a", "Mo", "zoe@example.com", "3000", "30"), ("b", "Kim", "kim@example.com", "1000", "10"),
      ("c", "Alex", "mo@example.com", "2000", "20"),
    ] {
      var user = AccountRecord(localId: uid)
      user.displayName = name
      user.email = email
      user.createdAt = .init(created)
      user.lastLoginAt = .init(login)
      users.append(user)
    }
    users[1].phoneNumber = ServerHarness.number
    try server.upload(users)
  }

  private func query(
    _ change: (inout QueryAccounts.Request) -> Void = { _ in }
  ) throws -> (count: String?, uids: String?) {
    var request = QueryAccounts.Request()
    change(&request)
    let answer = try server.call(QueryAccounts.self, request, asOwner: true)
    return (answer.recordsCount?.text, answer.userInfo?.compactMap(\.localId).joined())
  }

  @Test(arguments: [
    (nil, "abc"), ("USER_ID", "abc"), ("NAME", "cba"), ("CREATED_AT", "bca"), ("LAST_LOGIN_AT", "bca"),
    ("USER_EMAIL", "bca"), ("SORT_BY_FIELD_UNSPECIFIED", "abc"),
  ])
  func accountsAreSortedByWhatIsAskedFor(field: String?, uids: String) throws {
    #expect(try query { $0.sortBy = field } == ("3", uids))
    #expect(try query { ($0.sortBy, $0.order) = (field, "DESC") } == ("3", String(uids.reversed())))
  }

  @Test func aPartOfThemIsAskedForByItsPlace() throws {
    #expect(try query { ($0.offset, $0.limit) = ("1", "1") } == ("1", "b"))
    #expect(try query { $0.offset = "7" } == ("0", ""))
    #expect(try query { $0.limit = "9223372036854775807" } == ("3", "abc"))
  }

  @Test func theyAreCountedWithoutBeingShown() throws {
    #expect(try query { $0.returnUserInfo = false } == ("3", nil))
    #expect(
      try query { ($0.returnUserInfo, $0.expression) = (false, [.init(userId: "b")]) } == ("1", nil))
  }

  @Test(arguments: [
    (QueryAccounts.Expression(email: "KIM@example.com"), "b"), (.init(email: "no address"), ""),
    (.init(phoneNumber: ServerHarness.number), "b"), (.init(phoneNumber: "4155550100"), ""),
    (.init(userId: "c"), "c"), (.init(userId: "unknown"), ""),
    (.init(email: "zoe@example.com", userId: "c"), "a"),
  ])
  func anExpressionFindsTheAccountThatHasIt(expression: QueryAccounts.Expression, uids: String) throws {
    #expect(
      try query { $0.expression = [expression, .init(userId: "a")] } == (String(uids.count), uids))
  }

  @Test func whatMakesNoSenseIsRefused() {
    #expect(
      refusal { try query { $0.sortBy = "SHOE_SIZE" } }
        == "Invalid value at 'sort_by' "
        + "(type.googleapis.com/google.cloud.identitytoolkit.v1.QueryUserInfoRequest.SortByField), "
        + "\"SHOE_SIZE\"")
    #expect(refusal { try query { $0.order = "UP" } } == "INVALID_ARGUMENT : order is ASC or DESC.")
    #expect(
      refusal { try query { $0.limit = "-1" } } == "INVALID_ARGUMENT : limit is not a valid number.")
  }

  @Test func anEmptyExpressionFindsAll() throws {
    for nothing in [QueryAccounts.Expression(), .init(email: ""), .init(phoneNumber: ""), .init(userId: "")] {
      #expect(try query { $0.expression = [nothing] } == ("3", "abc"))
    }
    #expect(try query { ($0.expression, $0.limit) = ([.init()], "2") } == ("2", "ab"))
    #expect(try query { ($0.expression, $0.returnUserInfo) = ([.init()], false) } == ("3", nil))
  }

  @Test func theOtherPathAnswersTheSame() throws {
    let answer: QueryAccounts.Response = try ServerHarness.decode(
      server.send(
        .post, "/identitytoolkit.googleapis.com/v1/projects/demo-test:queryAccounts",
        headers: ["Authorization": "Bearer owner"], body: "{}"))
    #expect(answer.recordsCount == "3")
  }
}
