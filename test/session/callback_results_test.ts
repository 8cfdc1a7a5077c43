import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertClaims,
  leveled,
  leveledSession,
  parseSession,
  userIdOf,
} from "../../src/session/callback_results.ts";

const EXPIRES = "2030-01-01T00:00:00.000Z";

/** What a strategy hands to `callbacks.session`. */
const paramsOf = (signedInAt: Date | null) => ({
  session: {
    user: { id: "1", name: "Ada", email: "ada@example.com", image: null, role: "admin" },
    expires: EXPIRES,
  },
  signedInAt,
  amr: ["pwd", "otp", "mfa"] as const,
  aal: 2 as const,
});

test("leveled() adds to a session how its user has signed in, and when, in whole seconds", () => {
  const levels = { aal: 2, amr: ["pwd", "otp", "mfa"] };
  const seen = leveled(({ session }) => session);
  const { user, expires } = paramsOf(null).session;
  assert.deepEqual(seen(paramsOf(new Date(1_999))), { user, expires, ...levels, auth_time: 1 });
  assert.deepEqual(seen(paramsOf(new Date(0))), { user, expires, ...levels, auth_time: 0 });
  assert.deepEqual(seen(paramsOf(null)), { user, expires, ...levels });
});

test("leveledSession() passes on what leveled() has added, and of the user what a browser needs", () => {
  const user = { id: "1", name: "Ada", email: "ada@example.com", image: null };
  const levels = { aal: 2, amr: ["pwd", "otp", "mfa"] };
  const session = leveled(leveledSession);
  assert.deepEqual(session(paramsOf(new Date(1_999))), { user, expires: EXPIRES, ...levels, auth_time: 1 });
  assert.deepEqual(session(paramsOf(null)), { user, expires: EXPIRES, ...levels });
});

test("userIdOf() names the user of a session with a user, and no one for any other", () => {
  for (const user of [{ id: "2" }, { id: 0 }, { name: "Ada" }]) assert.equal(userIdOf({ user }, "1"), "1");
  for (
    const user of [undefined, null, "Ada", 1, true, [], ["Ada"], {}, { id: null }, {
      id: undefined,
      name: "Ada",
    }]
  ) {
    assert.equal(userIdOf({ user }, "1"), null, JSON.stringify(user));
  }
  assert.equal(userIdOf(null, "1"), null);
  assert.equal(userIdOf({ user: { id: "2" } }, undefined), null);
});

test("parseSession() writes a Date of `expires` as text, and accepts nothing but a session or null", () => {
  assert.deepEqual(parseSession({ expires: new Date(EXPIRES), more: 1 }), { expires: EXPIRES, more: 1 });
  const own = { user: {}, expires: EXPIRES };
  assert.equal(parseSession(own), own);
  assert.equal(parseSession(null), null);
  for (const wrong of [undefined, "text", false]) assert.throws(() => parseSession(wrong), TypeError);
});

test("assertClaims() accepts nothing but claims or null", () => {
  const claims = { sub: "1" };
  assert.equal(assertClaims(claims), claims);
  assert.equal(assertClaims(null), null);
  for (const wrong of [undefined, "text", false]) {
    assert.throws(() => assertClaims(wrong as never), TypeError);
  }
});
