/**
 * Compares the mutants that survived with those that `test/mutants.json` explains.
 *
 * @module
 */

import type { Mutant } from "./bundle.ts";

/** Source file → the mutants that no test can notice, or none has to. */
export type Explained = Readonly<Record<string, readonly Explanation[]>>;

/** The reason why a mutant may survive. */
export interface Explanation {
  /** The line, without the space around it. It stands for all lines of the file with this text. */
  readonly source: string;
  /** What stands in place of a part of it. */
  readonly becomes: string;
  /** Why no test notices it. */
  readonly reason: string;
}

/** Lists survivors without a reason, and reasons without a survivor. */
export function compareSurvivors(
  survivors: readonly Mutant[],
  explanations: readonly Explanation[],
): readonly string[] {
  const isSame = (a: Omit<Explanation, "reason">, b: Omit<Explanation, "reason">) =>
    a.source === b.source && a.becomes === b.becomes;
  const strange = survivors.filter((mutant) => !explanations.some((known) => isSame(known, mutant)));
  const past = explanations.filter((known) => !survivors.some((mutant) => isSame(known, mutant)));
  return [
    ...strange.map(({ line, source, becomes }) => `${line}: no test notices it\n  ${source}\n  ${becomes}`),
    ...past.map(({ source, becomes }) => ` a test notices it: remove the reason\n  ${source}\n  ${becomes}`),
  ];
}
