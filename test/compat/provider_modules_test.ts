/**
 * The provider modules of `@auth/core`, unmodified, on both libraries: an application may have copied one, or imports it
 * beside ours.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { installSides, onSides, openRecord } from "./_record.ts";
import { compareRows, type Row } from "./_rows.ts";
import { PEER, run, type Side, type Wanted } from "./_trees.ts";

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

/** Beside ours the modules lie under another name, which is not replaced. */
const PUBLISHED = "auth-core-as-published";

/** In the record, a module that signs no user in on theirs. */
const NONE = "no user";

const WANTED: Wanted = {
  name: "modules",
  files: "modules",
  packages: {},
  only: { ours: { [PUBLISHED]: `npm:@auth/core@${PEER}` } },
};

const users = await openRecord("provider_modules", WANTED);
const folderOf = await installSides(WANTED);
const outcomesOf = await onSides(signInWithAll);
const ids = Object.keys(outcomesOf("ours"));

test("each OAuth and OpenID provider module of @auth/core is copied to our library", () => {
  assert.equal(ids.length, 93);
});

/** The user whom a module signs in on theirs, or none. */
const theirs = (id: string) => users.recall(["their users", id], () => Promise.resolve(theirUser(id)));

compareRows(
  "the provider modules of @auth/core",
  ids.map((id) => ({
    name: id,
    better: BETTER[id],
    deliberate: DELIBERATE[id],
    async run(side) {
      const { user, error } = outcomesOf(side)[id]!;
      assert.ok(user, error ?? "it has no session");
      const expected = await theirs(id);
      if (expected !== NONE) assert.equal(shown(user), expected);
    },
  })),
  {
    namesOf: () => users.namesOf("their users"),
    recall: async ([, id]) => await theirs(id) === NONE ? "no" : "ok",
  },
);

async function signInWithAll(side: Side): Promise<Readonly<Record<string, Outcome>>> {
  const packages = `${folderOf(side)}/node_modules`;
  if (side === "theirs") return await signInWith(side, `${packages}/@auth/core/providers`);
  const copy = `${folderOf(side)}/their_modules`;
  await rm(copy, { recursive: true, force: true });
  for (const part of ["providers", "lib"]) {
    await cp(`${packages}/${PUBLISHED}/${part}`, `${copy}/${part}`, { recursive: true });
  }
  // Their own copy of the symbol would mean nothing to the library under the name `@auth/core`.
  await writeFile(
    `${copy}/lib/symbols.js`,
    `export { customFetch } from "@auth/core";\nexport const conformInternal = Symbol("conform-internal");\n`,
  );
  return await signInWith(side, `${copy}/providers`);
}

async function signInWith(side: Side, modules: string): Promise<Readonly<Record<string, Outcome>>> {
  return JSON.parse(await run(folderOf(side), "node", ["sign_in_with_modules.mjs", modules]));
}

function theirUser(id: string): string {
  const { user } = outcomesOf("theirs")[id]!;
  return user ? shown(user) : NONE;
}

/** What an application shows. We keep pictures that are data out of cookies. */
function shown({ name, email, image }: Readonly<Record<string, unknown>>): string {
  return [name, email, String(image).startsWith("data:") ? null : image].map((value) => value ?? "-").join(
    ", ",
  );
}

function all(ids: string, reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, reason]));
}
