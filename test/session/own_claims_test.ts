import assert from "node:assert/strict";
import { test } from "node:test";
import {
  amrIn,
  contentOf,
  issuedIn,
  levelClaims,
  ownClaimsOf,
  proofIn,
  rename,
  withoutOwnClaims,
} from "../../src/session/own_claims.ts";

const OWN = {
  auth_time: 5,
  gen: 2,
  gen_sub: "u2",
  named_gen: 4,
  amr: ["pwd", "mfa"],
  aal: 2,
  latchkey_stored: true,
};
const TIMES = { iat: 1, exp: 2, jti: "a" };

test("withoutOwnClaims() leaves the claims of the application, and contentOf() is their text", () => {
  assert.deepEqual(withoutOwnClaims({ ...OWN, ...TIMES, role: "x" }), { ...TIMES, role: "x" });
  assert.equal(contentOf({ ...OWN, ...TIMES, role: "x" }), '{"role":"x"}');
});

test("ownClaimsOf() copies the claims of the library, and only those that are there", () => {
  assert.deepEqual(ownClaimsOf({ ...OWN, ...TIMES, role: "x" }), OWN);
  assert.deepEqual(ownClaimsOf({ auth_time: 0, gen_sub: "" }), { auth_time: 0, gen_sub: "" });
  assert.deepEqual(ownClaimsOf({ sub: "u1", gen: 0 }), {});
  const amr = ["pwd"];
  assert.notEqual(ownClaimsOf({ amr }).amr, amr);
});

test("issuedIn() is the user who signed in, and the first generation for a token of an earlier version", () => {
  assert.deepEqual(issuedIn({ sub: "u1" }), { userId: "u1", generation: 0 });
  assert.deepEqual(issuedIn({ sub: "u1", gen_sub: "u2", gen: 3 }), { userId: "u2", generation: 3 });
});

test("rename() keeps with whom a token ends, and no proof", () => {
  const kept = { gen: 2, latchkey_stored: true, latchkey_sid: "s" };
  const none = { named_gen: undefined, auth_time: undefined, amr: undefined, aal: undefined };
  const own: Parameters<typeof rename>[0] = { ...kept, auth_time: 5, amr: ["pwd", "mfa"], aal: 2 };
  rename(own, { sub: "u1" }, "u2");
  assert.deepEqual(own, { ...kept, ...none, gen_sub: "u1" });
  const named: Parameters<typeof rename>[0] = { ...kept, gen_sub: "u0", named_gen: 3 };
  rename(named, { sub: "u1" }, "u2");
  assert.deepEqual(named, { ...kept, ...none, gen_sub: "u0" });
  rename(named, { sub: "u2" }, "u0");
  assert.deepEqual(named, { ...kept, ...none, gen_sub: undefined });
});

test("levelClaims() writes the methods that are known, and the level only if it is 2", () => {
  assert.deepEqual(levelClaims(["pwd"]), { amr: ["pwd"] });
  assert.deepEqual(levelClaims(["mfa", "pwd"]), { amr: ["pwd", "mfa"], aal: 2 });
  for (const amr of [[], ["face"]]) assert.deepEqual(levelClaims(amr), {});
});

test("amrIn() and proofIn() read methods that agree with their level, and the time", () => {
  assert.deepEqual(amrIn({ amr: ["pwd"] }), ["pwd"]);
  assert.deepEqual(amrIn({ amr: ["pwd"], aal: 1 }), ["pwd"]);
  const wrong = [{}, { aal: 2 }, { amr: ["mfa"] }, { amr: ["pwd"], aal: 2 }, { amr: ["mfa"], aal: 3 }];
  for (const claims of wrong) assert.deepEqual(amrIn(claims), []);
  assert.deepEqual(proofIn(OWN), { signedInAt: 5000, amr: ["pwd", "mfa"], aal: 2 });
  assert.deepEqual(proofIn({}), { signedInAt: null, amr: [], aal: 1 });
});
