import Essentials
import HTTP
import IdentityToolkit

/// `/emulator/auth/iframe`: the hidden frame through which the web SDKs learn the result of a sign-in at the handler.
///
/// At Google and Firebase, such pages load the other end of the frame's calls from Google. This one does not need that.
struct AuthIframe: Sendable {
  static let path = "/emulator/auth/iframe"

  let call: Call

  func response() throws -> HTTPResponse {
    let domains: JSONValue? =
      call.policy.authorizedDomainsChecked
      ? .array(try call.projectSettings().authorizedDomains.map { .string($0) }) : nil
    let attribute = domains.map { #" data-domains="\#($0.text.escapedForHTML)""# } ?? ""
    return ScriptedPage(
      title: "Auth Emulator Helper Iframe", content: "<main id=\"content\"\(attribute)></main>",
      script: FrameScript.text + "\n" + Self.script
    ).response(nonce: try call.random.nonce(), framing: nil)
  }

  private static let script = #"""
    (() => {
      "use strict";
      const query = new URLSearchParams(location.search);
      const fragment = new URLSearchParams(location.hash.slice(1));
      const given = (name) => fragment.get(name) ?? query.get(name) ?? "";
      const [id, origin, frame] = [given("id"), given("parent"), given("pfname")];
      const domains = JSON.parse(document.getElementById("content").dataset.domains ?? "null");
      const storageKey = `firebase:redirectEvent:${query.get("apiKey")}:${query.get("appName")}`;

      const isOnThisMachine = (host) => /^(\[::1\]|127(\.\d+){3}|(.+\.)?localhost)$/.test(host);
      const mayListen = () => {
        const host = new URL(origin).hostname;
        return !domains || isOnThisMachine(host) || domains.some((domain) => domain.toLowerCase() === host);
      };
      if (!id || !origin || window.parent === window || !mayListen()) return;

      // Storage may be closed to frames in pages of other sites.
      const stored = () => {
        try {
          const event = sessionStorage.getItem(storageKey);
          sessionStorage.removeItem(storageKey);
          return JSON.parse(event);
        } catch {
          return null;
        }
      };

      const channel = new Channel({
        peer: () => window.parent, origin, prefix: `${frame}/${id}:${frame}:`, name: id, token: given("rpctoken"),
        isOpen: true,
      });
      const tell = (authEvent) => channel.send("authEvent", { type: "authEvent", authEvent }, () => {});
      channel.register("webStorageSupport", () => ({ status: "ACK", webStorageSupport: true }));
      window.addEventListener("message", ({ origin, data }) => {
        if (origin !== location.origin || data?.eventType !== "sendAuthEvent") return;
        if (`firebase:redirectEvent:${data.data.storageKey}` === storageKey) tell(data.data.authEvent);
      });
      channel.say(`{h:'${escape(id)}'}`);
      channel.send("_g_rpcReady");
      tell(stored() ?? { type: "unknown", error: { code: "auth/no-auth-event" } });
    })();
    """#
}
