/// The script for calls between a page and a frame.
///
/// It uses the format of Google's `gapi.rpc`, like the web SDKs.
///
/// A message is text: `!_` and a JSON object. Its members are:
///
/// - `s`: the service, with both ends and the procedure
/// - `f`: the sender
/// - `r`: where to send the answer
/// - `t`: the frame's token
/// - `c`: the number of the call
/// - `a`: the arguments
///
/// The service `__cb` carries an answer.
enum FrameScript {
  static let text = #"""
    // What a callback throws is not an error of its page: one of the web SDKs always throws.
    const settle = async (callback, value) => { try { return await callback?.(value); } catch {} };

    class Channel {
      // prefix: who speaks to whom, in front of each service; name: the speaker's.
      constructor({ peer, origin, prefix, name, token, isOpen }) {
        Object.assign(this, { peer, origin, prefix, name, token });
        this.services = new Map();
        this.calls = [];
        this.early = [];
        this.held = isOpen ? null : [];
        window.addEventListener("message", (event) => {
          if (event.source === peer() && event.origin === origin) this.receive(event.data);
        });
      }

      // What is said before the other end listens waits for it.
      post(message) {
        if (this.held) this.held.push(message);
        else this.say(JSON.stringify({ f: this.name, r: this.name, t: this.token, g: false, ...message }));
      }

      say(text) {
        this.peer().postMessage(`!_${text}`, this.origin);
      }

      send(service, argument, callback) {
        const c = callback ? this.calls.push(callback) : null;
        this.post({ s: this.prefix + service, c, a: [argument] });
      }

      register(service, handler) {
        this.services.set(service, handler);
        for (const message of this.early.splice(0)) this.take(message);
      }

      open() {
        const held = this.held ?? [];
        this.held = null;
        for (const message of held) this.post(message);
      }

      receive(text) {
        if (typeof text !== "string" || !text.startsWith("!_")) return;
        if (text.startsWith("!_{h:'")) return this.open();
        let message;
        try { message = JSON.parse(text.slice(2)); } catch { return; }
        if (message?.s === "_processBatch") message.a[0].forEach((each) => this.take(each));
        else if (message) this.take(message);
      }

      async take(message) {
        if (String(message.t ?? "") !== this.token || !Array.isArray(message.a)) return;
        if (message.s === "__cb") {
          const [number, results] = message.a;
          const callback = this.calls[number - 1];
          delete this.calls[number - 1];
          return settle(callback, results);
        }
        const service = String(message.s).split(":").pop();
        const handler = this.services.get(service) ?? (service.startsWith("_g_") ? () => null : undefined);
        if (!handler) return this.early.push(message);
        if (service === "_g_rpcReady") this.open();
        const result = await settle(handler, message.a[0]);
        if (message.c) this.post({ s: "__cb", c: null, a: [message.c, [result ?? null]] });
      }
    }
    """#
}
