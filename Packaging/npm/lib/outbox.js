// The messages that the server "sends".

/** The server sent no such message. */
export class NoMessage extends Error {
  name = 'NoMessage';
}

/** The messages of one project. */
export class Outbox {
  #connection;
  #project;

  constructor(connection, project) {
    this.#connection = connection;
    this.#project = project;
  }

  /** The latest SMS to a number. */
  async sms(number) {
    const { to, code, text, sentAt } = await this.#latest('sms', number);
    return { to, code, text, sentAt: new Date(sentAt) };
  }

  /** The latest mail to an address. */
  async mail(address) {
    const { to, link, code, subject, text, sentAt } = await this.#latest('email', address);
    return { to, link, code, subject, text, sentAt: new Date(sentAt) };
  }

  async #latest(kind, to) {
    const path = `/usher/v1/projects/${encodeURIComponent(this.#project)}/outbox?to=${encodeURIComponent(to)}`;
    const found = (await this.#connection.get(path)).messages.reverse().find((message) => message.kind === kind);
    if (!found) throw new NoMessage(`${this.#project} sent no ${kind} to ${to}`);
    return found;
  }
}
