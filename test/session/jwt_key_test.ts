/**
 * The key of a session in a token, under which a database keeps the row of its provider session.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ownClaimsOf } from "../../src/session/own_claims.ts";
import { ADA, DAY, open } from "./_jwt_sessions.ts";

const KEYED = { ...ADA, isKeyed: true };

test("jwtSessions().issue() gives a session that is keyed a random id, and no other session", async () => {
  const { sessions, claims } = open();
  const [first, second] = [
    await claims(await sessions.issue(KEYED)),
    await claims(await sessions.issue(KEYED)),
  ];
  assert.match(first.latchkey_sid as string, /^[\w-]{22}$/);
  assert.notEqual(first.latchkey_sid, second.latchkey_sid);
  assert.equal("latchkey_sid" in await claims(await sessions.issue(ADA)), false);
});

test("jwtSessions().keyOf() is a hash of the id, and null where there is none", async () => {
  const { sessions, claims, seal } = open();
  const token = await sessions.issue(KEYED);
  const key = await sessions.keyOf(token!.value);
  assert.equal(typeof key, "string");
  assert.equal(key, await sessions.keyOf(token!.value));
  assert.notEqual(key, (await claims(token)).latchkey_sid);
  assert.notEqual(key, await sessions.keyOf((await sessions.issue(KEYED))!.value));
  assert.equal(await sessions.keyOf((await sessions.issue(ADA))!.value), null);
  assert.equal(await sessions.keyOf(await seal({ sub: "u1", ...JSON.parse(`{"latchkey_sid":5}`) })), null);
  assert.equal(await sessions.keyOf("not a token"), null);
});

test("jwtSessions() keeps the key of a session when it is prolonged, changed and carried over", async () => {
  for (const signedIn of [KEYED, ADA]) {
    const { sessions, platform, claims } = open();
    const value = (await sessions.issue(signedIn))!.value;
    const key = await sessions.keyOf(value);
    assert.equal(key !== null, signedIn === KEYED);
    const carried = await sessions.carryOver!(value, 1);
    platform.tick(2 * DAY);
    const { token: read } = await sessions.read(value);
    const { token: updated } = await sessions.update(value, {});
    for (const [i, token] of [carried, read, updated].entries()) {
      assert.equal(await sessions.keyOf(token!.value), key, `${i}`);
      assert.equal("latchkey_sid" in await claims(token), key !== null, `${i}`);
    }
  }
});

test("ownClaimsOf() has the id of a session that has one", () => {
  assert.equal(ownClaimsOf({ latchkey_sid: "a" }).latchkey_sid, "a");
  assert.equal("latchkey_sid" in ownClaimsOf({}), false);
});
