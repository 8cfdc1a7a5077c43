import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenSessionParams } from "../../src/model/callbacks.ts";
import type { Generations } from "../../src/model/session.ts";
import type { JWT } from "../../src/values/types.ts";
import { ADA, DAY, HOUR, open, recorded } from "./_jwt_sessions.ts";

const PASSWORD = { ...ADA, amr: ["pwd"] };
const BOTH = { ...ADA, amr: ["pwd", "otp", "mfa"] };

test("jwtSessions() carries methods and level in claims, and passes them to callbacks.session", async () => {
  const cases = [
    { signedIn: ADA, amr: [], aal: 1, own: {} },
    { signedIn: PASSWORD, amr: ["pwd"], aal: 1, own: { amr: ["pwd"] } },
    { signedIn: BOTH, amr: ["pwd", "otp", "mfa"], aal: 2, own: { amr: ["pwd", "otp", "mfa"], aal: 2 } },
  ];
  for (const { signedIn, amr, aal, own } of cases) {
    const { calls, callback } = recorded(({ session }: TokenSessionParams) => session);
    const { sessions, claims, platform } = open({ callbacks: { session: callback } });
    const issued = await sessions.issue(signedIn);
    const { amr: methods, aal: level } = await claims(issued);
    assert.deepEqual({ ...(methods && { amr: methods }), ...(level && { aal: level }) }, own);
    platform.tick(2 * DAY);
    const read = await sessions.read(issued!.value);
    assert.deepEqual([read.amr, read.aal], [amr, aal]);
    // The token that prolongs the session has them, too.
    const again = await sessions.read(read.token!.value);
    assert.deepEqual([again.amr, again.aal], [amr, aal]);
    assert.deepEqual(calls.map((call) => [call.amr, call.aal]), [[amr, aal], [amr, aal], [amr, aal]]);
  }
});

const FORGED: ((token: JWT) => JWT)[] = [
  (token) => ({ ...token, amr: ["pwd", "mfa"], aal: 2 }),
  (token) => Object.assign(token, { amr: ["pwd", "mfa"], aal: 2, auth_time: 4e9 }),
  (token) => {
    (token.amr as string[] | undefined)?.push("mfa");
    token.aal = 2;
    return token;
  },
  ({ amr: _amr, aal: _aal, ...token }) => token,
];

for (const [index, forge] of FORGED.entries()) {
  test(`jwtSessions() keeps level and methods, whatever callbacks.jwt makes of the claims: way ${index} (SE-26)`, async () => {
    const seen: unknown[] = [];
    const { sessions, claims, platform } = open({
      callbacks: {
        jwt: ({ token }) => forge(token),
        session: ({ token, amr, aal, session }) => (seen.push([token.amr, token.aal, amr, aal]), session),
      },
    });
    const signedInAt = platform.now();
    const { value } = (await sessions.issue(PASSWORD))!;
    const update = await sessions.update(value, { aal: 2, amr: ["mfa"] });
    const read = await sessions.read(update.token!.value);
    for (const each of [update, read]) {
      assert.deepEqual([each.amr, each.aal, each.signedInAt], [["pwd"], 1, signedInAt]);
    }
    const { amr, aal, auth_time } = await claims(update.token);
    assert.deepEqual([amr, aal, auth_time], [["pwd"], undefined, signedInAt / 1000]);
    for (const each of seen) assert.deepEqual(each, [["pwd"], undefined, ["pwd"], 1]);
  });
}

test("jwtSessions() reads a token from before as level 1, also with an `amr` of the application (SE-28)", async () => {
  const { sessions, seal } = open();
  for (
    const claims of [{}, { amr: ["pwd", "mfa"] }, { amr: "mfa" }, { aal: 2 }, { aal: "2", amr: ["mfa"] }]
  ) {
    const read = await sessions.read(await seal({ sub: "u1", ...claims } as JWT));
    assert.deepEqual([read.userId, read.amr, read.aal], ["u1", [], 1]);
  }
});

test("jwtSessions().raise() goes on at a new level, with a new time, under a new token", async () => {
  const jwt = recorded(({ token }: { token: JWT }) => token);
  const { sessions, claims, events, platform } = open({ callbacks: { jwt: jwt.callback } });
  const { value } = (await sessions.issue(PASSWORD))!;
  platform.tick(HOUR);
  jwt.calls.length = 0;
  const signedInAt = platform.now();
  const raised = await sessions.raise(value, { amr: ["pwd", "otp", "mfa"], signedInAt });
  assert.deepEqual([jwt.calls, events], [[], []]);
  assert.notEqual(raised!.value, value);
  assert.equal(raised!.expires, platform.now() + 30 * DAY * 1000);
  const { sub, name, aal, amr, auth_time } = await claims(raised);
  assert.deepEqual([sub, name, aal, amr], ["u1", "Ada", 2, ["pwd", "otp", "mfa"]]);
  assert.equal(auth_time, signedInAt / 1000);
  const read = await sessions.read(raised!.value);
  assert.deepEqual([read.userId, read.aal, read.signedInAt], ["u1", 2, signedInAt]);
  // The token before stays what it was.
  const before = await sessions.read(value);
  assert.deepEqual([before.aal, before.signedInAt], [1, signedInAt - HOUR * 1000]);
});

test("jwtSessions().raise() refuses a session that has ended, or names no user", async () => {
  let now = 0;
  const generations: Generations = {
    current: (_, options) => Promise.resolve(options?.isExact ? now : 0),
    raise: () => Promise.resolve(null),
    remember: (_, generation) => generation,
  };
  const { sessions, seal, platform } = open({ generations });
  const { value } = (await sessions.issue(PASSWORD))!;
  const proof = { amr: ["pwd", "mfa"], signedInAt: platform.now() };
  now = 3;
  assert.equal(await sessions.raise(value, proof), null);
  now = 0;
  const raised = await sessions.raise(value, proof);
  // It belongs to the generation of the session: what ends that one, ends this one.
  now = 1;
  assert.equal(await sessions.isLive(raised!.value), 0);
  now = 0;
  for (const token of ["garbage", await seal({ name: "Ada" })]) {
    assert.equal(await sessions.raise(token, proof), null);
  }
  platform.tick(31 * DAY);
  assert.equal(await sessions.raise(value, proof), null);
});

test("jwtSessions().carryOver() and raise() keep the level and the generation of each other", async () => {
  const { sessions, claims, platform } = open();
  const { value } = (await sessions.issue(BOTH))!;
  const carried = await sessions.carryOver(value, 1);
  const { aal, amr, gen } = await claims(carried!);
  assert.deepEqual([aal, amr, gen], [2, ["pwd", "otp", "mfa"], 1]);
  const lower = await claims(
    await sessions.raise(carried!.value, { amr: ["otp"], signedInAt: platform.now() }),
  );
  assert.deepEqual([lower.aal, lower.amr, lower.gen], [undefined, ["otp"], 1]);
});
