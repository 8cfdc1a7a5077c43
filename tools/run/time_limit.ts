/**
 * Notices that a program takes too long, or prints nothing any more.
 *
 * @module
 */

/** How long a program may take. */
export interface TimeLimits {
  /** Milliseconds until it must have ended. */
  readonly limit: number;
  /** Milliseconds that it may print nothing; `null` if it may be silent to its end. */
  readonly silence: number | null;
}

/** Watches a program, until it is stopped. */
export class TimeLimit {
  readonly #limits: TimeLimits;
  readonly #onLate: (why: string) => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  #silent: ReturnType<typeof setTimeout> | undefined;

  /** @param onLate Receives why the program is too late, once for each limit. */
  constructor(limits: TimeLimits, onLate: (why: string) => void) {
    this.#limits = limits;
    this.#onLate = onLate;
    this.#timer = setTimeout(() => onLate(`it had not ended after ${limits.limit / 1000} s`), limits.limit);
    this.heard();
  }

  /** Notes that the program has printed something. */
  heard(): void {
    const { silence } = this.#limits;
    clearTimeout(this.#silent);
    if (silence === null) return;
    this.#silent = setTimeout(
      () => this.#onLate(`it had printed nothing for ${silence / 1000} s`),
      silence,
    );
  }

  /** Ends the watch. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silent);
  }
}
