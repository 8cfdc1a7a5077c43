import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Generations, SessionToken } from "../../src/model/session.ts";
import { AdapterError } from "../../src/errors/errors.ts";
import { DAY, ENDED, HOUR, open, SIGNED_IN } from "./_stored_sessions.ts";

const PASSWORD = { ...SIGNED_IN, amr: ["pwd"], device: "Firefox on Linux" };
const BOTH = ["pwd", "otp", "mfa"];

test("databaseSessions() carries methods and level in the token, and passes them to callbacks.session", async () => {
  for (const ownTokens of [true, undefined]) {
    const seen: unknown[] = [];
    const { sessions, platform } = await open({
      session: ({ amr, aal, session }) => (seen.push([amr, aal]), session),
      ...(ownTokens && { ownTokens }),
    });
    const signedInAt = platform.now();
    const { value } = (await sessions.issue({ ...SIGNED_IN, amr: BOTH }))!;
    assert.match(value, /~2\.pwd\.otp\.mfa$/);
    const read = await sessions.read(value);
    assert.deepEqual([read.amr, read.aal, read.signedInAt], [BOTH, 2, signedInAt]);
    const unknown = (await sessions.issue(SIGNED_IN))!;
    assert.doesNotMatch(unknown.value, /~/);
    const other = await sessions.read(unknown.value);
    assert.deepEqual([other.amr, other.aal], [[], 1]);
    assert.deepEqual(seen, [[BOTH, 2], [BOTH, 2], [[], 1], [[], 1]]);
  }
});

test("databaseSessions() ends level 2 with its generation where nothing removes the sessions of a user (SE-27)", async () => {
  for (const isBeside of [true, false]) {
    let [generation, reads] = [3, 0];
    const generations = {
      current: (userId: string, options?: object) => {
        assert.deepEqual([userId, options], ["u1", { isExact: true }]);
        return Promise.resolve((reads++, generation));
      },
    } as Generations;
    const methods = () => isBeside ? { deleteSessionsByUserId: undefined } : {};
    const { sessions } = await open({ ownTokens: true, generations, methods });
    const levelOf = async ({ value }: SessionToken) => (await sessions.read(value)).aal;
    const low = (await sessions.issue(PASSWORD))!;
    assert.equal(await levelOf(low), 1);
    assert.equal(reads, 0);
    const high = (await sessions.issue({ ...SIGNED_IN, amr: BOTH }))!;
    assert.equal(await levelOf(high), 2);
    generation++;
    assert.equal(await levelOf(high), isBeside ? 1 : 2);
    const again = (await sessions.raise(high.value, { amr: BOTH, signedInAt: 0 }))!;
    assert.equal(await levelOf(again), 2);
    assert.equal(await levelOf(low), 1);
    assert.equal(reads, isBeside ? 5 : 0);
  }
});

test("databaseSessions() accepts no token whose level was changed (SE-27)", async () => {
  const { sessions, stored } = await open({ ownTokens: true });
  const { value } = (await sessions.issue(PASSWORD))!;
  const plain = value.split("~")[0]!;
  for (const token of [plain, `${plain}~2.mfa`, `${value}~2.mfa`, `${plain}~2.pwd.mfa`]) {
    assert.deepEqual(await sessions.read(token), ENDED);
    assert.equal(await sessions.raise(token, { amr: BOTH, signedInAt: 1 }), null);
  }
  assert.equal((await stored()).length, 1);
});

test("databaseSessions() gives a row of Auth.js no level from its own text, and no stolen row a session (SE-27)", async () => {
  const { sessions, memory, platform, stored } = await open();
  const expires = new Date(platform.now() + HOUR * 1000);
  await memory.createSession({ sessionToken: "plain~2.pwd.mfa", userId: "u1", expires });
  const read = await sessions.read("plain~2.pwd.mfa");
  assert.deepEqual([read.userId, read.amr, read.aal], ["u1", [], 1]);
  await sessions.issue(PASSWORD);
  for (const { sessionToken } of await stored()) {
    if (!sessionToken.startsWith("sha256:")) continue;
    for (const token of [sessionToken, `${sessionToken}~2.mfa`]) {
      assert.deepEqual(await sessions.read(token), ENDED);
    }
  }
});

test("databaseSessions().raise() goes on at a new level, with a new time, in a new row", async () => {
  const { sessions, stored, platform, events } = await open({ ownTokens: true });
  const { value } = (await sessions.issue(PASSWORD))!;
  const [before] = await stored();
  platform.tick(HOUR);
  const signedInAt = platform.now();
  const raised = (await sessions.raise(value, { amr: BOTH, signedInAt }))!;
  assert.equal(raised.expires, platform.now() + 30 * DAY * 1000);
  const rows = await stored();
  assert.deepEqual(rows, [{
    sessionToken: rows[0]!.sessionToken,
    userId: "u1",
    expires: new Date(raised.expires),
    createdAt: new Date(signedInAt),
    usedAt: new Date(signedInAt),
    device: "Firefox on Linux",
  }]);
  assert.notEqual(rows[0]!.sessionToken, before!.sessionToken);
  assert.deepEqual(events, []);
  const read = await sessions.read(raised.value);
  assert.deepEqual([read.userId, read.amr, read.aal, read.signedInAt], ["u1", BOTH, 2, signedInAt]);
  assert.deepEqual(await sessions.read(value), ENDED);
});

test("databaseSessions().raise() raises a row of Auth.js, and refuses a session that has ended", async () => {
  const { sessions, memory, stored, platform } = await open({
    methods: () => ({ addCredentials: undefined, deleteSessionsByUserId: undefined }),
  });
  const proof = { amr: BOTH, signedInAt: platform.now() };
  const expires = new Date(platform.now() + HOUR * 1000);
  await memory.createSession({ sessionToken: "plain", userId: "u1", expires });
  const raised = (await sessions.raise("plain", proof))!;
  assert.match((await stored())[0]!.sessionToken, /^sha256:/);
  assert.equal((await stored()).length, 1);
  assert.equal((await sessions.read(raised.value)).aal, 2);
  assert.equal(await sessions.raise("plain", proof), null);
  platform.tick(31 * DAY);
  assert.equal(await sessions.raise(raised.value, proof), null);
});

test("databaseSessions().raise() throws AdapterError if the database fails, and the session goes on as it was", async () => {
  const { sessions, stored, platform } = await open({
    ownTokens: true,
    methods: () => ({ addCredentials: () => Promise.reject(new Error("down")) }),
  });
  const { value } = (await sessions.issue(PASSWORD))!;
  await assert.rejects(sessions.raise(value, { amr: BOTH, signedInAt: platform.now() }), AdapterError);
  assert.deepEqual([(await sessions.read(value)).aal, (await stored()).length], [1, 1]);
});

/** Calls of the database that a change of level makes. */
const CALLS = 4;

/** Ends the session of a user while another request raises it: before the call with this number. */
async function endedBefore(call: number, end: (memory: Required<Adapter>, token: string) => unknown) {
  let calls = -Infinity;
  let ended: unknown;
  const opened = await open({
    ownTokens: true,
    methods: (memory) =>
      Object.fromEntries(
        Object.entries(memory).map(([name, method]) => [name, async (...args: unknown[]) => {
          if (calls++ === call) ended = await end(memory, token);
          return await (method as (...args: unknown[]) => unknown)(...args);
        }]),
      ),
  });
  const { sessions, stored, platform } = opened;
  await sessions.issue(PASSWORD);
  const { value } = (await sessions.issue({ ...PASSWORD }))!;
  const [other, raisedLater] = await stored();
  const token = raisedLater!.sessionToken;
  calls = 0;
  const raised = await sessions.raise(value, { amr: BOTH, signedInAt: platform.now() });
  const left = (await stored()).filter(({ sessionToken }) => sessionToken !== other!.sessionToken);
  return { raised, left, ended, calls };
}

for (let call = 0; call < CALLS; call++) {
  test(`databaseSessions().raise() does not outlive a sign-out before its call ${call} of the database (SE-29)`, async () => {
    const { raised, left, calls, ended } = await endedBefore(
      call,
      (memory, token) => memory.deleteSession(token),
    );
    assert.ok(calls >= call, String(calls));
    assert.equal(ended, true);
    assert.equal(raised, null);
    assert.deepEqual(left, []);
  });

  test(`databaseSessions().raise() does not outlive a takeover before its call ${call} of the database (SE-29)`, async () => {
    const { raised, left } = await endedBefore(
      call,
      (memory) => memory.takeOverUser({ id: "u1", email: "ada@example.com", emailVerified: new Date(1) }),
    );
    assert.equal(raised, null);
    assert.deepEqual(left, []);
  });
}

test("databaseSessions().raise() goes on once if two requests raise a session at the same time", async () => {
  const { sessions, stored, platform } = await open({ ownTokens: true });
  const { value } = (await sessions.issue(PASSWORD))!;
  const proof = { amr: BOTH, signedInAt: platform.now() };
  const raised = await Promise.all([sessions.raise(value, proof), sessions.raise(value, proof)]);
  assert.equal(raised.filter(Boolean).length, 1);
  assert.equal((await stored()).length, 1);
  assert.equal((await sessions.read(raised.find(Boolean)!.value)).aal, 2);
});
