/**
 * Attacks on `Password()` by somebody who had not seen the code: each of them had succeeded once.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { signIn } from "../../src/core/server_action.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { withRows } from "../_with_rows.ts";
import {
  ADA,
  BETTER,
  GOOD,
  importUser,
  openPasswords,
  type PasswordWorld,
  storeConfirmed,
} from "./_kept_passwords.ts";
import { APP } from "./_world.ts";

const THIEF = "thief weaves lovely engines";
const BOB = "bob@example.com";

function hole(name: string, run: () => Promise<void> | void) {
  test(name, async () => await withQuickScrypt(async () => await run()));
}

/** A browser that has signed in by mail: nothing about a password is stored. */
async function byMail(world: PasswordWorld): Promise<Browser> {
  const browser = world.visitor();
  await world.ask(ADA, browser);
  await world.follow(browser);
  assert.ok(await world.sessionIn(browser));
  return browser;
}

async function reset(world: PasswordWorld, password = BETTER): Promise<void> {
  const page = await world.forget(world.visitor());
  const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password });
  assert.equal(done.url, `${APP}/home`, world.log());
}

const accepts = async (world: PasswordWorld, password: string, email = ADA) =>
  (await world.enter(password, world.visitor(), email)).url === `${APP}/home`;

const cookieLength = (browser: Browser) =>
  browser.cookies(APP).find(({ name }) => name.endsWith("latchkey.mail"))!.value.length;

hole("The first password of a user ends other sessions in tokens", async () => {
  const world = openPasswords({ session: { strategy: "jwt" } });
  const thief = await byMail(world);
  await reset(world);
  world.platform.tick(3600);
  assert.equal(await world.sessionIn(thief), null);
});

hole(
  "A password that a thief adds during a reset does not replace that of the owner (database)",
  async () => {
    let asked = 0;
    let run: (() => Promise<void>) | undefined = undefined;
    const adapter = withRows(Memory(), "security", (sound) => ({
      // The third read is that of `setPassword`, after `isLive`.
      async find(key) {
        const now = run && ++asked === 3 ? run : undefined;
        if (now) run = undefined;
        await now?.();
        return await sound.find(key);
      },
    }));
    const world = openPasswords({ adapter });
    const thief = await byMail(world);
    const form = await thief.open(`${APP}/auth/password`);
    run = () => reset(world);
    await form.submit("/auth/password", { password: THIEF });
    assert.equal(run, undefined);
    assert.deepEqual([await accepts(world, THIEF), await accepts(world, BETTER)], [false, true]);
  },
);

for (const path of ["forgot-password", "signup"]) {
  hole(`The length of the cookie of ${path} does not tell who has an account`, async () => {
    const world = openPasswords({ limits: false });
    await world.register();
    for (let count = 0; count < 16; count++) {
      const lengths: number[] = [];
      for (const email of [ADA, BOB]) {
        const visitor = world.visitor();
        const page = await visitor.open(`${APP}/auth/${path}?callbackUrl=/${"x".repeat(count)}`);
        await page.submit(`/auth/${path}`, { email, ...(path === "signup" && { password: BETTER }) });
        lengths.push(cookieLength(visitor));
      }
      assert.equal(lengths[0], lengths[1], `with ${count} more characters`);
    }
  });
}

hole(
  "A new password that is stored ends the sessions of a thief, also if the database fails then",
  async () => {
    const memory = Memory();
    let fails = false;
    const adapter = {
      ...memory,
      deleteSessionsByUserId: (...given: [string]) => {
        if (fails) throw new Error("the connection was lost");
        return memory.deleteSessionsByUserId(...given);
      },
    };
    const world = openPasswords({ adapter });
    await world.register();
    const thief = world.visitor();
    await world.enter(GOOD, thief);
    const page = await world.forget(world.visitor());
    fails = true;
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
    fails = false;
    const isSet = await accepts(world, BETTER);
    assert.equal(isSet && await world.sessionIn(thief) !== null, false);
  },
);

hole("A mail of a stranger's sign-up does not replace the password of an account made since", async () => {
  const world = openPasswords();
  const stranger = world.visitor();
  const waiting = await world.signUp({ password: THIEF }, stranger);
  const { code } = world.mails.at(-1)!;
  await world.register();
  // The owner reads the code of the mail "Confirm your address" to whoever asks.
  await waiting.submit("/auth/callback/password", { code });
  assert.equal(await accepts(world, GOOD), true);
});

hole("Another mail for a sign-up has no code once there is an account", async () => {
  const world = openPasswords();
  const stranger = world.visitor();
  const waiting = await world.signUp({ password: THIEF }, stranger);
  await world.register();
  world.platform.tick(31);
  await waiting.submit("/auth/signin/password");
  assert.deepEqual([world.mails.at(-1)!.purpose, world.mails.at(-1)!.code], ["exists", undefined]);
});

hole("A reset ends the links that were mailed before", async () => {
  const world = openPasswords();
  await world.register();
  await world.forget(world.visitor());
  const earlier = world.mails.at(-1)!.url;
  await reset(world);
  const page = await world.visitor().open(earlier);
  await page.submit("/auth/callback/password", { password: THIEF });
  assert.equal(await accepts(world, BETTER), true);
});

hole("The page after a confirmed password does not say that the password was removed", async () => {
  const world = openPasswords();
  await importUser(world);
  const page = await world.enter();
  const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.equal(await accepts(world, GOOD), true);
  assert.doesNotMatch(done.url, /removed=password/);
});

hole(
  "callbacks.signIn decides about the mails of forgotten passwords, and about another mail",
  async () => {
    let isAllowed = false;
    const world = openPasswords({ callbacks: { signIn: () => isAllowed } });
    await world.forget(world.visitor(), BOB);
    assert.deepEqual(world.mails, []);
    isAllowed = true;
    const page = await world.signUp();
    isAllowed = false;
    world.platform.tick(31);
    await page.submit("/auth/signin/password");
    assert.equal(world.mails.length, 1);
  },
);

hole("A mail for a changed password gets no password of the form", async () => {
  const bodies: string[] = [];
  const sendVerificationRequest = async ({ request }: { request: Request }) =>
    void bodies.push(await request.text());
  const oauth = { profile: () => ({ id: "g1", email: ADA }) } as const;
  const world = openPasswords({ oauth, email: { mails: "both", sendVerificationRequest } });
  await importUser(world);
  await world.db.adapter.linkAccount({
    userId: "1",
    provider: "idp",
    providerAccountId: "g1",
    type: "oauth",
  });
  await world.signIn();
  const page = await world.browser.open(`${APP}/auth/password`);
  await page.submit("/auth/password", { current: GOOD, password: BETTER });
  assert.equal(bodies.length, 1);
  assert.doesNotMatch(bodies[0]!, new RegExp(GOOD));
});

hole("signIn() throws InvalidPassword for a new password that may not be set", async () => {
  const world = openPasswords();
  await world.register();
  await world.forget();
  const { token } = world.mails.at(-1)!;
  const request = { url: `${APP}/own`, headers: new Headers({ origin: APP }), method: "POST" };
  const fields = { token, email: ADA, password: "short" };
  await assert.rejects(signIn(request, { providerId: "password", fields }, world.config), {
    type: "InvalidPassword",
  });
});

hole("The database is asked as often for an unknown user", async () => {
  const world = openPasswords();
  await world.register();
  const counts: number[] = [];
  for (const email of [ADA, BOB]) {
    world.db.calls.length = 0;
    await world.enter(BETTER, world.visitor(), email);
    counts.push(world.db.calls.length);
  }
  assert.equal(counts[0], counts[1]);
});

hole("A changed password keeps what callbacks.jwt has renewed in the same request", async () => {
  let newest = 0;
  const world = openPasswords({
    session: { strategy: "jwt" },
    callbacks: {
      // A refresh token that works once.
      jwt: ({ token, trigger }) =>
        trigger || token.refresh === newest ? { ...token, refresh: ++newest } : { ...token, isSpent: true },
      session: ({ session, token }) => ({ ...session, isSpent: token.isSpent ?? false }),
    },
  });
  await world.register();
  const page = await world.browser.open(`${APP}/auth/password`);
  await page.submit("/auth/password", { current: GOOD, password: BETTER });
  assert.equal((await world.session<{ isSpent: boolean }>())!.isSpent, false);
});

hole("A stored hash that cannot be verified does not tell that there is an account", async () => {
  const world = openPasswords();
  await storeConfirmed(world, "$scrypt$ln=30,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  const pages = [await world.enter(GOOD, world.visitor()), await world.enter(GOOD, world.visitor(), BOB)];
  assert.equal(pages[0]!.url, pages[1]!.url);
});

hole("Sign-up in a browser of a stranger's session does not keep the stranger's account", async () => {
  const oauth = { profile: () => ({ id: "g1", name: "Mallory", email: ADA }) } as const;
  const world = openPasswords({ oauth });
  await world.signIn();
  const page = await world.signUp();
  await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.deepEqual(await world.db.accounts(), []);
});

hole("The account page and the page of the password agree on whether there is one", async () => {
  const oauth = { verifiedEmail: true, profile: () => ({ id: "g1", email: ADA }) } as const;
  const world = openPasswords({ oauth });
  await importUser(world);
  await world.db.adapter.linkAccount({
    userId: "1",
    provider: "idp",
    providerAccountId: "g1",
    type: "oauth",
  });
  await world.signIn();
  const account = await world.browser.open(`${APP}/auth/account`);
  const password = await world.browser.open(`${APP}/auth/password`);
  assert.equal(/Change password/.test(account.text), /Change your password/.test(password.text));
});

hole("Without an account page, the page of the password leads to a page that there is", async () => {
  const world = openPasswords({ account: false });
  await world.register();
  const page = await world.browser.open(`${APP}/auth/password`);
  const done = await page.submit("/auth/password", { current: GOOD, password: BETTER });
  assert.doesNotMatch(done.url, /\/auth\/(signin|account)/);
});

hole("Passwords of other lone surrogates are not the same", async () => {
  const world = openPasswords();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const password = Array.from({ length: 16 }, (_, index) => String.fromCharCode(0xd800 + index)).join("");
  const answer = await world.browser.fetch(`${APP}/auth/signup`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, email: ADA, password }),
  });
  assert.match(answer.headers.get("location")!, /\/auth\/signup\?/);
});

test("an empty password, as Enter sends it without a script, uses up no attempt", async () => {
  await withQuickScrypt(async () => {
    const world = openPasswords();
    await world.register();
    await world.post("signout");
    const stranger = world.visitor();
    for (let i = 0; i < 120; i++) await world.enter("", stranger);
    const failed = await world.enter("", stranger);
    assert.match(failed.url, /error=CredentialsSignin/, world.log());
    assert.match(world.log(), /Cannot sign in: no password was typed/);
    assert.doesNotMatch(world.log(), /password is wrong/);
    assert.equal((await world.enter(GOOD, stranger)).url, `${APP}/home`, world.log());
    const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
    const own = await world.browser.open(`${APP}/auth/password`);
    for (let i = 0; i < 120; i++) await own.submit("/auth/password", { current: "", password: BETTER });
    const done = await own.submit("/auth/password", { current: GOOD, password: BETTER });
    assert.match(done.url, /done=password-changed/, world.log());
  });
});
