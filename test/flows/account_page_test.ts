/**
 * The account page in a browser without a script: plain forms and links.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutRows } from "../_with_rows.ts";
import { AGENTS, openAccount, REFUSED, STORES } from "./_account_page.ts";
import { type DatabaseOptions, ReferenceAdapter } from "./_database.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { EmailChange } from "../../src/entries/email_change.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import type { CredentialsConfig, EmailConfig, VerificationRequest } from "../../src/model/provider.ts";
import { APP, oauth2, open, openPlain } from "./_world.ts";
import { chosen } from "../_short.ts";

const PAGE = `${APP}/auth/account`;

for (const [how, adapter] of Object.entries(STORES)) {
  test(`The message about a passkey names the one that was added last, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    for (let i = 0; i < 6; i++) {
      world.platform.tick(1);
      await world.addPasskey();
    }
    const { passkeys } = await world.data();
    const times = passkeys!.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted());
    world.agent = AGENTS.safari;
    world.platform.tick(1);
    await world.addPasskey();
    assert.match(
      (await world.browser.open(`${PAGE}?done=added`)).html,
      /role="status".*<b>Safari on iPhone<\/b> It was added/s,
    );
  });

  test(`A user adds and removes an account on the account page, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    const first = await world.browser.open(PAGE);
    assert.match(first.text, /Your account Ada Lovelace ada@example\.com Add another/);
    assert.match(first.text, /Fake ada@example\.com Added today/);
    assert.match(first.text, /This is your only way to sign in/);
    const adding = await first.follow("Add another way to sign in");
    assert.doesNotMatch((await adding.follow("Cancel")).text, /It was added/);
    world.idp.login({ sub: "ada-other", name: "Ada King", email: "ada@other.example" });
    const added = await adding.submit("/auth/signin/other");
    assert.equal(added.url.split("&")[0], `${PAGE}?done=added`, world.log());
    assert.match(added.text, /Other It was added/);
    assert.match(added.text, /Other ada@other\.example Added today/);
    assert.match(
      added.text,
      /Remove Fake \(ada@example\.com\) You won't .* You can still sign in with: Other\. You'll be signed out/,
    );
    const security = await added.follow("Security");
    assert.equal(security.url, `${PAGE}/security`);
    assert.doesNotMatch(security.text, /Where you're signed in/);
    const removed = await security.submit("Remove Fake");
    assert.equal(removed.url, `${PAGE}/security?done=removed&of=idp`);
    assert.match(removed.text, /Fake It was removed/);
    assert.doesNotMatch(removed.text, /Fake ada@example\.com/);
    assert.match(removed.text, /This is your only way to sign in/);
  });

  test(`A user signs other browsers out on the account page, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    world.agent = AGENTS.safari;
    const [phone, tablet] = [await world.elsewhere(), await world.elsewhere()];
    const page = await world.browser.open(PAGE);
    assert.match(page.text, /Firefox on Linux This browser Signed in just now/);
    assert.match(page.text, /Safari on iPhone Last used today Signed in \w+ \d+, \d+, \d+:\d+ [AP]M UTC/);
    const after = await page.submit("Sign out");
    assert.match(after.text, /That browser was signed out/);
    const sessions = [await world.sessionIn(phone), await world.sessionIn(tablet)];
    assert.equal(sessions.filter(Boolean).length, 1);
    const alone = await after.submit("Sign out everywhere else");
    assert.match(alone.text, /You're signed out everywhere else/);
    assert.deepEqual([await world.sessionIn(phone), await world.sessionIn(tablet)], [null, null]);
    assert.doesNotMatch(alone.text, /Safari|Sign out everywhere else/);
  });

  test(`A user who signs out on the account page reads that nobody is signed in, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    const asked = await (await world.browser.open(`${PAGE}?ui_locales=de`)).follow("Abmelden");
    const stay = await asked.follow("Angemeldet bleiben");
    assert.equal(stay.url.split("?")[0], PAGE);
    const gone = await asked.submit("Abmelden");
    assert.equal(gone.url, `${APP}/auth/signout?ui_locales=de`);
    assert.match(gone.text, /Sie sind abgemeldet/);
    assert.equal(await world.session(), null);
  });

  test(`A user renames and removes a passkey on the account page (AC-17), ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    await world.addPasskey();
    const page = await world.browser.open(PAGE);
    assert.match(page.text, /Firefox on Linux Passkey Added today/);
    const renamed = await page.submit("Save", { name: "My laptop" });
    assert.match(renamed.text, /My laptop The name was saved/);
    assert.match(renamed.text, /My laptop Passkey Added today/);
    const removed = await renamed.submit("Remove My laptop");
    assert.match(removed.text, /Passkey It was removed/);
    assert.doesNotMatch(removed.text, /My laptop/);
    // What the page says is in no URL.
    const forged = await world.browser.open(`${PAGE}/devices?done=removed&of=You+won`);
    assert.match(forged.text, /It was removed/);
    assert.doesNotMatch(forged.text, /You won/);
  });
}

test("The account page recommends one thing, until the user puts it away in this browser", async () => {
  const world = await openAccount();
  const [ONE_WAY, PASSKEY] = [/You have only one/, /Your fingerprint, face or PIN signs you in/];
  const recommended = (text: string) => [ONE_WAY, PASSKEY].map((advice) => advice.test(text));
  const page = await world.browser.open(PAGE);
  assert.deepEqual(recommended(page.text), [true, false], "the most valuable");
  assert.deepEqual(recommended((await world.browser.open(`${PAGE}/security`)).text), [false, false]);
  const away = await page.submit("Not now");
  assert.deepEqual(recommended(away.text), [false, false], "the next one comes with the next visit");
  const next = await world.browser.open(PAGE);
  assert.deepEqual(recommended(next.text), [false, true]);
  await next.submit("Not now");
  assert.deepEqual(recommended((await world.browser.open(PAGE)).text), [false, false]);
  assert.deepEqual(recommended((await (await world.elsewhere()).open(PAGE)).text), [true, false]);
  assert.deepEqual(await world.change({ action: "dismiss", id: "a.b" }), REFUSED("NotFound"));
  // Each user of the same browser puts away their own, and of four the last are remembered.
  const enter = async (sub: string) => {
    await world.post("signout");
    world.idp.login({ sub, name: sub, email: `${sub}@example.com` });
    await world.signIn();
    return await world.browser.open(PAGE);
  };
  for (const sub of ["grace", "edith", "joan"]) {
    const other = await enter(sub);
    assert.deepEqual(recommended(other.text), [true, false], sub);
    await other.submit("Not now");
  }
  assert.deepEqual(recommended((await enter("ada")).text), [false, false]);
  await (await enter("mary")).submit("Not now");
  assert.deepEqual(recommended((await enter("grace")).text), [false, true]);
  assert.deepEqual(recommended((await enter("ada")).text), [true, false]);
});

test("A user who suspects a thief has all that ends it on one page, sessions first, and returns there after each step", async () => {
  const world = await openAccount({ features: [UserProfile(), EmailChange(), DataExport()] });
  const thief = await world.elsewhere();
  const devices = await world.browser.open(`${PAGE}/devices`);
  const secure = await devices.follow("Don't recognize something?");
  assert.equal(secure.url, `${PAGE}/secure`);
  assert.match(
    secure.text,
    /Secure your account If something here isn't yours, .*Where you're signed in .*Email address .*Ways to sign in/,
  );
  assert.doesNotMatch(secure.text, /Don't recognize|About you|A copy of your data/);
  const ended = await secure.submit("Sign out everywhere else");
  assert.match(ended.url, /\/account\/secure\?done=signed-out-others/);
  assert.match(ended.text, /You're signed out everywhere else/);
  assert.equal(await world.sessionIn(thief), null);
});

test("GET account leads to the sign-in page and back if no one is signed in", async () => {
  const world = await openAccount();
  const stranger = world.visitor();
  const page = await stranger.open(PAGE);
  assert.equal(page.url, `${APP}/auth/signin?callbackUrl=${encodeURIComponent(PAGE)}`);
  world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
  assert.equal((await page.submit("/auth/signin/idp")).url, PAGE);
});

test("GET account and account-data show what there is with tokens, without a database and with an adapter of Auth.js", async () => {
  const tokens = await openAccount({ session: { strategy: "jwt" } });
  const old = await openAccount({
    session: { strategy: "jwt" },
    adapter: withoutRows(Memory()),
  });
  const plain = openPlain();
  await plain.signIn();
  const older = await openAccount({ adapter: new ReferenceAdapter(), more: () => [] });
  // What cannot be listed, and why.
  const listed = async ({ data }: typeof tokens) => {
    const { accounts, passkeys, sessions, unavailable } = await data();
    return [accounts?.length, passkeys?.length, sessions?.length, unavailable];
  };
  assert.ok((await tokens.data()).isFresh);
  assert.deepEqual(await listed(tokens), [1, 0, undefined, { sessions: "token-sessions" }]);
  const adapter = "adapter";
  assert.deepEqual(await listed(older), [undefined, undefined, undefined, {
    accounts: adapter,
    removal: adapter,
    sessions: adapter,
    signOutOthers: adapter,
  }]);
  const data = await (await plain.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.deepEqual([data.user.email, data.accounts, data.passkeys, data.sessions], [
    "ada@example.com",
    null,
    null,
    null,
  ]);
  assert.deepEqual(data.unavailable, {
    accounts: "no-database",
    removal: "no-database",
    sessions: "token-sessions",
    signOutOthers: "token-sessions",
  });
  const texts = await Promise.all(
    [old, plain, older, tokens].map(async ({ browser }) => (await browser.open(PAGE)).text),
  );
  for (const text of texts) assert.match(text, /Your account Ada Lovelace ada@example\.com/);
  assert.match(texts[0]!, /Ways to sign in.*we can't list other browsers/);
  assert.match(texts[1]!, /we can't list other browsers/);
  assert.doesNotMatch(texts[1]!, /Ways to sign in|Remove|Add another/);
  assert.doesNotMatch(texts[2]!, /Ways to sign in|Where you're signed in|Remove/);
  assert.match(
    texts[3]!,
    /Ways to sign in.*Where you're signed in Don't recognize something\? Sign out everywhere else/,
  );
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`The account page names the user whose data it has, also if the session describes another one (${strategy})`, async () => {
    const other = { id: "2", name: "Grace Hopper", email: "grace@example.com", image: null };
    const world = await openAccount({
      session: { strategy },
      callbacks: { session: ({ session }) => ({ ...session, user: other }) },
    });
    assert.equal((await world.session())?.user?.name, other.name);
    const page = await world.browser.open(PAGE);
    assert.match(page.text, /Your account Ada Lovelace/);
    assert.doesNotMatch(page.text, /grace/i);
    assert.equal((await world.data()).user.name, "Ada Lovelace");
  });
}

test("The account page names the user without a database, also if the application gives them an id of its own", async () => {
  const world = openPlain({
    callbacks: { session: ({ session }) => ({ ...session, user: { ...session.user, id: "customer-7" } }) },
  });
  await world.signIn();
  const page = await world.browser.open(PAGE);
  assert.match(page.text, /Your account Ada Lovelace/, world.log());
});

test("GET account leads to the mail that verifies the own address, until it is verified", async () => {
  const [adapter, mails] = [Memory(), [] as VerificationRequest[]];
  const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null };
  await adapter.createUser(user);
  const mail: EmailConfig = {
    ...{ id: "email", name: "Email", type: "email" },
    sendVerificationRequest: (request) => void mails.push(request),
  };
  const password: CredentialsConfig = {
    ...{ id: "password", name: "Password", type: "credentials", credentials: {} },
    authorize: () => user,
  };
  const world = open({ adapter, providers: () => [mail, password] });
  await world.post("callback/password");
  const adding = await (await world.browser.open(PAGE)).follow("Add another way to sign in");
  await adding.submit("/auth/signin/email", { email: "ada@example.com" });
  const account = await world.browser.open(mails[0]!.url);
  assert.match(account.text, /Email It was added/, world.log());
  assert.match(account.text, /Email ada@example\.com Confirmed today/);
  assert.doesNotMatch(account.text, /Add another way to sign in/);
});

test("GET account shows the picture of each provider that the user has an account at, and of no other", async () => {
  const style = { brandColor: "#123456" };
  const more: Exclude<DatabaseOptions["more"], undefined> = (idp) => [
    oauth2(idp, { id: "other", name: "Other", style }),
    oauth2(idp, { id: "third", name: "Third", style }),
  ];
  const world = await openAccount({ more });
  await world.addOther();
  const { html } = await world.browser.open(PAGE);
  assert.deepEqual(html.match(/<span class="tile[^<]*/g), [
    '<span class="tile p0" aria-hidden="true">F',
    '<span class="tile p1" aria-hidden="true">O',
  ]);
  assert.match(html, /\.p1\{background:#123456;/);
  assert.doesNotMatch(html, /\.p2\{/);
});

test("GET account is private, and lets nothing frame it or load but its own scripts", async () => {
  const world = await openAccount();
  const { headers } = await world.browser.open(PAGE);
  assert.match(headers.get("cache-control")!, /no-store/);
  assert.equal(headers.get("x-frame-options"), "DENY");
  const policy = headers.get("content-security-policy")!;
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+' https:\/\/app\.test\/auth/,
  );
});

test("The account page keeps ui_locales: in its forms, at the sign-in and the sign-out page, and after a change", async () => {
  const messages = { cy: { account: { heading: "Eich cyfrif" }, signIn: { heading: "Mewngofnodi" } } };
  const world = await openAccount({ messages });
  await world.addOther();
  const page = await world.browser.open(`${PAGE}?ui_locales=cy`);
  const forms = [...page.html.matchAll(/<form\b.*?<\/form>/gs)];
  assert.ok(forms.length > 2);
  for (const [form] of forms) assert.match(form, /<input type="hidden" name="ui_locales" value="cy">/);
  for (const link of ["Add another way to sign in", "Sign out"]) {
    assert.match((await page.follow(link)).html, /<html lang="cy"/);
  }
  assert.match(
    (await page.submit("Remove Fake")).html,
    /<html lang="cy".*<h1>Eich cyfrif<\/h1>/s,
  );
  const stranger = await world.visitor().open(`${PAGE}?ui_locales=cy`);
  assert.match(stranger.html, /<html lang="cy".*<h1>Mewngofnodi<\/h1>/s);
});
