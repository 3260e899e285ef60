import CommandKit

extension HelpTopic {
  /// What each provider can do, by its own documents.
  static let providersText = HelpText(
    [
      ("google", "Through the project; by a client of your own, here or with --device; by its token."),
      ("github", "The same."),
      ("microsoft, facebook", "Through the project, with localhost as the host; facebook by its token, too."),
      ("twitter, yahoo, linkedin", "Through the project."),
      ("apple", "By its token alone: it comes back to no loopback address, and posts its answer."),
      ("oidc.NAME", "Through the project; by a client of your own; by its token."),
      ("saml.NAME", "On a local server alone: a SAML provider posts its answer to the project's own page."),
    ],
    prose: """
      usher signin idp google opens a browser there and signs in; link idp and reauth idp work likewise. Second factors \
      are asked for as after a password. There are four ways.

      Through the project: the default. The project's configuration of the provider is used, and nothing secret of it \
      is on this machine. The browser comes back to http://127.0.0.1:8123/callback. At a real project that address \
      is registered with the provider, beside the one that the console shows, and 127.0.0.1 is among the authorized \
      domains; --listen and the profile's provider-listen choose another port.

      By a client of your own: usher profile client set names it, and the provider is asked by authorization code \
      and PKCE. With --device the person signs in on another machine.

      By its token: --id-token-file or --access-token-file, for scripts and jobs.

      On a local server: its own page asks who you are at the provider, and nothing leaves the machine. In a script, \
      --identity kim@example.com says so. usher local provider set has it ask a real OpenID provider instead.

      An account that has the address already is signed in to where the provider has verified the address. A password \
      that was set before anybody verified it is then removed, as Firebase does: whoever set it may be another person.

      Without a browser on this machine, over SSH say: open the address that is shown anywhere, and paste the address \
      that the browser ends at.
      """)
}
