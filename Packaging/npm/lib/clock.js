// The clock of the server.

const path = '/usher/v1/clock';

/** The server's clock. It is the same for all projects of the server. */
export class Clock {
  #connection;

  constructor(connection) {
    this.#connection = connection;
  }

  /** The time of the clock. */
  async now() {
    return new Date((await this.#connection.get(path)).time);
  }

  /** Moves the clock from its time now: forward, or back if the numbers are negative. */
  async move({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
    const { offsetSeconds } = await this.#connection.get(path);
    await this.#set(offsetSeconds + Math.round(((days * 24 + hours) * 60 + minutes) * 60 + seconds));
  }

  /** Sets the clock to the time of this machine. */
  async reset() {
    await this.#set(0);
  }

  async #set(offsetSeconds) {
    await this.#connection.post(path, { offsetSeconds });
  }
}
