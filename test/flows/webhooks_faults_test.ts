/**
 * Webhooks while the database fails, or the process dies, at each call: who reads all events knows what the database has.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "../../src/testing/mod.ts";
import type { Fault } from "./_database.ts";
import { ADA } from "./_kept_passwords.ts";
import { openWebhooks, STORES, type WebhooksWorld } from "./_webhooks.ts";
import { assertKnown, readerOf } from "./_webhook_reader.ts";

/** What happens while calls fail. Before it, there is Ada, who has an account. */
const CHANGES: Readonly<
  Record<string, (world: WebhooksWorld, ada: string, browser: Browser) => Promise<unknown>>
> = {
  async "someone signs up"({ idp, browser }) {
    idp.login({ sub: "8", email: "grace@example.com", email_verified: true, name: "Grace" });
    const page = await browser.open("https://app.test/auth/signin?callbackUrl=/home");
    return await page.submit("/auth/signin/idp");
  },
  "staff changes the name": ({ administration }, ada) => administration.updateUser(ada, { name: "Countess" }),
  "staff removes the user": ({ administration }, ada) => administration.removeUser(ada),
  async "staff bans the user, and replaces the ban"({ administration, platform }, ada) {
    await administration.banUser(ada);
    await administration.banUser(ada, { until: new Date(platform.now() + 86_400_000) });
  },
  async "staff bans the user, and lets them in again"({ administration }, ada) {
    await administration.banUser(ada);
    await administration.unbanUser(ada);
  },
};

/** How calls fail: from one on, as when the process dies; or one of them, which has or hasn't done its work. */
const FAULTS: Readonly<Record<string, Omit<Fault, "call">>> = {
  "the process dies": { moment: "before", lasting: true },
  "a call fails": { moment: "before" },
  "the answer to a call is lost": { moment: "after" },
};

for (const [adapter, makeAdapter] of Object.entries(STORES)) {
  for (const [change, make] of Object.entries(CHANGES)) {
    for (const [what, fault] of Object.entries(FAULTS)) {
      test(`no event is lost or made up when ${what} while ${change}, with ${adapter} (WH-06)`, async () => {
        let call = 0;
        for (let isReached = true; isReached; call++) {
          const world = openWebhooks({ adapter: makeAdapter(), session: { strategy: "jwt" } });
          const { db, idp, platform } = world;
          idp.login({ sub: "7", email: ADA, email_verified: true, name: "Ada" });
          await world.signIn();
          await world.deliver();
          const ada = String((await db.adapter.getUserByEmail(ADA))!.id);
          const browser = world.visitor();
          db.calls.length = 0;
          db.fault = { ...fault, call };
          await Promise.resolve(make({ ...world, browser }, ada, browser)).catch(() => {});
          isReached = db.calls.length > call;
          db.fault = null;
          platform.tick(61);
          await world.deliver();
          platform.tick(601);
          await world.deliver();
          const where = `call ${call}: ${db.calls[call]}\n${
            world.received.map(({ event }) => JSON.stringify(event)).join("\n")
          }`;
          assert.deepEqual(await world.webhooks.list(), [], where);
          const reader = readerOf(world.received);
          await assertKnown(reader, db, where);
          if (await world.sessionIn(browser)) assert.equal(reader.signIns.length, 2, where);
          const types = world.received.map(({ event: { type } }) => type);
          assert.ok(types.indexOf("account.linked") > types.indexOf("user.created"), where);
        }
        assert.ok(call > 2, `${call}`);
      });
    }
  }
}
