/**
 * Attacks on `Password()`: each was tried by somebody who had not seen the code.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { assertFailed, assertSignedIn } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`The first password of a user ends all other sessions as well (PW-04, ${strategy})`, async () => {
    const world = openPasswords({ session: { strategy } });
    await world.ask();
    await world.follow();
    const thief = world.visitor();
    await world.ask(ADA, thief);
    await world.follow(thief);
    assert.ok(await world.sessionIn(thief));
    const page = await world.browser.open(`${APP}/auth/password`);
    await page.submit("/auth/password", { password: GOOD });
    assert.equal(await world.sessionIn(thief), null);
    assert.ok(await world.session());
  });

  test(`A thief in a fresh session does not win against the owner who sets a password at the same time (PW-04, ${strategy})`, async () => {
    const memory = Memory();
    let reset: (() => Promise<unknown>) | undefined;
    const world = openPasswords({
      adapter: memory,
      session: { strategy },
      options: { isLeaked: async () => (await reset?.(), false) },
    });
    await world.ask();
    await world.follow();
    await world.forget(world.browser);
    const { code } = world.mails.at(-1)!;
    const waiting = await world.browser.open(`${APP}/auth/new-password`);
    const thief = world.visitor();
    await world.ask(ADA, thief);
    await world.follow(thief);
    const page = await thief.open(`${APP}/auth/password`);
    // The owner is done while the password of the thief is being hashed.
    reset = () => {
      reset = undefined;
      return waiting.submit("/auth/callback/password", { code, password: GOOD });
    };
    const lost = await page.submit("/auth/password", { password: BETTER });
    assert.match(lost.url, /\/auth\/signin\?.*error=UserChanged/);
    const owner = world.visitor();
    assert.equal((await world.enter(GOOD, owner)).url, `${APP}/home`, world.log());
    await assertFailed(world, await world.enter(BETTER, thief), ["signin", "CredentialsSignin"], thief);
  });
}

test("Links and codes that were mailed before a new password do not work after it (PW-04)", async () => {
  const world = openPasswords();
  await world.register();
  const thief = world.visitor();
  await world.ask(ADA, thief);
  const signIn = world.mails.at(-1)!;
  await world.forget(thief);
  const reset = world.mails.at(-1)!;
  const page = await world.browser.open(`${APP}/auth/password`);
  await page.submit("/auth/password", { current: GOOD, password: BETTER });
  const linked = await (await thief.open(signIn.url)).submit("/auth/callback/email", {});
  assert.match(linked.url, /\/auth\/error\?error=Verification/);
  const chosen = await (await thief.open(reset.url)).submit("/auth/callback/password", { password: GOOD });
  assert.match(chosen.url, /\/auth\/error\?error=Verification/);
  assert.equal(await world.sessionIn(thief), null);
  // The next one works.
  await world.ask(ADA, thief);
  await world.follow(thief);
  assert.ok(await world.sessionIn(thief));
});

test("Claims of the browser that callbacks.jwt copies do not make a session outlive its generation (SE-25)", async () => {
  const world = openPasswords({
    session: { strategy: "jwt" },
    callbacks: {
      jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, ...session } : token,
    },
  });
  await world.register();
  const thief = world.visitor();
  await world.enter(GOOD, thief);
  const { csrfToken } = await (await thief.fetch(`${APP}/auth/csrf`)).json();
  const data = { gen: 9_000_000, gen_sub: "somebody" };
  const headers = { "content-type": "application/json" };
  await thief.fetch(`${APP}/auth/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ csrfToken, data }),
  });
  assert.ok(await world.sessionIn(thief));
  const page = await world.browser.open(`${APP}/auth/password`);
  await page.submit("/auth/password", { current: GOOD, password: BETTER });
  assert.equal(await world.sessionIn(thief), null);
});

test("Password() refuses an adapter whose sessions a new password could not end (PW-04)", async () => {
  const { deleteSessionsByUserId: _, ...older } = Memory();
  const world = openPasswords({ adapter: older });
  assert.equal((await world.browser.fetch(`${APP}/auth/csrf`)).status, 500);
  assert.match(world.log(), /the adapter has no `deleteSessionsByUserId`/);
  const tokens = openPasswords({ adapter: older, session: { strategy: "jwt" } });
  await tokens.register();
});

test("What an application does with a mail gets no password, neither the new one nor the current one", async () => {
  const bodies: string[] = [];
  const world = openPasswords({
    email: {
      mails: "both",
      sendVerificationRequest: async ({ request }) => void bodies.push(await request.text()),
    },
  });
  await world.signUp();
  assert.equal(bodies.length, 1);
  assert.doesNotMatch(bodies[0]!, /lovely|password/);
});

test("callbacks.signIn is asked before each mail about a password", async () => {
  const asked: unknown[] = [];
  const world = openPasswords({
    callbacks: { signIn: ({ user, email }) => (asked.push([user.email, email]), user.email === ADA) },
  });
  await world.forget();
  await world.signUp();
  for (
    const visit of [
      world.forget,
      (visitor = world.browser) => world.signUp({ email: "mallory@evil.example" }, visitor),
    ]
  ) {
    const sent = world.mails.length;
    const page = await visit(world.visitor(), "mallory@evil.example");
    assert.match(page.url, /\/auth\/error\?error=AccessDenied/);
    assert.equal(world.mails.length, sent);
  }
  assert.deepEqual(asked[0], [ADA, { verificationRequest: true }]);
});

test("A user signs in with the address as they type it, in the form that the provider of mail gives it", async () => {
  const world = openPasswords({
    email: { normalizeIdentifier: (address) => address.trim().toLowerCase().replace(/\+.*@/, "@") },
  });
  await world.register();
  await world.post("signout");
  assert.equal(
    (await world.enter(GOOD, world.browser, "Ada+shop@example.com")).url,
    `${APP}/home`,
    world.log(),
  );
  await assertSignedIn(world, ADA);
});

test("A script that posts a bad password with a link gets the address of the page, and the link still works", async () => {
  const world = openPasswords();
  await world.signUp();
  const { token } = world.mails[0]!;
  const phone = world.visitor();
  const { csrfToken } = await (await phone.fetch(`${APP}/auth/csrf`)).json();
  const post = async (password: string) => {
    const body = new URLSearchParams({ csrfToken, token, email: ADA, password });
    const headers = { "x-auth-return-redirect": "1" };
    const answer = await phone.fetch(`${APP}/auth/callback/password`, { method: "POST", headers, body });
    return (await answer.json()).url as string;
  };
  const refused = await post("short");
  assert.match(refused, /\/auth\/callback\/password\?.*error=TooShort/);
  assert.match((await phone.open(refused)).text, /That password is too short/);
  await post(GOOD);
  assert.equal((await world.sessionIn(phone))?.user.email, ADA);
});

test("A sign-up that a stranger has begun does not reach the account that its owner has made by mail since (PW-01)", async () => {
  const world = openPasswords();
  const stranger = world.visitor();
  const waiting = await world.signUp({ password: BETTER }, stranger);
  const { code } = world.mails.at(-1)!;
  await world.ask();
  await world.follow();
  await assertSignedIn(world, ADA);
  // The owner reads it to whoever asks. A wrong one tells nothing of the account.
  const wrong = await waiting.submit("/auth/callback/password", { code: "00000000" });
  assert.match(wrong.url, /error=InvalidCode/);
  const late = await wrong.submit("/auth/callback/password", { code });
  await assertFailed(world, late, ["error", "Verification"], stranger);
  const { id } = (await world.db.users())[0]!;
  assert.equal((await world.db.adapter.rows.find("security", { userId: id }))?.passwordHash ?? null, null);
  // The link, which only the mailbox has, asks for a new password.
  const other = openPasswords();
  await other.signUp();
  const link = other.mails.at(-1)!.url;
  const phone = other.visitor();
  await other.ask(ADA, phone);
  await other.follow(phone);
  assert.match((await other.browser.open(link)).text, /Choose a password/);
});
