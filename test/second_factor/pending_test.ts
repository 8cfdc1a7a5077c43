import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "./_factor_setup.ts";
import {
  InvalidCheck,
  InvalidSecondFactor,
  TooManyWrongCodes,
  UserChanged,
} from "../../src/errors/errors.ts";
import { seal } from "../../src/crypto/seal.ts";
import { openCookie } from "../../src/http/sealed_cookie.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import {
  changePending,
  findPending,
  forgetPending,
  type PendingSignIn,
  requirePending,
  runTry,
  storePending,
  takePending,
  triesLeft,
} from "../../src/features/second_factor/pending.ts";

const PENDING: PendingSignIn = {
  identity: {
    user: { id: "1", name: "Ada" },
    storedUser: { id: "1", name: "Ada", email: "ada@example.com", emailVerified: new Date(5) },
    account: { provider: "idp", providerAccountId: "1", type: "credentials" },
    stored: {},
    amr: ["pwd"],
  },
  returnTo: "https://app.test/home",
  intent: NO_INTENT,
  allowed: { kind: null, userId: "1" },
  before: { generation: 3 },
  step: "ask",
  label: "ada@example.com",
};

/** A pending sign-in of a browser. */
async function world() {
  const opened = openSetup();
  const { setup, memory } = opened;
  const { name, cookies } = await storePending(PENDING, setup);
  const incoming = await requestOf({ cookies });
  const found = (await findPending(incoming, setup))!;
  const rowNow = async () => (await memory.rows.find("pendingSignIns", { id: found.row.id }))!;
  return { ...opened, name, cookies, incoming, found, rowNow };
}

test("A new password that waits for its second step is stored after a deployment, too", async () => {
  const { setup } = openSetup();
  const password = { hash: "$new" };
  const earlier = { ...PENDING, identity: { ...PENDING.identity, password } } as PendingSignIn;
  const { cookies } = await storePending(earlier, setup);
  const found = await findPending(await requestOf({ cookies }), setup);
  assert.deepEqual(found?.pending, { ...PENDING, identity: { ...PENDING.identity, outcome: password } });
});

test("storePending() stores what is proven for ten minutes, and names it in a cookie", async () => {
  const { setup, platform, name, cookies, found, rowNow } = await world();
  assert.deepEqual(found.pending, PENDING);
  assert.equal(found.name, name);
  assert.match(name, /^[\w-]{16}$/);
  const row = await rowNow();
  assert.deepEqual([row.tries, row.expires.getTime()], [0, platform.now() + 600_000]);
  assert.match(row.id, /^[\da-f]{64}$/);
  for (const text of ["ada@example.com", "pwd"]) assert.ok(!JSON.stringify(row).includes(text));
  assert.deepEqual(cookies.map(({ name, options }) => [name, options.maxAge]), [
    [setup.cookies.secondFactor.name, 600],
  ]);
  const [removed, ...others] = forgetPending(setup);
  assert.deepEqual(others, []);
  assert.deepEqual([removed!.name, removed!.value, removed!.options.maxAge], [cookies[0]!.name, "", 0]);
});

test("findPending() finds a sign-in of an earlier version, which named no config, and none of another config", async () => {
  const { setup, cookies: [cookie], incoming, found } = await world();
  const purpose = "second factor";
  const named = await openCookie<{ id: string }>(
    incoming.cookies,
    setup.cookies.secondFactor,
    purpose,
    setup,
  );
  for (const [of, name] of [[undefined, found.name], ["another-cookie", undefined]] as const) {
    const value = await seal({ ...named, of }, { purpose, maxAge: 600 }, setup);
    const pending = await findPending(await requestOf({ cookies: [{ ...cookie!, value }] }), setup);
    assert.equal(pending?.name, name);
  }
});

test("findPending() is null without a cookie, and without a row", async () => {
  const { setup, memory, incoming, found } = await world();
  assert.equal(await findPending(await requestOf(), setup), null);
  const forged = [{ name: setup.cookies.secondFactor.name, value: "x", options: {} }];
  assert.equal(await findPending(await requestOf({ cookies: forged }), setup), null);
  await memory.rows.remove("pendingSignIns", { id: found.row.id });
  assert.equal(await findPending(incoming, setup), null);
});

test("findPending() is null once the row has expired, but not after five tries (SF-13)", async () => {
  const { setup, memory, incoming, found: { row }, platform } = await world();
  const change = (fields: Partial<typeof row>) =>
    memory.rows.store("pendingSignIns", { ...row, ...fields }, row.tries);
  await change({ expires: new Date(platform.now() + 1) });
  assert.ok(await findPending(incoming, setup));
  await change({ expires: new Date(platform.now()) });
  assert.equal(await findPending(incoming, setup), null);
  await change({ tries: 4 });
  assert.ok(await findPending(incoming, setup));
  await memory.rows.store("pendingSignIns", { ...row, tries: 5 }, 4);
  assert.equal((await findPending(incoming, setup))?.row.tries, 5);
});

test("findPending() is null in the row of another sign-in, and with another secret", async () => {
  const { setup, memory, incoming, found: { row }, platform } = await world();
  const { cookies } = await storePending({ ...PENDING, label: "bob@example.com" }, setup);
  const other = (await findPending(await requestOf({ cookies }), setup))!;
  assert.notEqual(other.row.id, row.id);
  const elsewhere = openSetup({ secret: "another-secret-of-forty-characters-00000" }, { memory, platform });
  assert.equal(await findPending(incoming, elsewhere.setup), null);
  await memory.rows.store("pendingSignIns", { ...row, data: "damaged" }, 0);
  assert.equal(await findPending(incoming, setup), null);
  await memory.rows.store("pendingSignIns", { ...row, data: other.row.data }, 0);
  assert.equal(await findPending(incoming, setup), null);
});

test("requirePending() accepts the name of this sign-in alone", async () => {
  const { setup, name, incoming } = await world();
  assert.deepEqual((await requirePending(name, incoming, setup)).pending, PENDING);
  for (const question of [null, "", `${name}x`, [name]]) {
    await assert.rejects(requirePending(question, incoming, setup), (error: Error) => {
      return error instanceof InvalidCheck && /another tab has begun/.test(error.message);
    });
  }
  await assert.rejects(requirePending(name, await requestOf(), setup), /no sign-in waits/);
});

test("requirePending() refuses a sign-in whose user has been removed, but not one of no table", async () => {
  const found = { kind: "found", userId: "1" } as const;
  const cases: readonly (readonly [Partial<PendingSignIn>, isRefused: boolean])[] = [
    [{ allowed: { kind: null, userId: "1" }, before: { generation: 3 } }, false],
    [{ allowed: { kind: null, userId: "1" }, before: { email: "ada@example.com" } }, true],
    [{ allowed: { kind: null, userId: "1" }, before: { email: null } }, true],
    [{ allowed: found, before: {} }, true],
    [{ allowed: { kind: "created", userId: null }, before: {} }, false],
  ];
  for (const [more, isRefused] of cases) {
    const { setup, memory } = openSetup();
    const { name, cookies } = await storePending({ ...PENDING, ...more }, setup);
    const require = async () => await requirePending(name, await requestOf({ cookies }), setup);
    if (!isRefused) assert.ok(await require(), JSON.stringify(more));
    else await assert.rejects(require(), UserChanged, JSON.stringify(more));
    await memory.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
    assert.ok(await require());
  }
});

test("requirePending() says to its own browser alone that there were too many wrong codes", async () => {
  const { setup, memory, name, incoming, found: { row } } = await world();
  await memory.rows.store("pendingSignIns", { ...row, tries: 5 }, 0);
  await assert.rejects(requirePending(name, incoming, setup), (error: Error) => {
    return error instanceof TooManyWrongCodes && error.cause === undefined;
  });
  await assert.rejects(requirePending(`${name}x`, incoming, setup), InvalidCheck);
  await assert.rejects(requirePending(name, await requestOf(), setup), InvalidCheck);
  const { cookies } = await storePending({ ...PENDING, label: "bob@example.com" }, setup);
  await assert.rejects(requirePending(name, await requestOf({ cookies }), setup), InvalidCheck);
});

const wrong = (): Promise<never> => Promise.reject(new InvalidSecondFactor("wrong"));

test("runTry() counts each of several tries at the same time, and compares none after the fifth", async () => {
  const { setup, found, rowNow } = await world();
  const counted: number[] = [];
  const compare = ({ tries }: { readonly tries: number }) => {
    counted.push(tries);
    return wrong();
  };
  const tries = Array.from({ length: 8 }, () => runTry(found, compare, setup).catch((error) => error.type));
  const failed = await Promise.all(tries);
  assert.deepEqual(counted.sort(), [1, 2, 3, 4, 5]);
  assert.deepEqual(failed.sort(), [
    ...Array(4).fill("InvalidSecondFactor"),
    ...Array(4).fill("TooManyWrongCodes"),
  ]);
  const row = await rowNow();
  assert.deepEqual([row.tries, triesLeft({ row })], [5, 0]);
});

test("runTry() asks a database five times that never counts, and compares nothing", async () => {
  const { setup, memory, found } = await world();
  let stored = 0;
  const { rows } = memory;
  memory.rows = {
    ...rows,
    store(kind, row, ifVersion) {
      assert.ok(++stored < 100);
      return kind === "pendingSignIns" ? false : rows.store(kind, row, ifVersion);
    },
  };
  const compare = () => assert.fail("no try was counted");
  await assert.rejects(runTry(found, compare, setup), TooManyWrongCodes);
  assert.equal(stored, 5);
});

test("runTry() accepts a right answer in the fifth try, and passes on what is no wrong answer", async () => {
  for (const last of [() => Promise.resolve("right"), () => Promise.reject(new UserChanged("changed"))]) {
    const { setup, found } = await world();
    for (let count = 0; count < 4; count++) {
      await assert.rejects(runTry(found, wrong, setup), InvalidSecondFactor);
    }
    const result = await runTry(found, last, setup).catch((error) => error.type);
    assert.ok(["right", "UserChanged"].includes(result), result);
    await assert.rejects(runTry(found, () => Promise.resolve("right"), setup), TooManyWrongCodes);
  }
});

test("runTry() keeps the wrong answer as the reason of the error after the fifth", async () => {
  const { setup, found } = await world();
  for (let count = 0; count < 4; count++) await runTry(found, wrong, setup).catch(() => {});
  const error = await runTry(found, wrong, setup).catch((error) => error);
  assert.ok(error.cause.err instanceof InvalidSecondFactor);
});

test("runTry() refuses a sign-in that another request has finished", async () => {
  const { setup, memory, found } = await world();
  await memory.rows.remove("pendingSignIns", { id: found.row.id });
  await assert.rejects(runTry(found, wrong, setup), /another request has finished it/);
  assert.equal(await memory.rows.find("pendingSignIns", { id: found.row.id }), null);
});

test("changePending() stores more, and takes the try back", async () => {
  const { setup, found, incoming } = await world();
  const row = await runTry(found, (counted) => Promise.resolve(counted), setup);
  const more: PendingSignIn = { ...PENDING, mailbox: { address: "ada@example.com", isProven: true } };
  await changePending(row, more, { tries: 0, setup });
  const again = (await findPending(incoming, setup))!;
  assert.deepEqual([again.pending, again.row.tries], [more, 0]);
  // Another request has counted meanwhile: nothing is taken back.
  await runTry(again, () => Promise.resolve(), setup);
  await changePending(again.row, PENDING, { tries: 0, setup });
  assert.deepEqual((await findPending(incoming, setup))!.row.tries, 1);
});

test("takePending() lets one of several requests at the same time go on", async () => {
  const { setup, found, incoming } = await world();
  const taken = await Promise.allSettled(Array.from({ length: 3 }, () => takePending(found, setup)));
  assert.equal(taken.filter(({ status }) => status === "fulfilled").length, 1);
  for (const each of taken) assert.ok(each.status === "fulfilled" || each.reason instanceof InvalidCheck);
  assert.equal(await findPending(incoming, setup), null);
});
