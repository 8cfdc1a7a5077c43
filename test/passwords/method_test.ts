/**
 * Sign-ins with an address and a password, and forms that ask for another mail. `method_mails_test.ts` tests codes and links.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, skipCSRFCheck } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { PasswordHash } from "../../src/crypto/hashes/types.ts";
import { hashPassword, needsRehash } from "../../src/crypto/password.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { noteMailbox } from "../../src/session/mailbox_note.ts";
import { ReferenceAdapter } from "../flows/_database.ts";
import {
  ADA,
  BETTER,
  GOOD,
  importUser,
  openPasswords,
  type PasswordWorld,
} from "../flows/_kept_passwords.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { APP, cookieHeader } from "../flows/_world.ts";
import { accepts, CALLBACK, failsAt, leadsTo, post, START, storeAda } from "./_posting.ts";
import { withRows } from "../_with_rows.ts";
import { chosen } from "../_short.ts";

const WRONG = ["/auth/signin", "CredentialsSignin"];

const AGAIN = { again: "true" };

const storedHash = async ({ db }: PasswordWorld) =>
  (await db.adapter.rows.find("security", { userId: "1" }))?.passwordHash ?? null;

test("a form asks for another mail in a browser that has asked for none: the sign-in page says that it took too long", async () => {
  const world = openPasswords();
  for (const url of [START, CALLBACK]) {
    const [path, params] = leadsTo(await post(world, { ...AGAIN, callbackUrl: "/home" }, { url }));
    assert.deepEqual([path, params], ["/auth/signin", { callbackUrl: `${APP}/home`, error: "InvalidCheck" }]);
  }
  assert.deepEqual(world.mails, []);
});

test("a form that does not ask for another mail sends none", async () => {
  const world = openPasswords();
  await world.signUp();
  world.platform.tick(31);
  for (const fields of [{}, { again: "false" }]) {
    assert.equal(leadsTo(await post(world, fields, { url: START }))[0], "/auth/signin");
    assert.deepEqual(failsAt(await post(world, fields)), WRONG);
  }
  assert.equal(world.mails.length, 1);
});

test("another mail is sent once 30 seconds have passed since the one before, and the page says so", async () => {
  for (const url of [START, CALLBACK]) {
    const world = openPasswords();
    await world.signUp();
    world.platform.tick(29.9);
    const page = { provider: "password", type: "email" };
    const early = leadsTo(await post(world, AGAIN, { url }));
    assert.deepEqual(early, ["/auth/verify-request", { ...page, again: "early" }]);
    assert.equal(world.mails.length, 1);
    world.platform.tick(0.1);
    const sent = leadsTo(await post(world, AGAIN, { url }));
    assert.deepEqual(sent, ["/auth/verify-request", { ...page, again: "sent" }]);
    assert.equal(world.mails.length, 2);
  }
});

test("another mail for a sign-up keeps the password that was typed, and the page that the user wanted", async () => {
  const world = openPasswords();
  await world.signUp();
  world.platform.tick(30);
  await post(world, AGAIN);
  assert.equal(leadsTo(await post(world, { code: world.mails.at(-1)!.code }))[0], "/home");
  assert.equal(await accepts(world, GOOD), true);
});

/** The first mail, the event after it, the purpose of the second mail, and whether that has a code. */
const SECOND_MAILS = [
  ["a sign-up", "nothing has happened", "confirm", true],
  ["a sign-up", "the account was made", "exists", false],
  ["a sign-up with the address of an account", "nothing has happened", "exists", false],
  ["a sign-up with the address of an account", "the account was removed", "confirm", true],
  ["a new password", "nothing has happened", "reset", true],
  ["a new password", "the account was removed", "noAccount", false],
  ["a new password without an account", "nothing has happened", "noAccount", false],
  ["a new password without an account", "the account was made", "reset", true],
] as const;

for (const [what, event, purpose, hasCode] of SECOND_MAILS) {
  test(`a user who asks again after ${what} gets a mail for "${purpose}" if ${event} since`, async () => {
    const world = openPasswords();
    const hasAccount = what === "a new password" || what.endsWith("of an account");
    if (hasAccount) await storeAda(world);
    await (what.startsWith("a sign-up") ? world.signUp({ password: BETTER }) : world.forget());
    if (event === "the account was made") await storeAda(world);
    if (event === "the account was removed") await world.db.adapter.deleteUser("1");
    world.platform.tick(30);
    const [path] = leadsTo(await post(world, AGAIN));
    assert.equal(path, what.startsWith("a sign-up") ? "/auth/verify-request" : "/auth/new-password");
    const mail = world.mails.at(-1)!;
    assert.deepEqual([world.mails.length, mail.identifier], [2, ADA]);
    assert.deepEqual([mail.purpose, mail.code !== undefined], [purpose, hasCode]);
  });
}

test("another mail for a sign-up confirms the address of a user who has not done so", async () => {
  const world = openPasswords();
  await importUser(world);
  await world.signUp({ password: BETTER });
  world.platform.tick(30);
  await post(world, AGAIN);
  assert.deepEqual([world.mails.length, world.lastPurpose()], [2, "confirm"]);
});

test("a request without a form, where the application checks CSRF itself, is a wrong password and asks for no mail", async () => {
  const world = openPasswords();
  await world.signUp();
  world.platform.tick(30);
  const send = async (url: string) => {
    const headers = { cookie: cookieHeader(world.browser) };
    return await Auth(new Request(url, { method: "POST", headers }), { ...world.config, skipCSRFCheck });
  };
  assert.deepEqual(failsAt(await send(START)), ["/auth/signin", undefined]);
  assert.deepEqual(failsAt(await send(CALLBACK)), WRONG);
  assert.equal(world.mails.length, 1);
});

test("an address without the token of a mail signs no one in", async () => {
  const world = openPasswords();
  await storeAda(world);
  const query = new URLSearchParams({ email: ADA, password: GOOD });
  const answer = await world.browser.fetch(`${CALLBACK}?${query}`, { redirect: "manual" });
  assert.deepEqual(failsAt(answer), ["/auth/signin", "InvalidProvider"]);
  assert.equal(await world.session(), null);
});

test("a form of another site does nothing, wherever the token of a mail stands", async () => {
  const world = openPasswords();
  await storeAda(world);
  await world.forget();
  const { token, code, url } = world.mails.at(-1)!;
  world.platform.tick(30);
  const refused = { headers: { origin: "https://evil.example" } };
  const link = { token, email: ADA, password: BETTER };
  for (const fields of [AGAIN, { code, password: BETTER }, link, { email: ADA, password: GOOD }]) {
    const answer = await post(world, { ...fields, csrfToken: "" }, refused);
    assert.equal(failsAt(answer)[1], "MissingCSRF");
    // The query belongs to the link of the mail.
    const another = await post(world, { ...fields, csrfToken: "" }, { ...refused, url });
    assert.equal(failsAt(another)[1], "MissingCSRF");
  }
  assert.deepEqual([world.mails.length, await world.session()], [1, null]);
  assert.equal(await accepts(world, GOOD), true);
});

test("a form that is posted to the address of a mailed link counts as its fields say", async () => {
  const world = openPasswords();
  await storeAda(world);
  await world.forget();
  const { url } = world.mails.at(-1)!;
  assert.deepEqual(failsAt(await post(world, { email: ADA, password: BETTER }, { url })), WRONG);
  assert.equal(leadsTo(await post(world, { email: ADA, password: GOOD }, { url }))[0], "/home");
});

test("what is not an address is a wrong password, and the database is not asked for it", async () => {
  const memory = Memory();
  const world = openPasswords({
    adapter: {
      ...memory,
      getUserByEmail: (email) => {
        // As a driver of a database does.
        if (typeof email !== "string" || !email.includes("@")) throw new TypeError("cannot bind this value");
        return memory.getUserByEmail(email);
      },
    },
  });
  await storeAda(world);
  for (const email of [undefined, null, "", "ada", 1, {}, [ADA], `${"a".repeat(300)}@example.com`]) {
    assert.deepEqual(failsAt(await post(world, { email, password: GOOD })), WRONG, String(email));
  }
  assert.equal(await accepts(world, GOOD), true);
});

test("what is not a password is a wrong one", async () => {
  const world = openPasswords();
  await storeAda(world);
  for (const password of [undefined, null, "", 1, {}, [GOOD], BETTER]) {
    assert.deepEqual(failsAt(await post(world, { email: ADA, password })), WRONG, String(password));
  }
});

test("an unknown address and a user without a password get the answer to a wrong one", async () => {
  const world = openPasswords();
  await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: new Date(0) });
  for (const email of [ADA, "bob@example.com"]) {
    assert.deepEqual(failsAt(await post(world, { email, password: GOOD })), WRONG);
  }
  assert.equal(world.log().match(/Cannot sign in: the address or the password is wrong/g)?.length, 2);
});

test("an address is looked up in the form that the provider of mail gives it", async () => {
  const normalizeIdentifier = (address: string) => address.toLowerCase().replace(/\+[^@]*/, "");
  const world = openPasswords({ email: { normalizeIdentifier } });
  await storeAda(world);
  const fields = { email: "Ada+shop@example.com", password: GOOD, callbackUrl: "/home" };
  assert.equal(leadsTo(await post(world, fields))[0], "/home");
});

test("the sign-in page asks for the address once, for a password and for a mail", async () => {
  const { browser } = openPasswords();
  const { html } = await browser.open(`${APP}/auth/signin`);
  const [form = ""] = html.match(/<form [^>]*callback\/password"[^>]*>.*?<\/form>/s) ?? [];
  assert.equal(html.match(/ name="email"/g)?.length, 1);
  assert.match(form, / name="password"/);
  assert.match(form, /\/auth\/signin\/email/);
});

test("a password that the database stores for no user signs no one in", async () => {
  const adapter = withRows(Memory(), "security", (sound) => ({
    find: ({ userId }) => sound.find({ userId: userId || "1" }),
  }));
  const world = openPasswords({ adapter });
  await storeAda(world);
  assert.deepEqual(failsAt(await post(world, { email: "bob@example.com", password: GOOD })), WRONG);
});

test("too many wrong passwords for an address refuse the right one, and not that of another user", async () => {
  const world = openPasswords();
  await storeAda(world);
  const bob = { email: "bob@example.com", password: BETTER };
  await world.db.adapter.createUser({ id: "2", name: "Bob", email: bob.email, emailVerified: new Date(0) });
  const row = { userId: "2", generation: 0, passwordIsProven: true, passwordSetAt: null };
  await world.db.adapter.rows.store("security", { ...row, passwordHash: await hashPassword(BETTER) }, null);
  for (let tries = 0; tries < 10; tries++) await post(world, { email: ADA, password: BETTER });
  const refused = await post(world, { email: ADA, password: GOOD });
  assert.deepEqual([refused.status, await world.session()], [429, null]);
  assert.equal(leadsTo(await post(world, { ...bob, callbackUrl: "/home" }))[0], "/home");
});

test("a right password signs in and leads where the form says", async () => {
  const world = openPasswords();
  await storeAda(world);
  const answer = await post(world, {
    email: ` ${ADA.toUpperCase()} `,
    password: GOOD,
    callbackUrl: "/home?a=b",
  });
  assert.deepEqual(leadsTo(answer), ["/home", { a: "b" }]);
  assert.equal((await world.sessionIn(world.browser))?.user.email, ADA);
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`a session knows that it began with a password, and callbacks get the address but no password (${strategy})`, async () => {
    const seen: unknown[] = [];
    const world = openPasswords({
      session: { strategy },
      callbacks: {
        signIn: ({ user, account, credentials }) => {
          seen.push([user.id, account?.provider, account?.type, account?.providerAccountId, credentials]);
          return true;
        },
        session: ({ session, amr, aal }) => ({ ...session, amr, aal }),
      },
    });
    await storeAda(world);
    await post(world, { email: ADA, password: GOOD });
    assert.deepEqual(seen, [["1", "password", "credentials", "1", { email: ADA }]]);
    const { amr, aal } = (await world.session<{ amr: unknown; aal: unknown }>())!;
    assert.deepEqual([amr, aal], [["pwd"], 1]);
  });
}

test("a sign-in replaces the hash of an earlier cost, and leaves one of today as it is", async () => {
  for (const [ln, isOld] of [[10, true], [17, false]] as const) {
    const world = openPasswords();
    const hash = await hashPassword(GOOD, { ln });
    await storeAda(world, hash);
    assert.equal(await accepts(world, BETTER), false);
    assert.equal(await storedHash(world), hash);
    assert.equal(await accepts(world, GOOD), true);
    assert.equal(await storedHash(world) !== hash, isOld);
    assert.equal(needsRehash((await storedHash(world))!), false);
    assert.equal(await accepts(world, GOOD), true);
  }
});

test("an address that is confirmed after the password replaces the hash of an earlier cost, and leaves one of today", async () => {
  for (const [ln, isOld] of [[10, true], [17, false]] as const) {
    const world = openPasswords();
    const hash = await hashPassword(GOOD, { ln });
    await importUser(world);
    const row = (await world.db.adapter.rows.find("security", { userId: "1" }))!;
    await world.db.adapter.rows.store("security", { ...row, passwordHash: hash }, 0);
    const answer = await post(world, { email: ADA, password: GOOD });
    assert.deepEqual([leadsTo(answer)[0], await world.session()], ["/auth/verify-request", null]);
    assert.deepEqual([world.lastPurpose(), world.mails.at(-1)!.identifier], ["confirm", ADA]);
    assert.equal(await storedHash(world), hash);
    await post(world, { code: world.mails.at(-1)!.code });
    assert.equal(await storedHash(world) !== hash, isOld);
    assert.equal(needsRehash((await storedHash(world))!), false);
    assert.equal(await accepts(world, GOOD), true);
  }
});

test("a mail to confirm a password ends with a new password that is set in the meantime", async () => {
  const memory = Memory();
  let read = 0;
  const world = openPasswords({
    adapter: withRows(memory, "security", {
      async find(key) {
        const row = await memory.rows.find("security", key);
        // Another request changes what is being compared.
        if (++read === 1) await memory.rows.store("security", { ...row!, generation: 1 }, 0);
        return row;
      },
    }),
  });
  await memory.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
  const row = { userId: "1", generation: 0, passwordIsProven: false, passwordSetAt: null };
  await memory.rows.store("security", { ...row, passwordHash: await hashPassword(GOOD) }, null);
  await post(world, { email: ADA, password: GOOD });
  assert.equal(world.mails.length, 1);
  assert.equal(failsAt(await post(world, { code: world.mails[0]!.code }))[1], "UserChanged");
});

for (const trusts of [false, true]) {
  const answer = trusts ? "gets a mail if the application trusts addresses" : "is refused before the mail";
  test(`a user whose address cannot be confirmed, because the adapter lacks a method, ${answer}`, async () => {
    const { rows } = Memory();
    const world = openPasswords({
      adapter: Object.assign(new ReferenceAdapter(), { rows }),
      session: { strategy: "jwt" },
      email: { allowDangerousEmailAccountLinking: trusts },
    });
    await importUser(world);
    const [path, { error, ways }] = leadsTo(await post(world, { email: ADA, password: GOOD }));
    const expected = trusts ? ["/auth/verify-request", undefined] : ["/auth/signin", "UserNotVerified"];
    assert.deepEqual([path, error], expected);
    // There is no other way to sign in that the page could name.
    assert.deepEqual([ways, world.mails.length], [undefined, trusts ? 1 : 0]);
  });
}

test("a user who has proven a mailbox before gets a mail, also where the adapter lacks a method", async () => {
  const { rows } = Memory();
  const adapter = Object.assign(new ReferenceAdapter(), { rows });
  const world = openPasswords({ adapter, session: { strategy: "jwt" } });
  await importUser(world);
  await noteMailbox("1", ADA, bindAdapter(adapter));
  assert.equal(leadsTo(await post(world, { email: ADA, password: GOOD }))[0], "/auth/verify-request");
  assert.equal(leadsTo(await post(world, { code: world.mails[0]!.code }))[0], "/");
  assert.equal((await world.session())?.user.id, "1", "the mail takes nothing over");
});

/** A kind of hash whose client disconnects while the password is compared. */
function disconnecting(controller: AbortController): PasswordHash {
  return {
    name: "slow",
    recognizes: (hash) => hash === "$slow$",
    verify: (_password, hash) => (hash && controller.abort(), Promise.resolve(Boolean(hash))),
    assertSupported: () => Promise.resolve(),
  };
}

for (const emailVerified of [new Date(0), null]) {
  const confirmed = emailVerified ? "confirmed" : "never confirmed";
  test(`a client that has disconnected costs no further hash, nor a mail (address ${confirmed})`, async () => {
    const controller = new AbortController();
    const world = openPasswords({ options: { hashes: [disconnecting(controller)] } });
    await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified });
    const row = { userId: "1", generation: 0, passwordIsProven: true, passwordSetAt: null };
    await world.db.adapter.rows.store("security", { ...row, passwordHash: "$slow$" }, null);
    const body = new URLSearchParams({ email: ADA, password: GOOD });
    const init = { method: "POST", body, signal: controller.signal };
    await Auth(new Request(CALLBACK, init), { ...world.config, skipCSRFCheck });
    assert.equal(controller.signal.aborted, true);
    assert.deepEqual([await storedHash(world), world.mails.length], ["$slow$", 0]);
  });
}
