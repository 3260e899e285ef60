import CommandKit
import Essentials

extension HelpTopic {
  /// What each provider supports, according to its documentation.
  static let providersText = HelpText(
    [
      ("google", "Through the project; by your own client, here or with --device; by its token."),
      ("github", "The same."),
      ("microsoft, facebook", "Through the project, with localhost as the host; facebook by its token, too."),
      ("twitter, yahoo, linkedin", "Through the project."),
      ("apple", "Only by its token: it accepts no loopback address, and posts its answer."),
      ("oidc.NAME", "Through the project; by your own client; by its token."),
      (
        "saml.NAME",
        "Only on a local server, in its own page or by the real provider: see below."
      ),
    ],
    prose: """
      usher signin idp google signs in at the provider in a browser. link idp and reauth idp work the same way. usher \
      asks for second factors as after a password. There are four ways.

      Through the project. This is the default. usher uses the project's configuration of the provider, so this \
      machine needs no secret. The browser comes back to this address:

        http://127.0.0.1:8123/callback

      For a real project, register the address with the provider, beside the one that the console shows. Add 127.0.0.1 \
      to the authorized domains. --listen and the profile's provider-listen choose another port.

      By your own client. Name it with usher profile client set. usher then asks the provider by authorization \
      code and PKCE. With --device, you enter a code on another device.

      By the provider's token, for scripts and jobs: --id-token-file or --access-token-file.

      On a local server. Its own page asks who you are at the provider, and nothing leaves the machine. In a script, \
      --identity answers it. To use a real OpenID provider instead: usher project provider set

      A SAML provider posts its answer to the project's own page, and no other. On a local server, saml.NAME is the \
      server's own page. serve is a SAML provider for your own programs, too, with metadata and a certificate:

        http://127.0.0.1:9099/emulator/auth/saml/metadata/saml.NAME

      With --policy strict, serve also signs in at a real SAML provider. It verifies signature, audience, recipient \
      and times, and takes each response once. Register this address there:

        http://127.0.0.1:9099/emulator/auth/saml/acs/saml.NAME

        usher project provider set saml.acme --metadata-file idp.xml --client-id app

      The client ID is the entity ID that the provider has for your app. If people begin at the provider's own page, \
      start serve with --policy-set saml-unsolicited=true too.

      If an account has the address already, and the provider has verified the address, you sign in to that \
      account. As Firebase does, the server then removes a password from before the first verification. \
      Another person may have set it.

      Without a browser on this machine, for example over SSH, open the address elsewhere. Then paste the last \
      address of the browser.
      """)
}
