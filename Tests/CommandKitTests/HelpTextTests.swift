import CommandKit
import Testing

@Suite struct HelpTextTests {
  @Test func termsStandBeforeTheProse() {
    let text = HelpText(
      [("PORT", "The harbour that ships leave from."), ("TIDE", "High or low.")],
      prose: "Nothing else counts, whatever the harbour's master says.\n\n  port send")
    #expect(
      text.laidOut(width: 30)
        == """
          PORT  The harbour that ships
                leave from.
          TIDE  High or low.

        Nothing else counts, whatever
        the harbour's master says.

          port send

        """)
    #expect(HelpText(prose: "At high tide.").laidOut(width: 80) == "At high tide.\n")
  }
}
