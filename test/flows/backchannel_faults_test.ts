/**
 * A logout token during which the database fails: a provider may send it again, and it ends the session then.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { callsForWay } from "./_calls.ts";
import { watch } from "./_database.ts";
import { openLogout } from "./_provider_logout.ts";
import { chosen } from "../_short.ts";

/** A world after Ada has signed in in two browsers, whose database can fail from now on. */
async function openFaulty(strategy: "jwt" | "database") {
  const db = watch(Memory());
  const world = await openLogout({ adapter: db.adapter, session: { strategy, revocationDelay: "always" } });
  await world.signInAs("ada", "s1");
  const phone = world.visitor();
  await world.signInAs("ada", "s2", phone);
  db.calls.length = 0;
  return { ...world, db, phone };
}

/** The kinds of logout. By day each call fails in one of four ways in each kind, and in all four over the kinds. */
const KINDS = [
  { strategy: "database", claims: { sub: "ada" } },
  { strategy: "database", claims: { sub: "ada", sid: "s1" } },
  { strategy: "jwt", claims: { sub: "ada" } },
  { strategy: "jwt", claims: { sub: "ada", sid: "s1" } },
] as const;

for (const [kind, { strategy, claims }] of KINDS.entries()) {
  const by = "sid" in claims ? "sid" : "sub";
  test(`a logout by ${by} whose database fails at any call is done when the same token comes again, with strategy ${strategy} (LO-05)`, async () => {
    const rehearsal = await openFaulty(strategy);
    assert.equal((await rehearsal.logout(await rehearsal.token(claims))).status, 200);
    const { calls } = rehearsal.db;
    assert.ok(calls.length >= 5, calls.join());
    for (const [i, moment] of (["before", "after"] as const).entries()) {
      for (const lasting of [false, true]) {
        for (const call of callsForWay(calls, kind + 2 * i + Number(lasting), 4)) {
          const { db, token, logout, isSignedIn, signInAs, platform, phone, log } = await openFaulty(
            strategy,
          );
          const where = `${moment} ${call} ${calls[call]}${lasting ? " and later" : ""}\n${log()}`;
          const same = await token(claims);
          db.fault = { call, moment, lasting };
          assert.equal((await logout(same)).status, 503, where);
          db.fault = null;
          const errors = platform.lines.filter(({ level }) => level === "error");
          assert.equal(errors.length, 1, `${where}\n${errors.map(({ text }) => text).join("\n")}`);
          // After the last call, the token is used up; its sessions have ended.
          const isDone = call === calls.length - 1 && moment === "after";
          assert.equal((await logout(same)).status, isDone ? 400 : 200, where);
          assert.equal(await isSignedIn(), false, where);
          assert.equal(await isSignedIn(phone), by === "sid" && strategy === "database", where);
          // Once it is done, it has no effect.
          platform.tick(1);
          await signInAs("ada", "s1");
          assert.equal((await logout(same)).status, 400, where);
          assert.equal(await isSignedIn(), true, where);
        }
      }
    }
  });
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`a logout ends all sessions although events.providerSignOut never answers, ${strategy} (LO-05)`, async () => {
    let resolve = () => {};
    // Node 20 has no `Promise.withResolvers()`.
    const told = new Promise<void>((done) => resolve = done);
    const world = await openLogout({
      session: { strategy, revocationDelay: "always" },
      events: {
        providerSignOut() {
          resolve();
          return new Promise(() => {});
        },
      },
    });
    const browsers = [world.browser, world.visitor(), world.visitor()];
    for (const [index, browser] of browsers.entries()) await world.signInAs("ada", `s${index}`, browser);
    void world.logout(await world.token({ sub: "ada" }));
    await told;
    for (const browser of browsers) assert.equal(await world.isSignedIn(browser), false);
  });
}
