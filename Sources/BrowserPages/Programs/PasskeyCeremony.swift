import Essentials

extension BrowserPage {
  /// A request to the browser for a passkey.
  ///
  /// The page's form sends the authenticator's answer.
  package struct PasskeyCeremony: Sendable, Equatable {
    /// `create` or `get`.
    package let kind: String
    /// The options of the request: JSON with bytes in base64url.
    package let options: String

    static let answerName = "answer"
    /// The name of the browser's error, such as `InvalidStateError`.
    static let failureName = "failure"

    /// What the script says, by the names of its data.
    private static let texts: KeyValuePairs<String, Text> = [
      "steps": "Follow the steps that the browser shows.",
      "done": "Done. One moment.",
      "unused": "No passkey was used: it was cancelled, or it took too long.",
      "retry": "Try again",
    ]

    func markup(in catalog: Catalog) -> String {
      func html(_ text: Text) -> String { BrowserPage.escaped(text, in: catalog) }
      let (moment, use): (Text, Text) = ("One moment.", "Use a passkey")
      let advice: Text = "Passkeys need JavaScript. Turn it on, and reload this page."
      let data =
        [("kind", kind), ("options", options)] + Self.texts.map { ($0, $1.in(catalog)) }
      let attributes = data.map { #" data-\#($0)="\#(BrowserPage.escaped($1))""# }
      return """
        <div id="passkey"\(attributes.joined())></div>
        <p id="status" role="status">\(html(moment))</p>
        <p><button id="again" type="button" hidden>\(html(use))</button></p>
        <noscript><p>\(html(advice))</p></noscript>

        """
    }

    static let program = #"""
      (() => {
        "use strict";
        const state = document.getElementById("status");
        const again = document.getElementById("again");
        const form = document.forms[0];
        const { kind, options, ...texts } = document.getElementById("passkey").dataset;
        const say = (text) => { state.textContent = text; };
        const bytes = (text) =>
          Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (byte) => byte.charCodeAt(0));
        const text = (buffer) =>
          btoa(String.fromCharCode(...new Uint8Array(buffer)))
            .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
        const send = (name, value) => {
          form.elements[name].value = value;
          form.submit();
        };
        const request = () => {
          const publicKey = JSON.parse(options);
          publicKey.challenge = bytes(publicKey.challenge);
          if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id);
          for (const list of [publicKey.excludeCredentials, publicKey.allowCredentials]) {
            for (const credential of list ?? []) credential.id = bytes(credential.id);
          }
          return navigator.credentials[kind]({ publicKey });
        };
        const run = async () => {
          again.hidden = true;
          say(texts.steps);
          try {
            const credential = await request();
            const { response } = credential;
            const answer = { id: text(credential.rawId), clientDataJSON: text(response.clientDataJSON) };
            for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
              if (response[name]) answer[name] = text(response[name]);
            }
            say(texts.done);
            send("answer", JSON.stringify(answer));
          } catch (error) {
            const mayTryAgain = ["NotAllowedError", "AbortError", "UnknownError"].includes(error.name);
            if (!mayTryAgain) return send("failure", error.name);
            say(texts.unused);
            again.textContent = texts.retry;
            again.hidden = false;
          }
        };
        if (!window.PublicKeyCredential) return send("failure", "NotSupportedError");
        again.addEventListener("click", run);
        run();
      })();
      """#
  }
}
