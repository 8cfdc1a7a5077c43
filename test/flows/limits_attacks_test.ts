/**
 * What an attacker tries against the limits of attempts, and what they must not do to an honest user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { withRows } from "../_with_rows.ts";
import { DONE, openAccount } from "./_account_page.ts";
import { type DatabaseWorld, openDatabase, PASSWORD, storeUser } from "./_database.ts";
import { toActionRequest } from "../../src/integrations/nuxt/h3_event.ts";
import { ADA, BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";
import { clientAddressOf } from "../../src/limits/address.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { peerOf } from "../../src/http/peer.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { chosen } from "../_short.ts";

/** Tries wrong passwords. Returns how often one was compared, and not refused. */
async function compared(count: number, browserOf: () => Browser, fields: Record<string, string> = {}) {
  let total = 0;
  for (let time = 0; time < count; time++) {
    const { status } = await send(browserOf(), "callback/password", {
      email: ADA,
      password: "wrong",
      ...fields,
    });
    if (status !== 429) total++;
  }
  return total;
}

/** Sends forms of one browser at the same time, one for each address. Returns how many were refused as too many. */
async function refusedOf(count: number, browser: Browser, path: string, fields: Record<string, string> = {}) {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      browser.fetch(`${APP}/auth/${path}`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ csrfToken, email: `user${i}@example.com`, ...fields }),
      }).then(({ status }) => status)),
  );
  return statuses.filter((status) => status === 429).length;
}

const isHome = ({ url }: { readonly url: string }) => url === `${APP}/home`;

test("Whoever knew an older password has 100 guesses, in however many browsers (LM-01)", async () => {
  const world = openDatabase({
    session: { strategy: "jwt" },
    limits: { address: () => null, account: ({ email }) => String(email) },
    password: {
      credentials: { email: {}, password: { type: "password" } },
      authorize: ({ password }) => password === PASSWORD ? { id: "1" } : null,
    },
  });
  const browsers = Array.from({ length: 11 }, world.visitor);
  for (const browser of browsers) {
    await send(browser, "callback/password", { email: ADA, password: PASSWORD });
    assert.ok(await world.sessionIn(browser), world.log());
  }
  let total = 0;
  for (const browser of browsers) total += await compared(10, () => browser);
  assert.equal(total, 100);
  assert.equal(await compared(1, world.visitor), 1, "the guesses of these browsers count apart");
});

test("A browser is not known for an address that a provider does not vouch for (LM-01)", async () => {
  const world = openDatabase({
    session: { strategy: "jwt" },
    limits: { address: () => null, account: ({ name }) => String(name) },
    password: { credentials: { name: {} }, authorize: () => null },
  });
  world.idp.login({ sub: "mallory", name: "Mallory", email: ADA });
  const strangers = [world.visitor(), world.visitor()];
  let total = 0;
  for (const browser of strangers) {
    await (await browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    assert.ok(await world.sessionIn(browser), world.log());
    total += await compared(10, () => browser, { name: ADA });
  }
  assert.equal(total, 10);
});

testForms(
  "The case of an address makes no account of its own, whatever normalizeIdentifier keeps (LM-01)",
  async () => {
    const memory = Memory();
    const world = openPasswords({
      email: { normalizeIdentifier: (address) => address.trim() },
      adapter: {
        ...memory,
        getUserByEmail: (email: string) => memory.getUserByEmail!(email.toLowerCase()),
      } as Adapter,
    });
    await world.register();
    const spellings = ["ada@example.com", "Ada@example.com", "ADA@example.com", "ada@EXAMPLE.com"];
    let total = 0;
    for (const email of spellings) total += await compared(3, world.visitor, { email });
    assert.equal(total, 10);
  },
);

test("An authorize that throws for a wrong password has the limit of one that returns null (LM-01)", async () => {
  const world = openDatabase({
    limits: { address: () => null, account: ({ name }) => String(name) },
    password: {
      credentials: { name: {} },
      authorize: () => {
        throw new Error("the password is wrong");
      },
    },
  });
  assert.equal(await compared(12, world.visitor, { name: "ada" }), 10);
});

testForms(
  "A new password ends the wait on all devices, also if it is set in a known browser (LM-03)",
  async () => {
    const world = openPasswords();
    await world.register();
    const phone = world.visitor();
    await compared(10, world.visitor);
    assert.equal((await world.enter(GOOD, phone)).status, 429);
    const changed = await world.post("password", { current: GOOD, password: BETTER });
    assert.match(changed.headers.get("location")!, /done=password-changed/);
    assert.ok(isHome(await world.enter(BETTER, phone)), world.log());
    await compared(10, world.visitor);
    assert.equal((await world.enter(BETTER, world.visitor())).status, 429);
    await world.post("signout");
    const form = await world.forget();
    await form.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: GOOD });
    assert.ok(isHome(await world.enter(GOOD, world.visitor())), world.log());
  },
);

test("A mailed link ends the wait of `Credentials`, too, whose account is the address (LM-03)", async () => {
  const world = openDatabase({
    limits: { address: () => null, account: ({ email }) => String(email) },
    theme: { links: { forgotPassword: "/forgotten" } },
    password: { credentials: { email: {}, password: { type: "password" } } },
  });
  await storeUser(world);
  await compared(10, world.visitor);
  const right = () => send(world.visitor(), "callback/password", { email: ADA, password: PASSWORD });
  const refused = await right();
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /href="[^"]*\/forgotten[^"]*">Forgot your password\?/);
  const owner = world.visitor();
  await world.ask(ADA, owner);
  await world.follow(owner);
  assert.equal((await right()).status, 303, world.log());
});

test("Whoever is told that callbacks.signIn knows no such user has the limit of a client (LM-04)", async () => {
  const world = openDatabase({
    limits: { address: () => "8.8.8.8" },
    callbacks: { signIn: ({ user }) => user.email === ADA },
  });
  const visitor = world.visitor();
  assert.equal(await refusedOf(100, visitor, "signin/email"), 0);
  // None of those is under way any more: what was taken back would not count.
  assert.equal(await refusedOf(1, visitor, "signin/email"), 1);
});

test("A port, or a space, does not make another client of an address (LM-05)", async () => {
  const of = (told: string) =>
    clientAddressOf({ url: APP, method: "GET", headers: new Headers(), body: undefined } as never, {
      address: () => told,
    });
  assert.equal(await of("9.9.9.9:50123"), "9.9.9.9");
  assert.equal(await of("[2001:db8:1:2::3]:443"), "2001:db8:1:2");
  assert.equal(await of(" device 7 "), "device 7");
  assert.equal(await of("device:7"), "device:7");
  assert.equal(await of(" "), null);
});

test("A server action of h3 2 knows the connection, as the endpoint does (LM-05)", () => {
  const req = Object.assign(new Request(`${APP}/form`, { method: "POST" }), { ip: "8.8.8.8" });
  const event = { context: {}, req, res: { headers: new Headers() } };
  assert.equal(
    peerOf(toActionRequest(event, { origin: APP } as never) as { readonly peer?: string }),
    "8.8.8.8",
  );
});

test("A mail that a known browser asks for and an unknown one uses leaves no room for another (LM-07)", async () => {
  const world = openDatabase({ limits: { address: () => "8.8.8.8" } });
  let known = world.visitor();
  await world.ask(ADA, known);
  await world.follow(known);
  const stranger = world.visitor();
  assert.equal(await refusedOf(10, stranger, "signin/email"), 0);
  for (let time = 0; time < 3; time++) {
    await send(known, "signin/email", { email: ADA });
    known = world.visitor();
    await (await world.follow(known)).submit("Sign in");
    assert.ok(await world.sessionIn(known), world.log());
  }
  assert.equal(await refusedOf(91, stranger, "signin/email"), 1);
  assert.equal(
    (await send(known, "signin/email", { email: ADA })).status,
    303,
    "a known browser is not refused",
  );
});

testForms("The service that knows leaked passwords is asked 50 times for one client (LM-05)", async () => {
  let asked = 0;
  const isLeaked = () => {
    asked++;
    return true;
  };
  const world = openPasswords({ limits: { address: () => "8.8.8.8" }, options: { isLeaked } });
  // A password that is too short is a slip, which does not count.
  for (let time = 0; time < 6; time++) await refusedOf(10, world.visitor(), "signup", { password: "short" });
  await refusedOf(60, world.visitor(), "signup", { password: GOOD });
  assert.equal(asked, 50);
});

/** Records the failures that the application is told of. */
function recorded() {
  const failed: string[] = [];
  const signInFailure = ({ reason }: { readonly reason: string }) => void failed.push(reason);
  return { failed, events: { signInFailure } };
}

testForms(
  "events.signInFailure tells of the forms of passwords, and the log of a mail that is not sent",
  async () => {
    const { failed, events } = recorded();
    const world: DatabaseWorld = openPasswords({
      events,
      email: {
        mails: "both",
        sendVerificationRequest: () => {
          throw new Error("the mail server is down");
        },
      },
    });
    await send(world.browser, "forgot-password", { email: ADA });
    await send(world.browser, "signup", { email: "no address", password: GOOD });
    await send(world.browser, "keep-password", { token: "x".repeat(64), email: ADA, current: GOOD });
    assert.deepEqual(failed, ["EmailSignInError", "InvalidEmail", "Verification"]);
    assert.match(world.log(), /the mail server is down/);
  },
);

testForms(
  "A wait that is no number of seconds, or none that HTTP knows, is a number of seconds",
  async () => {
    for (const [seconds, told] of [[Infinity, "31536000"], [1e300, "31536000"], [0.1, "1"]] as const) {
      const page = await openPasswords({ limits: () => seconds }).enter();
      assert.deepEqual([page.status, page.headers.get("retry-after")], [429, told]);
    }
    assert.match((await openPasswords({ limits: () => NaN }).enter()).url, /error=Configuration/);
    // An adapter that counts with something else than numbers.
    const rubbish = { key: "", count: NaN, expires: new Date(NaN) };
    const world = openPasswords({ adapter: withRows(Memory(), "attempts", { count: () => rubbish }) });
    const page = await world.enter();
    assert.deepEqual([page.status, page.headers.get("retry-after")], [429, "31536000"]);
  },
);

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`A thief of a session who keeps signing the owner out has to sign in again, and the owner has not (LM-15, ${strategy})`, async () => {
    const world = await openAccount({ session: { strategy, revocationDelay: "always" } });
    const { browser: thief, change, elsewhere, sessionIn, platform, data } = world;
    const endOthers = (browser: Browser) => change({ action: "sign-out-others" }, browser);
    for (let time = 0; time < 5; time++) {
      platform.tick(1);
      const owner = await elsewhere();
      // One by one counts as well, where sessions can be listed.
      const other = time % 2 && (await data(thief)).sessions?.find(({ isCurrent }) => !isCurrent);
      const { params } = other
        ? await change({ action: "sign-out", id: other.id }, thief)
        : await endOthers(thief);
      assert.match(params.done!, /^signed-out/, world.log());
      assert.equal(await sessionIn(owner), null);
    }
    platform.tick(1);
    const owner = await elsewhere();
    const { path, params } = await endOthers(thief);
    assert.deepEqual([path, params.error], ["/auth/signin", "SessionNotFresh"]);
    const [other] = (await data(thief)).sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
    assert.equal(other !== undefined, strategy === "database");
    if (other) assert.equal((await change({ action: "sign-out", id: other.id }, thief)).path, "/auth/signin");
    assert.ok(await sessionIn(owner), world.log());
    assert.deepEqual(await endOthers(owner), DONE("signed-out-others"));
    assert.deepEqual([await sessionIn(thief), !!await sessionIn(owner)], [null, true]);
  });

  test(`A thief of a session who keeps removing a way that they add has to sign in again, too (LM-15, ${strategy})`, async () => {
    const world = await openAccount({ session: { strategy, revocationDelay: "always" } });
    const { browser: thief, addOther, change, elsewhere, sessionIn, platform, data } = world;
    for (let time = 0; time <= 5; time++) {
      platform.tick(1);
      const owner = await elsewhere();
      await addOther();
      const other = (await data(thief)).accounts!.find(({ provider }) => provider === "other")!;
      const { params } = await change({ action: "remove", id: other.id }, thief);
      assert.deepEqual(params.done ?? params.error, time < 5 ? "removed" : "SessionNotFresh");
      assert.equal(!!await sessionIn(owner), time === 5, world.log());
    }
  });

  test(`A user who has signed others out too often signs in again, or waits (${strategy})`, async () => {
    const world = await openAccount({ session: { strategy } });
    const { browser, change, platform } = world;
    const end = () => change({ action: "sign-out-others" });
    for (let time = 0; time < 5; time++) assert.deepEqual(await end(), DONE("signed-out-others"));
    assert.equal((await end()).path, "/auth/signin");
    platform.tick(1);
    world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const page = await browser.open(`${APP}/auth/signin?error=SessionNotFresh&callbackUrl=/auth/account`);
    assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/auth/account`);
    for (let time = 0; time < 5; time++) assert.deepEqual(await end(), DONE("signed-out-others"));
    assert.equal((await end()).path, "/auth/signin");
    platform.tick(3600);
    assert.deepEqual(await end(), DONE("signed-out-others"));
    // To sign out here is no end of another session.
    const [current] = (await world.data()).sessions ?? [];
    for (let time = 0; time < 5; time++) await end();
    if (current) await change({ action: "sign-out", id: current.id });
    assert.equal(await world.session() === null, strategy === "database");
  });
}
