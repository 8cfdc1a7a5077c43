/**
 * Shows how far a run is: which stages run, how many tests have ended, and how long it took last time.
 *
 * @module
 */

import { endedIn } from "./output.ts";

/** How long a stage took, and how many tests it had. */
export interface Past {
  readonly seconds: number;
  readonly tests: number;
}

/** Name of a stage → its last green run on this machine. */
export type Pasts = Readonly<Record<string, Past>>;

/** A stage that runs. */
interface Running {
  readonly start: number;
  ended: number;
}

/** The stages that run, and how far they are. */
export class Progress {
  readonly #running = new Map<string, Running>();
  readonly #pasts: Pasts;
  readonly #now: () => number;

  /** @param now Milliseconds. */
  constructor(pasts: Pasts, now: () => number = () => performance.now()) {
    this.#pasts = pasts;
    this.#now = now;
  }

  /** Notes that a stage begins. */
  begin(stage: string): void {
    this.#running.set(stage, { start: this.#now(), ended: 0 });
  }

  /** Counts the tests that a part of the output of a stage says have ended. */
  read(stage: string, part: string): void {
    const running = this.#running.get(stage);
    if (running) running.ended += endedIn(part);
  }

  /** Notes that a stage has ended. */
  end(stage: string): void {
    this.#running.delete(stage);
  }

  /** One line: `unit 4200 of 12405 tests, 45 s of 121 s · types 12 s of 30 s`. Empty if nothing runs. */
  line(): string {
    return [...this.#running].map((entry) => this.#partOf(entry)).join(" · ");
  }

  #partOf([stage, { start, ended }]: readonly [string, Running]): string {
    const past = this.#pasts[stage];
    const of = past && past.tests > 1 ? ` of ${past.tests}` : "";
    const tests = ended ? ` ${ended}${of} tests,` : "";
    const last = past ? ` of ${Math.round(past.seconds)} s` : "";
    return `${stage}${tests} ${Math.round((this.#now() - start) / 1000)} s${last}`;
  }
}
