/**
 * The steps of "Rotate the secret" in `docs/recipes/sessions.md`, as the page shows them: what the environment holds.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { blocksOf } from "./docs/_blocks.ts";

/** The variables of one step. */
export type Variables = Readonly<Record<string, string>>;

/** What each step of the page writes into the environment, after what is there before the first one. */
export interface RotationSteps {
  /** Before: the old secret alone. */
  readonly before: Variables;
  /** 1. All servers know the new secret. */
  readonly told: Variables;
  /** 2. The new secret seals. */
  readonly sealing: Variables;
  /** 5. The old secret is gone. */
  readonly after: Variables;
}

/** Reads the steps with these secrets. */
export function rotationSteps(secrets: { readonly old: string; readonly new: string }): RotationSteps {
  const text = readFileSync(new URL("../docs/recipes/sessions.md", import.meta.url), "utf8");
  const shown = blocksOf(text).filter(({ section, file }) =>
    section === "Rotate the secret" && file === ".env"
  );
  assert.equal(shown.length, 3, "the page shows the variables of steps 1, 2 and 5");
  const [told, sealing, after] = shown.map(({ text }) =>
    Object.fromEntries(
      [...text.matchAll(/^(\w+)= +# the (old|new) secret/gm)]
        .map(([, name, age]) => [name!, secrets[age as "old" | "new"]]),
    )
  );
  assert.ok(
    shown.every(({ text }) => text.split("\n").every((line) => /# the (?:old|new) secret/.test(line))),
  );
  return { before: { AUTH_SECRET: secrets.old }, told: told!, sealing: sealing!, after: after! };
}

/** The same, one variable after the other in the order of the page, for platforms that deploy each change. */
export function oneByOne({ before, told, sealing, after }: RotationSteps): readonly Variables[] {
  const states: Variables[] = [];
  let now = before;
  const set = (name: string, value?: string) => {
    const { [name]: _, ...others } = now;
    now = value === undefined ? others : { ...others, [name]: value };
    states.push(now);
  };
  set("AUTH_SECRET_2", told.AUTH_SECRET_2!);
  set("AUTH_SECRET_1", told.AUTH_SECRET_1!);
  assert.deepEqual(now, told);
  set("AUTH_SECRET_2");
  assert.deepEqual(now, sealing);
  set("AUTH_SECRET", after.AUTH_SECRET!);
  set("AUTH_SECRET_1");
  assert.deepEqual(now, after);
  return states;
}
