import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import IDTokenVerifier

@Suite struct PublishedKeysTests {
  private static let ofSecond = Mint.token(header: ["alg": "RS256", "kid": "k2"], signedBy: TestKey.second)
  private static let both = TestKey.document(["k1": TestKey.first, "k2": TestKey.second])

  /// Good for longer than any keys.
  private static let lasting = Mint.token(Mint.claims(["exp": .integer(Mint.time + 1_000_000)]))

  @Test func keysAreKeptForTheirMaxAge() async {
    let harness = VerifierHarness()
    let token = Self.lasting
    #expect(await harness.refusal(token) == nil)
    for _ in 0..<10 { #expect(await harness.refusal(token) == nil) }
    harness.clock.advance(3000)
    #expect(await harness.refusal(token) == nil)
    #expect(harness.service.requests.count == 1)
    harness.clock.advance(600)
    #expect(await harness.refusal(token) == nil)
    #expect(harness.service.requests.count == 2)
  }

  /// In the last eighth of their time, at most five minutes, so that nobody waits when it has ended.
  @Test func keysAreFetchedAnewBeforeTheirTimeEnds() async {
    let harness = VerifierHarness()
    let token = Self.lasting
    #expect(await harness.refusal(token) == nil)
    harness.clock.advance(3299)
    #expect(await harness.refusal(token) == nil)
    #expect(harness.service.requests.count == 1)
    harness.clock.advance(1)
    harness.service.close()
    for _ in 0..<10 { #expect(await harness.refusal(token) == nil) }
    await eventually { harness.service.requests.count == 2 }
    harness.service.open()
    // The new keys count from their own time on.
    harness.clock.advance(301)
    #expect(await harness.refusal(token) == nil)
    harness.clock.advance(2998)
    #expect(await harness.refusal(token) == nil)
    #expect(harness.service.requests.count == 2)
  }

  @Test func aKeyThatIsNoLongerPublishedIsRefused() async {
    let harness = VerifierHarness()
    let token = Self.lasting
    #expect(await harness.refusal(token) == nil)
    harness.service.keys = .json(TestKey.document(["k2": TestKey.second]))
    harness.clock.advance(3600)
    #expect(await harness.refusal(token) == .unknownKey)
  }

  @Test func aNewKeyIsFetchedWhenATokenNamesIt() async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token()) == nil)
    harness.service.keys = .json(Self.both)
    harness.clock.advance(9)
    #expect(await harness.refusal(Self.ofSecond) == .unknownKey)
    #expect(harness.service.requests.count == 1)
    harness.clock.advance(1)
    #expect(await harness.refusal(Self.ofSecond) == nil)
    #expect(harness.service.requests.count == 2)
    #expect(await harness.refusal(Mint.token()) == nil)
    #expect(harness.service.requests.count == 2)
  }

  @Test func oneFetchServesAllWhoAsk() async {
    let harness = VerifierHarness()
    harness.service.close()
    let begun = Counter()
    await withTaskGroup(of: TokenError?.self) { group in
      for _ in 0..<200 {
        group.addTask {
          begun.count()
          return await harness.refusal(Mint.token())
        }
      }
      await eventually { begun.value == 200 && !harness.service.requests.isEmpty }
      harness.service.open()
      for await refusal in group { #expect(refusal == nil) }
    }
    #expect(harness.service.requests.count == 1)
  }

  @Test func junkCausesABoundedNumberOfFetches() async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token()) == nil)
    for minute in 1...3 {
      harness.clock.advance(10)
      await withTaskGroup(of: TokenError?.self) { group in
        for number in 0..<100 {
          group.addTask {
            await harness.refusal(Mint.token(header: ["alg": "RS256", "kid": .string("junk \(number)")]))
          }
        }
        for await refusal in group { #expect(refusal == .unknownKey) }
      }
      #expect(harness.service.requests.count == 1 + minute)
      // Good tokens do not feel it.
      #expect(await harness.refusal(Mint.token()) == nil)
    }
  }

  @Test(arguments: [
    (ServiceStub.Answer.failure(.connectionRefused), "no server answers at this address"),
    (.failure(.timedOut(seconds: 10)), "no answer within 10 s"),
    (.failure(.libraryMissing(name: "libcurl")), "libcurl is not installed"),
    (.json("{}", status: 503), "the server answered 503"),
    (.json("{}"), "the answer holds no RSA key"),
    (.json(#"{"k1":"no certificate"}"#), "the answer holds no RSA key"),
    (.json("<html>"), "the answer holds no certificates"),
    (.json("[]"), "the answer holds no certificates"),
  ])
  func aFetchThatFailsIsSaidSo(_ answer: ServiceStub.Answer, reason: String) async {
    let harness = VerifierHarness(service: ServiceStub(keys: answer))
    let error = await harness.refusal(Mint.token())
    #expect(error == .keysUnavailable(reason: reason))
    #expect(error?.isRefusal == false)
    // The address is spared for two seconds.
    harness.service.keys = .json(Self.both)
    harness.clock.advance(1)
    #expect(await harness.refusal(Mint.token()) == error)
    #expect(harness.service.requests.count == 1)
    harness.clock.advance(1)
    #expect(await harness.refusal(Mint.token()) == nil)
    #expect(harness.service.requests.count == 2)
  }

  @Test func keysOutliveAnOutageByAnHour() async {
    let harness = VerifierHarness()
    let token = Self.lasting
    #expect(await harness.refusal(token) == nil)
    harness.service.keys = .failure(.connectionRefused)
    harness.clock.advance(3600)
    #expect(await harness.refusal(token) == nil)
    #expect(harness.service.requests.count == 2)
    // Whether another key exists nobody knows meanwhile.
    let other = Mint.token(
      Mint.claims(["exp": .integer(Mint.time + 1_000_000)]), header: ["alg": "RS256", "kid": "k2"],
      signedBy: TestKey.second)
    #expect(await harness.refusal(other) == .keysUnavailable(reason: "no server answers at this address"))
    harness.clock.advance(3599)
    #expect(await harness.refusal(token) == nil)
    harness.clock.advance(1)
    #expect(await harness.refusal(token) == .keysUnavailable(reason: "no server answers at this address"))
    harness.clock.advance(2)
    harness.service.keys = .json(Self.both)
    #expect(await harness.refusal(token) == nil)
  }

  @Test func keysThatAreTooSmallDoNotCount() async {
    // Of 1024 bits.
    let small = """
      -----BEGIN CERTIFICATE-----
      MIIB9jCCAV+gAwIBAgIUDFL+Vjj4Hxtb+saeOSU8UXtWu5wwDQYJKoZIhvcNAQEL
      BQAwDDEKMAgGA1UEAwwBdDAgFw0yNjExMjMwODE3MzFaGA8yMTI2MTAzMDA4MTcz
      MVowDDEKMAgGA1UEAwwBdDCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA3c1i
      bzpHH+Xe7cEvr61fcZtLRFuHDSC64OK+uFgXkJ9SU446TtyRE0PEd3wm7RL6fEmk
      2hwcwaEJqAm2q5/tK12iiskevkN/H1U1q3n2BiQyCiBeGyF0YFB5Wh7iLghnQ74/
      1YzP7cKKctDcUD1RNTCWQPaAmfqWEhJLsKa8YWUCAwEAAaNTMFEwHQYDVR0OBBYE
      FLKD3y2ge1Do01ZG9whmQhivXt/qMB8GA1UdIwQYMBaAFLKD3y2ge1Do01ZG9whm
      QhivXt/qMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAX8DuGgtt
      fjqUbJJ2mVk4a9D0PerKD8W0JSzYAnoGxh3j5Zm6bBSKLdWFqezU63iuTAyk/82+
      O38CLs7j45z3QRv7kursMTbsUU8kzzHMakn0dXJQfLez3dYE9wS/QdQrOPRfraLR
      +aJrvDcmnDqlnRgQ94CJj0g73ZmUpSCPo2s=
      -----END CERTIFICATE-----
      """
    let document = JSONValue.object([
      .init("k1", .string(TestKey.certificate(of: TestKey.first))), .init("k2", .string(small)),
      .init("k3", "no certificate"),
    ]).text
    let harness = VerifierHarness(service: ServiceStub(keys: .json(document)))
    #expect(await harness.refusal(Mint.token()) == nil)
    #expect(await harness.refusal(Self.ofSecond) == .unknownKey)
  }

  @Test func aCancelledCallerReturnsAtOnceAndTheFetchGoesOn() async {
    let harness = VerifierHarness()
    harness.service.close()
    let given = Task { await harness.refusal(Mint.token()) }
    let patient = Task { await harness.refusal(Mint.token()) }
    await eventually { harness.service.requests.count == 1 }
    given.cancel()
    #expect(await given.value == .cancelled)
    harness.service.open()
    #expect(await patient.value == nil)
    #expect(harness.service.requests.count == 1)
  }

  @Test func whoWasCancelledBeforeDoesNotWaitEither() async {
    let harness = VerifierHarness()
    harness.service.close()
    let refusal = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await harness.refusal(Mint.token())
    }.value
    #expect(refusal == .cancelled)
    harness.service.open()
    #expect(await harness.refusal(Mint.token()) == nil)
    #expect(harness.service.requests.count == 1)
  }

  /// A token that needs no waiting is verified in a cancelled task too.
  @Test func keysAtHandAreEnoughForACancelledTask() async {
    let harness = VerifierHarness()
    #expect(await harness.refusal(Mint.token()) == nil)
    let refusal = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await harness.refusal(Mint.token())
    }.value
    #expect(refusal == nil)
  }
}

private final class Counter: Sendable {
  private let counted = Atomic(0)

  var value: Int { counted.load(ordering: .sequentiallyConsistent) }
  func count() { counted.add(1, ordering: .sequentiallyConsistent) }
}

@Suite struct KeyLifetimeTests {
  @Test(
    arguments: [
      ([:], 300),
      (["Cache-Control": "public, max-age=20301, must-revalidate, no-transform"], 20_301),
      (["cache-control": "PUBLIC,MAX-AGE=20301"], 20_301),
      (["Cache-Control": "max-age=20301", "Age": "301"], 20_000),
      (["Cache-Control": "max-age=20301", "Age": "99999"], 60),
      (["Cache-Control": "max-age=20301", "Age": "-5"], 20_301),
      (["Cache-Control": #"max-age="600""#], 600),
      (["Cache-Control": "max-age=59"], 60),
      (["Cache-Control": "max-age=0"], 60),
      (["Cache-Control": "max-age=-1"], 300),
      (["Cache-Control": "max-age=soon"], 300),
      (["Cache-Control": "max-age="], 300),
      (["Cache-Control": "max-age=86401"], 86_400),
      (["Cache-Control": "max-age=99999999999999999999999"], 86_400),
      (["Cache-Control": "s-maxage=9000"], 300),
      (["Cache-Control": "no-store, max-age=9000"], 60),
      (["Cache-Control": "max-age=9000, no-cache"], 60),
      (["Expires": "Sun, 06 Nov 2044 08:49:37 GMT"], 300),
    ] as [(HTTPHeaders, Int)])
  func whatTheAnswerAllowsIsHeldBetweenAMinuteAndADay(_ headers: HTTPHeaders, seconds: Int) {
    #expect(KeyLifetime.of(headers) == .seconds(seconds))
  }
}
