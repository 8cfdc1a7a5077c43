/**
 * Whatever the fields of a form are, a user reads and changes only what belongs to them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { type AccountWorld, openAccount, STORES } from "./_account_page.ts";
import { APP } from "./_world.ts";

/** Everything that the database holds of a user. */
async function rowsOf({ db: { adapter } }: AccountWorld, userId: string) {
  return {
    user: await adapter.getUser(userId),
    accounts: await adapter.listAccountsByUserId(userId),
    passkeys: await adapter.listAuthenticatorsByUserId(userId),
    sessions: await adapter.listSessionsByUserId(userId),
  };
}

/** Signs Mallory in, who has two accounts and two sessions. */
async function addMallory(world: AccountWorld): Promise<Browser> {
  const browser = world.visitor();
  for (const visitor of [browser, world.visitor()]) {
    world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
    await (await visitor.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  }
  world.idp.login({ sub: "mallory-other", name: "M", email: "m@other.example" });
  await (await browser.open(`${APP}/auth/signin?link=true`)).submit("/auth/signin/other");
  return browser;
}

for (const [how, adapter] of Object.entries(STORES)) {
  test(
    `POST account never reads or changes what belongs to another user, ${how} (AC-01)`,
    seeded(async ({ chance, pick }) => {
      for (let round = 0; round < chosenRounds({ here: 2, nightly: 30 }); round++) {
        const world = await openAccount({ adapter: await adapter() });
        await world.addOther();
        await world.addPasskey();
        await world.elsewhere();
        const mallory = await addMallory(world);
        const [ada] = await world.db.users();
        const before = await rowsOf(world, ada!.id);
        const [hers, own] = [await world.data(), await world.data(mallory)];
        const { accounts, passkeys, sessions } = before;
        const ids = [...hers.accounts!, ...hers.passkeys!, ...hers.sessions!].map(({ id }) => id);
        const foreign = [
          ...ids,
          ...[ada!.id, ...passkeys.map((it) => it.credentialID), ...sessions.map((it) => it.sessionToken)],
          ...accounts.flatMap((it) => [
            it.providerAccountId,
            JSON.stringify([it.provider, it.providerAccountId]),
          ]),
          ...[
            "",
            "0",
            "*",
            "%",
            "' OR '1'='1",
            "__proto__",
            "constructor",
            "null",
            "\u0000",
            "x".repeat(5000),
          ],
        ];
        const actions = ["remove", "rename", "sign-out", "sign-out-others", "link", "__proto__", ""];
        const names = [
          "userId",
          "user",
          "provider",
          "providerAccountId",
          "credentialID",
          "sessionToken",
          "except",
        ];
        const { csrfToken } = await (await mallory.fetch(`${APP}/auth/csrf`)).json();
        for (let tries = 0; tries < 120; tries++) {
          const fields = Object.fromEntries(
            names.filter(() => chance(0.4)).map((name) => [name, chance(0.6) ? ada!.id : pick(foreign)]),
          );
          const one = chance(0.6) ? pick(ids) : pick(foreign);
          const id = chance(0.1) ? [one] : chance(0.1) ? { id: one } : one;
          const body = { ...fields, csrfToken, action: pick(actions), id, name: "stolen", callbackUrl: "/x" };
          const response = await mallory.fetch(`${APP}/auth/account?userId=${ada!.id}`, {
            method: "POST",
            redirect: "manual",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          });
          assert.ok(response.status < 500, `${response.status} ${JSON.stringify(body)}`);
          const location = response.headers.get("location") ?? "";
          assert.doesNotMatch(
            location,
            /done=(removed|renamed|signed-out$|signed-out&)/,
            JSON.stringify(body),
          );
          assert.doesNotMatch(location, /\/auth\/error/, `${JSON.stringify(body)}\n${world.log()}`);
        }
        assert.deepEqual(await rowsOf(world, ada!.id), before);
        assert.deepEqual((await world.data(mallory)).accounts, own.accounts);
        assert.equal((await world.session())?.user.email, "ada@example.com");
        const text = JSON.stringify(await world.data(mallory));
        for (const secret of foreign.slice(0, 8)) assert.ok(!text.includes(secret), secret);
      }
    }),
  );
}

test("POST account accepts an id from before a rotation of the secret", async () => {
  const adapter = await STORES["in memory"]!();
  const [older, newer] = ["old".repeat(20), "new".repeat(20)];
  const world = await openAccount({ adapter, secret: older });
  await world.addOther();
  const id = (await world.data()).accounts!.find(({ provider }) => provider === "other")!.id;
  const rotated = await openAccount({ adapter, secret: [newer, older] });
  const fresh = (await rotated.data()).accounts!.find(({ provider }) => provider === "other")!.id;
  assert.notEqual(fresh, id);
  assert.equal((await rotated.change({ action: "remove", id })).params.done, "removed");
});
