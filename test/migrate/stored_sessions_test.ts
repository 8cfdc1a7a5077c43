import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { storedSessions } from "../../src/migrate/stored_sessions.ts";
import { assertSessionStore, bindAdapter } from "../../src/model/store.ts";
import { hashToken } from "../../src/model/stored_token.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { DAY } from "./_adopted.ts";

const MINUTE = 60_000;

/** What replaces the token `old` in the browsers of users: it stays as it is, or their sessions would end. */
const RECORDED =
  "moved.eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiWnFJSUkwZGhfQjl3MlA4NVhaTmlEQSJ9..LaQuQzS_0bxu6LGTK_C_Fg.i-xgb1_3da7niOpE5Ya3wQ.fghrMo4eLy0Cw-o7tKapykQPIR6EI4L6R3yh6Zfoi_c";

/**
 * A database with a session of Auth.js, and each call to it.
 *
 * @param left How long the session lasts, in milliseconds.
 * @param fails Names a method that fails.
 */
async function open(left = 9 * DAY, fails = "") {
  const platform = testPlatform();
  const memory = Memory();
  const user = await memory.createUser({ id: "u1", email: "ada@example.com", emailVerified: null });
  const expires = new Date(platform.now() + left);
  await memory.createSession({ sessionToken: "old", userId: user.id, expires });
  const calls: [method: string, argument: unknown][] = [];
  const adapter = new Proxy(memory, {
    get(target, name: keyof typeof memory) {
      const method: unknown = target[name];
      if (typeof method !== "function") return method;
      return (argument: unknown) => {
        calls.push([name, argument]);
        return name === fails ? Promise.reject(new Error("no database")) : method(argument);
      };
    },
  });
  const errors: Error[] = [];
  const context = {
    store: assertSessionStore(bindAdapter(adapter)),
    secrets: ["a-secret-of-forty-characters-for-tests-0"],
    maxAge: 30 * DAY,
    platform,
    logger: { error: (error: Error) => void errors.push(error) },
  };
  const rows = async () =>
    Object.fromEntries(
      (await memory.listSessionsByUserId("u1")).map(({ sessionToken, expires }) => [
        sessionToken,
        expires.getTime() - platform.now(),
      ]),
    );
  return { sessions: storedSessions(platform.now() + 20 * DAY, context), platform, rows, calls, errors };
}

test("storedSessions().adopt() gives a session the token that browsers have, until the end of either", async () => {
  for (const [left, lasts] of [[9, 9], [90, 30]] as const) {
    const { sessions, platform, rows } = await open(left * DAY);
    const adopted = await sessions.adopt("old");
    assert.deepEqual(adopted, { value: RECORDED, expires: platform.now() + lasts * DAY });
    assert.deepEqual(await sessions.adopt("old"), adopted);
    assert.deepEqual(await rows(), { old: left * DAY, [await hashToken(RECORDED)]: lasts * DAY });
  }
});

test("storedSessions().adopt() removes a session that ends now, and logs it if that fails", async () => {
  for (const left of [0, -1]) {
    const { sessions, rows } = await open(left);
    assert.equal(await sessions.adopt("old"), null);
    assert.deepEqual(await rows(), {});
  }
  const { sessions, errors } = await open(0, "deleteSession");
  assert.equal(await sessions.adopt("old"), null);
  assert.equal(errors.length, 1);
});

test("storedSessions() neither adopts nor shortens a session from `until` on (MI-03)", async () => {
  const { sessions, platform, rows } = await open(30 * DAY);
  platform.tick(20 * DAY / 1000);
  assert.equal(await sessions.adopt("old"), null);
  await sessions.confirm(RECORDED);
  assert.deepEqual(await rows(), { old: 10 * DAY });
});

test("storedSessions().confirm() leaves a session a minute, and never more than it had", async () => {
  for (const [left, then] of [[DAY, MINUTE], [MINUTE, MINUTE], [MINUTE / 2, MINUTE / 2]] as const) {
    const { sessions, rows, calls } = await open(left);
    await sessions.confirm(RECORDED);
    assert.deepEqual(await rows(), { old: then });
    assert.equal(calls.some(([method]) => method === "updateSession"), left > MINUTE);
  }
  for (const left of [0, -1]) {
    const { sessions, rows } = await open(left);
    await sessions.confirm(RECORDED);
    assert.deepEqual(await rows(), {});
  }
});

test("storedSessions().confirm() shortens nothing for a token that it has not made", async () => {
  const { sessions, rows } = await open();
  for (const token of ["old", "moved.old", RECORDED.replace("moved.", "other.")]) {
    await sessions.confirm(token);
  }
  assert.deepEqual(await rows(), { old: 9 * DAY });
});

test("storedSessions().end() removes both sessions, but that which the caller ends", async () => {
  const ours = await hashToken(RECORDED);
  for (const token of ["old", RECORDED]) {
    const { sessions, rows } = await open();
    await sessions.adopt("old");
    await sessions.end(token, null);
    assert.deepEqual(await rows(), {});
  }
  const { sessions, rows, calls } = await open();
  await sessions.adopt("old");
  calls.length = 0;
  await sessions.end("old", RECORDED);
  assert.deepEqual(await rows(), { [ours]: 9 * DAY });
  assert.deepEqual(calls, [
    ["getSessionAndUser", "old"],
    ["deleteSession", "old"],
    ["getSessionAndUser", await hashToken("old")],
  ]);
});
