/**
 * The provider modules of `@auth/core`, unmodified, on both libraries: an application may have copied one, or imports it
 * beside ours.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { compareRows, type Row } from "./_rows.ts";
import { installTrees, onBoth, run, type Side } from "./_trees.ts";

/** What came of a sign-in. */
interface Outcome {
  /** User of the session. */
  readonly user?: Readonly<Record<string, unknown>>;
  /** What was wrong. */
  readonly error?: string;
}

/** What fails on theirs, for every user of the module. */
const BETTER: Readonly<Record<string, string>> = {
  ...all("netsuite todoist", "Auth.js refuses a `userinfo` without `url`, or one that the options bring"),
};

/** What ours refuses on purpose, as `docs/migration/auth_js.md` says. */
const DELIBERATE: Readonly<Record<string, Row["deliberate"]>> = {
  bungie: {
    reason: "its URL has `{membershipId}`, which Auth.js sends to Bungie as it stands",
    problem: /"bungie": set `membershipId`/,
  },
};

const trees = await installTrees({ name: "modules", files: "modules", packages: {} });
const outcomes = await onBoth(signInWithAll);

test("a copy of each provider module of @auth/core signs in on our library, and the module on theirs", () => {
  assert.equal(Object.keys(outcomes.theirs).length, 93);
  assert.deepEqual(Object.keys(outcomes.ours), Object.keys(outcomes.theirs));
});

compareRows(
  "the provider modules of @auth/core",
  Object.keys(outcomes.theirs).map((id) => ({
    name: id,
    better: BETTER[id],
    deliberate: DELIBERATE[id],
    run(side) {
      const { user, error } = outcomes[side][id]!;
      assert.ok(user, error ?? "it has no session");
      const { user: expected } = outcomes.theirs[id]!;
      if (expected) assert.deepEqual(shown(user), shown(expected));
      return Promise.resolve();
    },
  })),
);

async function signInWithAll(side: Side): Promise<Readonly<Record<string, Outcome>>> {
  const published = `${trees.theirs}/node_modules/@auth/core`;
  if (side === "theirs") return await signInWith(side, `${published}/providers`);
  const copy = `${trees.ours}/their_modules`;
  await rm(copy, { recursive: true, force: true });
  for (const part of ["providers", "lib"]) {
    await cp(`${published}/${part}`, `${copy}/${part}`, { recursive: true });
  }
  // Their own copy of the symbol would mean nothing to the library under the name `@auth/core`.
  await writeFile(
    `${copy}/lib/symbols.js`,
    `export { customFetch } from "@auth/core";\nexport const conformInternal = Symbol("conform-internal");\n`,
  );
  return await signInWith(side, `${copy}/providers`);
}

async function signInWith(side: Side, modules: string): Promise<Readonly<Record<string, Outcome>>> {
  return JSON.parse(await run(trees[side], "node", ["sign_in_with_modules.mjs", modules]));
}

/** What an application shows. We keep pictures that are data out of cookies. */
function shown({ name, email, image }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [name, email, String(image).startsWith("data:") ? null : image].map((value) => value ?? null);
}

function all(ids: string, reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, reason]));
}
