/**
 * Challenges that a browser solves by work: `Altcha()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { test } from "node:test";
import { Altcha, Challenge } from "../../src/entries/challenge.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { type DatabaseOptions, openDatabase } from "./_database.ts";
import { send } from "./_send.ts";
import { APP, open, SECRET } from "./_world.ts";

/** What the endpoint answers, and the widget of version 3 reads. */
interface Made {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly expiresAt: number;
  };
  readonly signature: string;
}

const FEATURES = [Altcha({ script: "/captcha.js", styles: "/captcha.css", cost: 1000 })];

const openAltcha = (options: DatabaseOptions = {}) => openDatabase({ features: FEATURES, ...options });

type AltchaWorld = Pick<ReturnType<typeof openAltcha>, "browser">;

const madeIn = async ({ browser }: AltchaWorld): Promise<Made> =>
  await (await browser.fetch(`${APP}/auth/challenge`)).json();

/** The field that the widget adds. */
const fieldOf = (challenge: Made, counter: number, derivedKey = "") =>
  btoa(JSON.stringify({ challenge, solution: { counter, derivedKey, time: 1 } }));

/** Does the work of the widget. */
function solve(challenge: Made, isWanted = (key: string, prefix: string) => key.startsWith(prefix)): string {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  for (let counter = 0;; counter++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    const password = Buffer.concat([Buffer.from(nonce, "hex"), number]);
    const key = pbkdf2Sync(password, Buffer.from(salt, "hex"), cost, keyLength, "sha256").toString("hex");
    if (isWanted(key, keyPrefix)) return fieldOf(challenge, counter, key);
  }
}

/** Asks for a mail, with the field. Returns the error. */
async function ask({ browser }: AltchaWorld, altcha?: string): Promise<string | null> {
  const fields = { email: "ada@example.com", ...(altcha !== undefined && { altcha }) };
  const { headers, status } = await send(browser, "signin/email", fields);
  return status === 503 ? "503" : new URL(headers.get("location")!).searchParams.get("error");
}

test("Altcha() lets a form through whose work is done, once, also where another process has counted it (CG-06)", async () => {
  const adapter = Memory();
  const [world, other] = [openAltcha({ adapter }), openAltcha({ adapter })];
  const page = await world.browser.open(`${APP}/auth/signin`);
  assert.match(
    page.html,
    /<link rel="stylesheet" href="\/captcha\.css"><altcha-widget auto="onload" challenge="\/auth\/challenge" language="en">/,
  );
  assert.match(page.html, /<script src="\/captcha\.js" type="module">/);
  const policy = page.headers.get("content-security-policy")!;
  for (const source of ["style-src [^;]*", "script-src [^;]*", "connect-src", "worker-src"]) {
    assert.match(policy, new RegExp(`${source} 'self'`));
  }
  const challenge = await madeIn(world);
  const { algorithm, keyLength, keyPrefix } = challenge.parameters;
  assert.deepEqual([algorithm, keyLength, keyPrefix], ["PBKDF2/SHA-256", 32, "00"]);
  const solved = solve(challenge);
  assert.equal(await ask(world, solved), null, world.log());
  for (const each of [world, other]) assert.equal(await ask(each, solved), "ChallengeFailed");
  const late = solve(await madeIn(world));
  const errors = await Promise.all(Array.from({ length: 8 }, () => ask(other, late)));
  assert.deepEqual(errors.filter((error) => error === null), [null], "of many at the same time, one counts");
  assert.deepEqual([world.mails.length, other.mails.length], [1, 1]);
});

test("Altcha() accepts no work that is not done, was made easier, is too old, or is for another secret (CG-01, CG-06)", async () => {
  const world = openAltcha();
  const challenge = await madeIn(world);
  const easier = (change: Partial<Made["parameters"]>) =>
    solve({ ...challenge, parameters: { ...challenge.parameters, ...change } });
  const others = openAltcha({ secret: `${SECRET}-of-another` });
  // Either would be the same number to a key that takes 32 bits of it.
  const { counter } = JSON.parse(atob(solve(challenge))).solution;
  const forged = [
    undefined,
    "",
    "7",
    btoa("null"),
    btoa("{}"),
    "x".repeat(5000),
    solve(challenge, (key) => !key.startsWith("00")),
    fieldOf(challenge, counter - 2 ** 32),
    fieldOf(challenge, counter + 2 ** 32),
    easier({ cost: 1 }),
    easier({ expiresAt: challenge.parameters.expiresAt + 1 }),
    easier({ nonce: "00".repeat(16) }),
    solve({ ...challenge, signature: "" }),
    solve(await madeIn(others)),
  ];
  for (const each of forged) assert.equal(await ask(world, each), "ChallengeFailed", each ?? "");
  const late = solve(challenge);
  world.platform.tick(1201);
  assert.equal(await ask(world, late), "ChallengeFailed");
  assert.equal(world.mails.length, 0);
});

test("Altcha() accepts work for the secret before, and counts it once without a database, too", async () => {
  const before = openAltcha();
  const solved = solve(await madeIn(before));
  const world = openAltcha({ secret: ["a-newer-secret-of-forty-characters-00000", SECRET] });
  assert.equal(await ask(world, solved), null, world.log());
  const guests = Credentials({ id: "guest", credentials: {}, authorize: () => ({ id: "guest-1" }) });
  const { browser } = open({ features: FEATURES, providers: () => [guests] });
  const altcha = solve(await madeIn({ browser }));
  for (const error of [null, "ChallengeFailed"]) {
    const { headers } = await send(browser, "callback/guest", { altcha });
    assert.equal(new URL(headers.get("location")!, APP).searchParams.get("error"), error);
  }
});

test("While the database fails, work can't be counted, and the form is not sent (CG-04)", async () => {
  const world = openAltcha();
  const solved = solve(await madeIn(world));
  world.db.calls.length = 0;
  world.db.fault = { call: 0, moment: "before", lasting: true };
  assert.equal(await ask(world, solved), "503");
  world.db.fault = null;
  assert.equal(await ask(world, solved), null, world.log());
});

test("The endpoint is Altcha()'s alone, and its options are checked at start", async () => {
  const other = openDatabase({ features: [Challenge({ check: () => true })] });
  assert.equal((await other.browser.fetch(`${APP}/auth/challenge`)).status, 404);
  for (
    const [options, message] of [
      [{ script: "" }, /Cannot use `Altcha`: write `script`/],
      [{ script: "/a.js", cost: 10 }, /`cost` must be one of 1000/],
    ] as const
  ) {
    const { browser, log } = openDatabase({ features: [Altcha(options)] });
    await browser.open(`${APP}/auth/signin`);
    assert.match(log(), message);
  }
});
