/**
 * Compares the mutants that survived with those that `test/mutants.json` explains.
 *
 * @module
 */

import type { Mutant } from "./bundle.ts";

/** Source file → the mutants that no test can notice, or none has to. */
export type Explained = Readonly<Record<string, Explanations>>;

/**
 * A line, without the space around it: it stands for all lines of the file with this text. → What stands in place of a part of
 * it. → Why no test notices it.
 */
export type Explanations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Lists survivors without a reason, and reasons without a survivor. */
export function compareSurvivors(
  survivors: readonly Mutant[],
  explanations: Explanations,
): readonly string[] {
  const known = Object.entries(explanations).flatMap(([source, reasons]) =>
    Object.keys(reasons).map((becomes) => ({ source, becomes }))
  );
  const isSame = (a: Pick<Mutant, "source" | "becomes">, b: typeof a) =>
    a.source === b.source && a.becomes === b.becomes;
  const strange = survivors.filter((mutant) => !known.some((each) => isSame(each, mutant)));
  const past = known.filter((each) => !survivors.some((mutant) => isSame(each, mutant)));
  return [
    ...strange.map(({ line, source, becomes }) => `${line}: no test notices it\n  ${source}\n  ${becomes}`),
    ...past.map(({ source, becomes }) => ` a test notices it: remove the reason\n  ${source}\n  ${becomes}`),
  ];
}
