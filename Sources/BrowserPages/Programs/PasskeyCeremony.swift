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

    var markup: String {
      """
      <div id="passkey" data-kind="\(kind)" data-options="\(BrowserPage.escaped(options))"></div>
      <p id="status" role="status">One moment.</p>
      <p><button id="again" type="button" hidden>Use a passkey</button></p>
      <noscript><p>Passkeys need JavaScript. Turn it on, and reload this page.</p></noscript>

      """
    }

    static let program = #"""
      (() => {
        "use strict";
        const state = document.getElementById("status");
        const again = document.getElementById("again");
        const form = document.forms[0];
        const { kind, options } = document.getElementById("passkey").dataset;
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
          say("Follow the steps that the browser shows.");
          try {
            const credential = await request();
            const { response } = credential;
            const answer = { id: text(credential.rawId), clientDataJSON: text(response.clientDataJSON) };
            for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
              if (response[name]) answer[name] = text(response[name]);
            }
            say("Done. One moment.");
            send("answer", JSON.stringify(answer));
          } catch (error) {
            const mayTryAgain = ["NotAllowedError", "AbortError", "UnknownError"].includes(error.name);
            if (!mayTryAgain) return send("failure", error.name);
            say("No passkey was used: it was cancelled, or it took too long.");
            again.textContent = "Try again";
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
