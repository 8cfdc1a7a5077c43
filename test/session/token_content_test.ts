import assert from "node:assert/strict";
import { test } from "node:test";
import { newToken, readToken, withMethods } from "../../src/session/token_content.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const TIME = Date.UTC(2030, 0, 1);

test("readToken() reads the time and the methods of a token of ours", () => {
  const token = newToken(TIME, testPlatform());
  assert.deepEqual(readToken(token), { signedInAt: TIME, amr: [], generation: 0 });
  const proven = withMethods(token, ["mfa", "pwd", "otp"]);
  assert.equal(proven, `${token}~2.pwd.otp.mfa`);
  assert.deepEqual(readToken(proven), { signedInAt: TIME, amr: ["pwd", "otp", "mfa"], generation: 0 });
  assert.deepEqual(readToken(withMethods(token, ["pwd"])), { signedInAt: TIME, amr: ["pwd"], generation: 0 });
});

test("readToken() reads the generation of a level", () => {
  const token = newToken(TIME, testPlatform());
  const proven = withMethods(token, ["mfa", "pwd", "otp"], 12);
  assert.equal(proven, `${token}~2.pwd.otp.mfa.12`);
  assert.deepEqual(readToken(proven), { signedInAt: TIME, amr: ["pwd", "otp", "mfa"], generation: 12 });
});

test("withMethods() leaves a token as it is if no method is known", () => {
  for (const token of [newToken(TIME, testPlatform()), "of-the-application", "a~b"]) {
    assert.equal(withMethods(token, []), token);
    assert.equal(withMethods(token, ["face"]), token);
  }
});

test("readToken() gives a token of the application no methods, even if it ends like one of ours", () => {
  for (const made of ["x~2.mfa", "x~2.mfa.9", "x~1.pwd", "~2.pwd.mfa", "x~1"]) {
    const token = withMethods(made, []);
    assert.equal(token, `${made}~1`);
    assert.deepEqual(readToken(token), { signedInAt: null, amr: [], generation: 0 });
    assert.deepEqual(readToken(withMethods(made, ["pwd"])), {
      signedInAt: null,
      amr: ["pwd"],
      generation: 0,
    });
  }
});

test("readToken() knows no methods if level and methods contradict each other", () => {
  for (const suffix of ["~1.pwd.mfa", "~2.pwd", "~2", "~3.mfa", "~2.mfa.", "~2.MFA", "~2.mfa ", "~2mfa"]) {
    assert.deepEqual(readToken(`x${suffix}`), { signedInAt: null, amr: [], generation: 0 }, suffix);
  }
});

test("readToken() knows no time in a token of the application", () => {
  const token = newToken(TIME, testPlatform());
  for (
    const other of [
      `${token}~2.mfa.not.mfa12`,
      `x${token}`,
      `${token}.x`,
      `${token}!`,
      token.replace(".", "-"),
      "",
      "~1",
    ]
  ) {
    assert.deepEqual(readToken(other), { signedInAt: null, amr: [], generation: 0 }, other);
  }
});
