/**
 * A ban beside every other capability: whatever its user has begun, in whatever tab, comes to nothing (ADM-01).
 *
 * @module
 */

import assert from "node:assert/strict";
import { AccessTokens } from "../../src/entries/access_tokens.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { AnonymousUsers } from "../../src/entries/anonymous_users.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { EmailChange } from "../../src/entries/email_change.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { watchGoingOn } from "../../src/platform/going_on.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type ActingWorld, openActing } from "./_acting.ts";
import { functionsOf, GIVEN, PATHS } from "./_everything.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { type Person, toPerson } from "./_passkeys.ts";
import { testForms, testManyForms } from "./_password_forms.ts";
import { codeAt, proveMailbox, secretIn } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { namesOf } from "./_user_names.ts";
import { APP, oauth2 } from "./_world.ts";

/** A world with every capability that users meet, in which Ada has signed up, and has an account of a provider. */
async function openAll(strategy: "database" | "jwt"): Promise<ActingWorld> {
  const world = await openActing({
    url: APP,
    session: { strategy, revocationDelay: 0 },
    oauth: { verifiedEmail: true },
    more: (idp) => [Passkey(), oauth2(idp, { id: "other", name: "Other" })],
    email: { notices: true },
    features: [
      ActivityLog(),
      DataExport(),
      EmailChange(),
      UserProfile(),
      UserNames(),
      AccountDeletion({ erase() {} }),
      AccessTokens(),
      AnonymousUsers(),
      SecondFactor({ rememberFor: 30 * 86_400 }),
    ],
  });
  world.idp.login({ sub: "ada", email: ADA, email_verified: true });
  await follow(world.adas, await send(world.adas, "signin/idp", { link: "true" }));
  assert.equal((await world.db.adapter.listAccountsByUserId(world.ada)).length, 1, world.log());
  return world;
}

/** Opens where an answer leads. */
const follow = async (browser: Browser, { headers }: Response) =>
  await browser.open(headers.get("location")!);

/** The code of an app now. */
const codeOf = ({ platform }: ActingWorld, secret: string) =>
  codeAt(secret, Math.floor(platform.now() / 30_000));

/** Answers a second step. */
async function answer(page: Page, fields: Readonly<Record<string, string>>, browser: Browser) {
  const question = new URL(page.url).searchParams.get("question")!;
  return await follow(
    browser,
    await send(browser, "second-factor", { callbackUrl: "/home", question, ...fields }),
  );
}

/** Registers a passkey of Ada. */
async function addPasskey({ adas }: ActingWorld): Promise<Person> {
  const person = toPerson(adas, "passkey");
  const { options } = await person.ask({ action: "register" });
  await person.answer("register", await person.authenticator.create(options), { link: "true" });
  return person;
}

/** Opens the set-up of Ada's second factor. Returns the page, and the secret on it. */
async function openFactor({ adas, mails }: ActingWorld) {
  const page = await proveMailbox(await adas.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`), {
    mails,
  });
  return { page, secret: secretIn(page) };
}

/** Turns it on, and enters the password elsewhere. Returns the page of the second step there. */
async function enterFirst(world: ActingWorld) {
  const { page, secret } = await openFactor(world);
  await page.submit("/auth/second-factor-setup", { code: codeOf(world, secret) });
  const browser = world.visitor();
  const second = await world.enter(GOOD, browser);
  assert.match(second.url, /second-factor/, world.log());
  world.platform.tick(30);
  return { browser, second, code: () => codeOf(world, secret) };
}

/** Where something goes on, and how. */
interface Begun {
  readonly browser: Browser;
  /** Goes on. */
  end(): Promise<unknown>;
}

/** What is begun before a ban, and goes on after it, in a browser that knows nothing, or in a tab of Ada's. */
const BEGUN: Readonly<Record<string, (world: ActingWorld) => Begun | Promise<Begun>>> = {
  async "a link by email"(world) {
    const browser = world.visitor();
    await world.ask(ADA, browser);
    const { url } = world.mails.at(-1)!;
    return { browser, end: async () => await (await browser.open(url)).submit("/auth/callback/email") };
  },
  async "a code by email"(world) {
    const browser = world.visitor();
    const page = await world.ask(ADA, browser);
    const { code } = world.mails.at(-1)!;
    return { browser, end: () => page.submit("/auth/callback/email", { code }) };
  },
  async "an email for a new password"(world) {
    const browser = world.visitor();
    const page = await world.forget(browser);
    const { code } = world.mails.at(-1)!;
    return { browser, end: () => page.submit("/auth/callback/password", { code, password: BETTER }) };
  },
  async "a visit to the provider"(world) {
    const browser = world.visitor();
    const to = (await send(browser, "signin/idp", {})).headers.get("location")!;
    return { browser, end: () => browser.open(to) };
  },
  async "a passkey that was asked for"(world) {
    const { authenticator } = await addPasskey(world);
    const visitor = { ...toPerson(world.visitor(), "passkey"), authenticator };
    const { options } = await visitor.ask({ action: "authenticate" });
    const answer = await authenticator.get(options);
    return { browser: visitor.browser, end: () => visitor.answer("authenticate", answer) };
  },
  async "a second step"(world) {
    const { browser, second, code } = await enterFirst(world);
    return { browser, end: () => answer(second, { code: code() }, browser) };
  },
  async "a browser that needs no second step"(world) {
    const { browser, second, code } = await enterFirst(world);
    await answer(second, { code: code(), remember: "true" }, browser);
    await send(browser, "signout", {});
    return { browser, end: () => world.enter(GOOD, browser) };
  },
  async "an account that is being linked"(world) {
    const to = (await send(world.adas, "signin/other", { link: "true" })).headers.get("location")!;
    return { browser: world.adas, end: () => world.adas.open(to) };
  },
  async "a passkey that is being added"({ adas }) {
    const person = toPerson(adas, "passkey");
    const { options } = await person.ask({ action: "register" });
    const made = await person.authenticator.create(options);
    return { browser: adas, end: () => person.answer("register", made, { link: "true" }) };
  },
  async "a second factor that is being set up"(world) {
    const { page, secret } = await openFactor(world);
    const end = () => page.submit("/auth/second-factor-setup", { code: codeOf(world, secret) });
    return { browser: world.adas, end };
  },
  async "a new address"(world) {
    await send(world.adas, "account", { action: "change-email", email: "new@example.com" });
    const { purpose, url } = world.mails.at(-1)!;
    assert.equal(purpose, "emailChange", world.log());
    return {
      browser: world.adas,
      end: async () => await (await world.adas.open(url)).submit("/auth/account"),
    };
  },
  "a question before the account is deleted"({ adas }) {
    const fields = { action: "delete-account", confirm: ADA };
    return { browser: adas, end: () => send(adas, "account", fields) };
  },
  "a new password"({ adas }) {
    return { browser: adas, end: () => send(adas, "password", { current: GOOD, password: BETTER }) };
  },
  "a new user name"({ adas }) {
    return {
      browser: adas,
      end: () => send(adas, "account", { action: "change-username", username: "byron" }),
    };
  },
  async "a user name at the sign-in"(world) {
    const browser = world.visitor();
    assert.equal(await namesOf(world).set(world.ada, "lovelace"), null);
    return { browser, end: () => world.enter(GOOD, browser, "lovelace") };
  },
  async "a visitor who signs in"(world) {
    const browser = world.visitor();
    await world.see(browser, "anonymousUsers.signIn");
    assert.ok(await world.sessionIn(browser), world.log());
    const to = (await send(browser, "signin/idp", {})).headers.get("location")!;
    return { browser, end: () => browser.open(to) };
  },
};

/** What is stored about Ada, but for what she did. */
async function stored({ db, ada: id }: ActingWorld): Promise<string> {
  const { rows } = db.adapter;
  const factor = await rows.find("secondFactors", { userId: id });
  return JSON.stringify([
    await db.adapter.getUser(id),
    await db.adapter.listAccountsByUserId(id),
    (await db.adapter.listAuthenticatorsByUserId(id)).map(({ credentialID }) => credentialID),
    await rows.find("security", { userId: id }),
    [factor?.enabledAt, factor?.recoveryCodes],
    await rows.find("deletions", { userId: id }),
    await rows.find("userNames", { key: "lovelace" }),
    await rows.find("userNames", { key: "byron" }),
  ]);
}

for (const strategy of ["database", "jwt"] as const) {
  testManyForms(`What was begun before a ban comes to nothing after it: ${strategy} (ADM-01)`, async () => {
    for (const [what, begin] of Object.entries(BEGUN)) {
      // Without the ban, each of them does something: else nothing would be tried here.
      for (const isBanned of strategy === "jwt" ? [true] : [true, false]) {
        const ended = watchGoingOn();
        const world = await openAll(strategy);
        const { browser, end } = await begin(world);
        const old = await world.sessionIn(browser);
        if (isBanned) await world.administration.banUser(world.ada);
        const before = await stored(world);
        await end().catch(() => {});
        const user = (await world.sessionIn(browser))?.user;
        const isChanged = await stored(world) !== before;
        // What fails is written when the answer is gone.
        world.platform.tick(60);
        await ended();
        if (!isBanned) assert.ok(isChanged || user?.email === ADA && !old, `${what}: ${world.log()}`);
        else assert.deepEqual([isChanged, user?.email ?? null], [false, null], `${what}: ${world.log()}`);
      }
    }
  });

  testForms(`A browser of somebody who is banned is that of a stranger: ${strategy} (ADM-01)`, async () => {
    const ended = watchGoingOn();
    const world = await openAll(strategy);
    const { ada, adas, see, administration } = world;
    await administration.banUser(ada);
    for (const name of functionsOf(world.config as AuthConfig)) {
      const params = name.startsWith("administration") ? [ada, { reason: "x" }] : [GIVEN];
      const [hers, theirs] = [await see(adas, name, ...params), await see(world.visitor(), name, ...params)];
      // Visitors get a user, and its id, each for themselves.
      const toText = (value: unknown) => JSON.stringify(value).replaceAll(/[0-9a-f-]{36}/g, "id");
      assert.equal(toText(hers), toText(theirs), name);
      if (hers.session) await send(adas, "signout", {});
    }
    const before = [await stored(world), ...await world.db.users()];
    for (const [path, methods] of PATHS) {
      if (methods.includes("POST")) {
        const { status } = await send(adas, path, { ...GIVEN, link: "true", code: "123456" });
        assert.ok(status < 500, `${path}: ${status} ${world.log()}`);
      }
      const page = await adas.open(`${APP}/auth/${path}?callbackUrl=/home`);
      assert.ok(page.status < 500 && !page.text.includes(ADA), `${path}: ${page.url} ${page.text}`);
    }
    world.platform.tick(60);
    await ended();
    assert.deepEqual([await stored(world), ...await world.db.users()], before);
  });
}
