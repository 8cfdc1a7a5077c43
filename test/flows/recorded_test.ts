/**
 * What a released version has left in browsers and databases, read by today's. `test/flows/recorded` has a file for each
 * version: they stay as they are. `UPDATE_GOLDEN=1` records what that of the version in `deno.json` does not have yet.
 *
 * @module
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type {
  Adapter,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../src/adapters/contract/types.ts";
import { hashPassword, verifyPassword } from "../../src/crypto/password.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { readManifest } from "../../tools/exports.ts";
import { isRead } from "./_is_read.ts";
import { type DatabaseWorld, openDatabase, seenCalls } from "./_database.ts";
import { ADA } from "./_kept_passwords.ts";
import { type FactorWorld, openFactors } from "./_second_factor.ts";
import { getToken } from "./_token_calls.ts";
import { APP, openPlain, start, type World } from "./_world.ts";

/** The cookies of a browser. */
type Cookies = Readonly<Record<string, string>>;

/** What a version has left. */
interface Recorded {
  /** A session in a token, the id of its user, and the CSRF token of a page that is open. */
  readonly token: { readonly cookies: Cookies; readonly userId: string; readonly csrfToken: string };
  /** A stored session. */
  readonly stored: {
    readonly cookies: Cookies;
    readonly user: AdapterUser;
    readonly session: AdapterSession;
  };
  /** A sign-in that is at the provider. */
  readonly underWay: { readonly cookies: Cookies; readonly url: string };
  /** A mail that is on its way. */
  readonly mail: {
    readonly cookies: Cookies;
    readonly url: string;
    readonly code: string;
    readonly tokens: readonly VerificationToken[];
  };
  /** Hashes of the password `correct horse`. */
  readonly passwords: readonly string[];
  /** A sign-in that waits for the second step, and the secret of the app. */
  readonly secondStep: Left & { readonly url: string; readonly secret: string };
  /** A device that needs no second step, of a user who has signed out. */
  readonly remembered: Left;
  /** The tokens of a provider, which a cookie keeps without a database. */
  readonly providerTokens: {
    readonly cookies: Cookies;
    readonly userId: string;
    readonly accessToken: string;
  };
}

/** What a version has left in a browser and in a database. */
interface Left {
  readonly cookies: Cookies;
  /** The calls that have written into the database, in order. */
  readonly writes: readonly Write[];
  /** What the clock showed, in milliseconds. */
  readonly at: number;
}

/** A call of a method, or of function and kind of rows, such as `store security`. */
type Write = readonly [name: string, args: readonly unknown[]];

type Call = (...args: readonly unknown[]) => unknown;

/** Calls that version 0.1.0 has recorded by other names. */
const FORMER: Readonly<Record<string, string>> = {
  setSecurity: "store security",
  setSecondFactor: "store secondFactors",
  setPendingSignIn: "store pendingSignIns",
  deletePendingSignIn: "remove pendingSignIns",
};

const folder = new URL("recorded/", import.meta.url);
const { version } = await readManifest();
const current = new URL(`${version}.json`, folder);
if (Deno.env.get("UPDATE_GOLDEN")) {
  const recorded = existsSync(current) ? JSON.parse(await readFile(current, "utf8")) : {};
  await writeFile(current, JSON.stringify({ ...await record(), ...recorded }, null, 2) + "\n");
}

test("the version in deno.json has recorded what it leaves in browsers and databases", () => {
  assert.ok(existsSync(current), "run this file with UPDATE_GOLDEN=1 when you set a version");
});

for (const file of await readdir(folder)) {
  const from = file.replace(/\.json$/, "");
  const recorded: Recorded = JSON.parse(await readFile(new URL(file, folder), "utf8"), toDate);

  test(`a session in a token of version ${from} is read, and a page that was open signs out`, async () => {
    const world = openPlain();
    restore(world.browser, recorded.token.cookies);
    assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
    const answer = await world.browser.fetch(`${APP}/auth/signout`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ csrfToken: recorded.token.csrfToken }),
    });
    assert.equal(answer.headers.get("location"), APP, world.log());
    assert.equal(await world.session(), null);
  });

  test(`a user without a database keeps the id of version ${from}`, async () => {
    const world = openPlain();
    await world.signIn();
    assert.equal((await world.session())?.user.id, recorded.token.userId);
  });

  test(`a stored session of version ${from} is read`, async () => {
    const world = openDatabase();
    await world.db.adapter.createUser(recorded.stored.user);
    await world.db.adapter.createSession(recorded.stored.session);
    restore(world.browser, recorded.stored.cookies);
    assert.equal((await world.session())?.user.id, recorded.stored.user.id, world.log());
  });

  test(`a sign-in that version ${from} has begun ends signed in`, async () => {
    const world = openPlain();
    restore(world.browser, recorded.underWay.cookies);
    const page = await world.browser.open(recorded.underWay.url);
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal(page.text, "Hello Ada Lovelace");
  });

  test(`a link that version ${from} has mailed signs in`, async () => {
    const world = await withMail(recorded);
    const page = await world.browser.open(recorded.mail.url);
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });

  test(`a code that version ${from} has mailed signs in`, async () => {
    const world = await withMail(recorded);
    const page = await world.browser.open(`${APP}/auth/verify-request?provider=email&type=email`);
    await page.submit("/auth/callback/email", { code: recorded.mail.code });
    assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
  });

  test(`passwords that version ${from} has hashed are verified`, async () => {
    for (const hash of recorded.passwords) {
      assert.equal(await verifyPassword("correct horse", hash), true, hash);
      assert.equal(await verifyPassword("correct horses", hash), false, hash);
    }
  });

  test(`a sign-in that waits for the second step of version ${from} takes it`, async () => {
    const { secret, url } = recorded.secondStep;
    const world = await withLeft(recorded.secondStep);
    const page = await world.browser.open(url);
    const done = await page.submit("/auth/second-factor", { code: world.code({ secret }) });
    assert.equal(done.url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.email, ADA);
  });

  test(`a device that version ${from} has remembered needs no second step, and another one does`, async () => {
    const world = await withLeft(recorded.remembered);
    await world.ask(ADA);
    assert.equal((await world.follow()).url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.email, ADA);
    const other = world.visitor();
    await world.ask(ADA, other);
    assert.match((await world.follow(other)).url, /\/auth\/second-factor\?/);
  });

  test(`the tokens of a provider in a cookie of version ${from} are read`, async () => {
    const { cookies, userId, accessToken } = recorded.providerTokens;
    const world = openCookieTokens();
    restore(world.browser, cookies);
    assert.equal(await tokenOf(world, userId), accessToken);
  });
}

/** A world that goes on where a version has left off. */
async function withLeft({ cookies, writes, at }: Left): Promise<FactorWorld> {
  const adapter = Memory();
  for (const [name, args] of writes) {
    const [method, kind] = (FORMER[name] ?? name).split(" ");
    const owner = (kind === undefined ? adapter : adapter.rows) as unknown as Record<string, Call>;
    // It was given the id only.
    const given = name === "deletePendingSignIn" ? [{ id: args[0] }] : args;
    await owner[method!]!(...(kind === undefined ? given : [kind, ...given]));
  }
  const world = openFactors({ adapter });
  world.platform.tick((at - world.platform.now()) / 1000);
  restore(world.browser, cookies);
  return world;
}

function openCookieTokens(): World {
  return openPlain({ features: [AccessTokens({ keptIn: "cookie" })], idp: { refreshTokens: "rotated" } });
}

async function tokenOf({ browser, config }: World, userId: string): Promise<string> {
  const cookie = browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = new Request(`${APP}/token`, { headers: { cookie } });
  const wanted = { userId, provider: "idp", canSetCookies: () => true };
  return (await getToken(request, wanted, config)).accessToken;
}

async function withMail({ mail }: Recorded): Promise<DatabaseWorld> {
  const world = openDatabase();
  for (const token of mail.tokens) await world.db.adapter.createVerificationToken(token);
  restore(world.browser, mail.cookies);
  return world;
}

async function record(): Promise<Recorded> {
  return {
    token: await recordToken(),
    stored: await recordStored(),
    underWay: await recordUnderWay(),
    mail: await recordMail(),
    passwords: [
      await hashPassword("correct horse", { algorithm: "scrypt", ln: 10 }),
      await hashPassword("correct horse", { algorithm: "pbkdf2-sha256", iterations: 10_000 }),
    ],
    ...await recordFactor(),
    providerTokens: await recordProviderTokens(),
  };
}

async function recordToken(): Promise<Recorded["token"]> {
  const world = openPlain();
  await world.signIn();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const userId = String((await world.session())?.user.id);
  return { cookies: cookiesIn(world), userId, csrfToken };
}

async function recordStored(): Promise<Recorded["stored"]> {
  const world = openDatabase();
  await world.signIn();
  const [[user], [session]] = [await world.db.users(), await world.db.sessions()];
  assert.ok(user && session, world.log());
  return { cookies: cookiesIn(world), user, session };
}

async function recordUnderWay(): Promise<Recorded["underWay"]> {
  const world = openPlain();
  const { href } = await start(world);
  return { cookies: cookiesIn(world), url: href };
}

async function recordMail(): Promise<Recorded["mail"]> {
  const world = openDatabase();
  await world.ask();
  const [mail] = world.mails;
  assert.ok(mail, world.log());
  return { cookies: cookiesIn(world), url: mail.url, code: mail.code, tokens: world.db.tokens() };
}

async function recordFactor(): Promise<Pick<Recorded, "secondStep" | "remembered">> {
  const writes: Write[] = [];
  const world = openFactors({ adapter: recording(Memory(), writes) });
  const { secret } = await world.registerWithFactor();
  const left = (): Left => ({ cookies: cookiesIn(world), writes: [...writes], at: world.platform.now() });
  const page = await world.enter();
  const secondStep = { ...left(), url: page.url, secret };
  await world.answer(page, { code: world.code({ secret }), remember: "true" });
  await world.signOut();
  return { secondStep, remembered: left() };
}

async function recordProviderTokens(): Promise<Recorded["providerTokens"]> {
  const world = openCookieTokens();
  await world.signIn();
  const userId = String((await world.session())?.user.id);
  return { cookies: cookiesIn(world), userId, accessToken: await tokenOf(world, userId) };
}

/** An adapter whose calls are noted, but for those that only read, and those that count attempts. */
function recording(adapter: Adapter, writes: Write[]): Adapter {
  return seenCalls(adapter, (name, run, args) => {
    // The kind of rows is in the name.
    const given = name.includes(" ") ? args.slice(1) : args;
    if (!isRead(name) && !name.endsWith(" attempts")) writes.push([name, structuredClone(given)]);
    return run();
  });
}

function cookiesIn({ browser }: Pick<World, "browser">): Cookies {
  return Object.fromEntries(browser.cookies(APP).map(({ name, value }) => [name, value]));
}

function restore(browser: Browser, cookies: Cookies): void {
  for (const [name, value] of Object.entries(cookies)) {
    browser.setCookie(APP, `${name}=${value}; Secure; HttpOnly; SameSite=Lax; Path=/`);
  }
}

/** The dates of a row, which JSON holds as text. */
function toDate(key: string, value: unknown): unknown {
  return /^(?:expires|emailVerified|createdAt|usedAt|enabledAt|passwordSetAt)$/.test(key) &&
      typeof value === "string"
    ? new Date(value)
    : value;
}
