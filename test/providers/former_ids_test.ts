/**
 * Accounts that are stored under the id of an earlier version, or of Auth.js.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { type CaseResult, type ProviderCase, signIn, withAnswers } from "./_catalogue.ts";
import eveonline from "./catalogue/eveonline.ts";
import pinterest from "./catalogue/pinterest.ts";
import slack from "./catalogue/slack.ts";
import spotify from "./catalogue/spotify.ts";
import trakt from "./catalogue/trakt.ts";

/** The former id of the user of each case. */
const FORMER: readonly (readonly [id: string, each: ProviderCase, former: string])[] = [
  ["spotify", spotify, "31l77y2al5lnn7mxfrmd4bpfhqke"],
  ["eveonline", eveonline, "95465499"],
  ["pinterest", pinterest, "adalovelace"],
  ["slack", slack, "U0R7JM"],
  ["trakt", trakt, "ada-l"],
];

const UNSAFE = FORMER.slice(1);

const accepting = (each: ProviderCase): ProviderCase => ({
  ...each,
  options: { ...each.options, acceptFormerAccountIds: true },
});

/** Signs in where each of these ids has a user of its own, who is named after it. */
async function signInWith(id: string, each: ProviderCase, ids: readonly string[], times = 1) {
  const adapter = Memory();
  for (const stored of ids) {
    await adapter.createUser({
      id: `user-${stored}`,
      email: `${ids.indexOf(stored)}@example.org`,
      emailVerified: null,
    });
    await adapter.linkAccount({
      userId: `user-${stored}`,
      type: "oauth",
      provider: id,
      providerAccountId: stored,
    });
  }
  let result: CaseResult | undefined;
  for (let i = 0; i < times; i++) {
    // The next sign-in gets the same random token of the session.
    for (const stored of ids) await adapter.deleteSessionsByUserId(`user-${stored}`);
    result = await signIn({ ...each, otherIds: ids }, undefined, adapter);
  }
  const owners = await Promise.all(
    [each.user.id, ...ids].map((providerAccountId) =>
      adapter.getUserByAccount({ provider: id, providerAccountId })
    ),
  );
  const accounts = await Promise.all(ids.map((each) => adapter.listAccountsByUserId(`user-${each}`)));
  const { log, user } = result!;
  return { log, user, owner: owners[0]?.id, accounts: accounts.flat().map((each) => each.providerAccountId) };
}

for (const [id, each, former] of FORMER) {
  test(`${id}: an account under the former id signs its user in, keeps the id, and gets no double`, async () => {
    const { user, owner, accounts, log } = await signInWith(id, accepting(each), [former], 2);
    assert.equal(user?.id, former, log);
    assert.equal(owner, undefined, "an account under the id of today");
    assert.deepEqual(accounts, [former]);
  });

  test(`${id}: the account under the id of today is found first`, async () => {
    const { user, owner, accounts } = await signInWith(id, accepting(each), [each.user.id, former]);
    assert.equal(user?.id, each.user.id);
    assert.equal(owner, `user-${each.user.id}`);
    assert.deepEqual(accounts, [each.user.id, former]);
  });

  test(`${id}: a new user has the account under the id of today`, async () => {
    const { user, owner } = await signInWith(id, accepting(each), []);
    assert.equal(user?.id, each.user.id);
    assert.ok(owner);
  });
}

test("spotify: a former id needs no option, and no warning", async () => {
  const { user, log } = await signInWith("spotify", spotify, ["31l77y2al5lnn7mxfrmd4bpfhqke"]);
  assert.ok(user);
  assert.doesNotMatch(log, /former-account-ids/);
});

test("spotify: a user without `account_id` has the account under `id`", async () => {
  const each = withAnswers(spotify, (answer) => ({ ...answer as object, account_id: undefined }));
  const { user } = await signIn(each);
  assert.equal(user?.id, "31l77y2al5lnn7mxfrmd4bpfhqke");
});

for (const [id, each, former] of UNSAFE) {
  test(`${id}: the next owner of a former id does not get the account under it (AL-24)`, async () => {
    const { user, owner, accounts, log } = await signInWith(id, each, [former]);
    assert.equal(user, null);
    assert.equal(owner, undefined, "no second user is created, whose data would be lost later");
    assert.deepEqual(accounts, [former]);
    assert.match(log, new RegExp(`set \`acceptFormerAccountIds: true\` in the options of "${id}"`));
  });

  test(`${id}: the log warns at start while former ids are accepted`, async () => {
    assert.match((await signIn(accepting(each))).log, new RegExp(`former-account-ids: the provider "${id}"`));
    assert.doesNotMatch((await signIn(each)).log, /former-account-ids/);
  });
}

for (
  const [id, each, former, ofVictim] of [
    ["pinterest", pinterest, "adalovelace", "549755885175"],
    ["trakt", trakt, "ada-l", "1c39a2f1b6589fc6ab0dc82cf12099d1c2d40ab9"],
    ["trakt", trakt, "ada-l", "1c39a2f1-b658-9fc6-ab0d-c82cf12099d1"],
  ] as const
) {
  test(`${id}: a name that is the id of another user does not open their account: ${ofVictim} (AL-24)`, async () => {
    const named = withAnswers(
      each,
      (answer) => JSON.parse(JSON.stringify(answer).replaceAll(`"${former}"`, `"${ofVictim}"`)),
    );
    const { user, owner } = await signInWith(id, accepting(named), [ofVictim]);
    assert.equal(user?.id, each.user.id);
    assert.notEqual(owner, `user-${ofVictim}`);
  });
}

test("an id of the application's own `profile()` is the only one if it is the former one", async () => {
  const options = { profile: ({ sub, name }: { sub: string; name: string }) => ({ id: sub, name }) };
  const { user } = await signInWith("slack", { ...slack, options }, ["U0R7JM"]);
  assert.equal(user?.id, "U0R7JM");
});
