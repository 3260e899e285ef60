import Essentials
import Testing

@testable import CommandKit

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
    let options = [
      ArgumentDescription(kind: .option, name: "to", value: "PORT", help: "Where to."),
      .flag("fast", short: "f", help: "Sail fast."),
    ]
    #expect(
      HelpText(groups: [("Sail", options), ("Row", [options[0]])], prose: "Or stay.").laidOut(width: 80)
        == """
        Sail:
              --to PORT  Where to.
          -f, --fast     Sail fast.
        Row:
          --to PORT      Where to.

        Or stay.

        """)
    #expect(HelpText(prose: "At high tide.").laidOut(width: 80) == "At high tide.\n")
  }
}
