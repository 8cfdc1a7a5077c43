/**
 * A world with second factors: passwords that the library keeps, an OAuth provider, mails, and an authenticator app.
 *
 * Take `openFactors()` for all tests of `SecondFactor`, and define them with `testForms()` of `_password_forms.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { SecondFactorOptions } from "../../src/features/second_factor/options.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADA, BETTER, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";

/** The address of another user. */
export const BOB = "bob@example.com";

/** What a user gets who turns the second factor on. */
export interface Kit {
  /** Secret of the authenticator app, in base32. */
  readonly secret: string;
  /** Ten recovery codes. */
  readonly codes: readonly string[];
}

/** A world with second factors. */
export interface FactorWorld extends PasswordWorld {
  /** The code that an authenticator app shows. @param steps How many time steps from now. Default: 0. */
  code(kit: Pick<Kit, "secret">, steps?: number): string;
  /** Turns the second factor on in a browser that is signed in, with the pages of the library. */
  turnOn(browser?: Browser): Promise<Kit>;
  /** Sets the second factor up on the page that is shown, after the proof of the mailbox if it asks for that. */
  setUp(page: Page): Promise<{ readonly kit: Kit; readonly page: Page }>;
  /** Waits until the app shows another code. */
  nextCode(kit: Pick<Kit, "secret">): string;
  /** Registers Ada with a password, turns her second factor on, and signs out. */
  registerWithFactor(): Promise<Kit>;
  /** Answers the second step that a page asks for, with a field that the page may have in another form. */
  answer(page: Page, fields: Readonly<Record<string, string>>, browser?: Browser): Promise<Page>;
  /** Signs out. */
  signOut(browser?: Browser): Promise<void>;
}

/** Opens one. */
export function openFactors(
  { secondFactor = true, features = [], email, ...options }:
    & NonNullable<Parameters<typeof openPasswords>[0]>
    & {
      readonly secondFactor?: boolean | SecondFactorOptions;
    } = {},
): FactorWorld {
  const own = secondFactor ? [SecondFactor(secondFactor === true ? {} : secondFactor)] : [];
  const world = openPasswords({
    ...options,
    email: { notices: true, ...email },
    features: [...features, ...own],
  });
  const { browser, platform } = world;
  const code = ({ secret }: Pick<Kit, "secret">, steps = 0) =>
    codeAt(secret, Math.floor(platform.now() / 30_000) + steps);
  const self: FactorWorld = {
    ...world,
    code,
    nextCode(kit) {
      platform.tick(30);
      return code(kit);
    },
    async setUp(page) {
      assert.match(page.url, /\/auth\/second-factor-setup/, `${page.text}\n${world.log()}`);
      const shown = await proveMailbox(page, world);
      const secret = secretIn(shown);
      const done = await shown.submit("/auth/second-factor-setup", { code: code({ secret }) });
      return { kit: { secret, codes: codesIn(done) }, page: done };
    },
    async turnOn(visitor = browser) {
      const page = await visitor.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
      const { kit } = await self.setUp(page);
      return kit;
    },
    async registerWithFactor() {
      await world.register();
      const kit = await self.turnOn();
      await self.signOut();
      platform.tick(30);
      return kit;
    },
    async answer(page, fields, visitor = browser) {
      const { searchParams } = new URL(page.url);
      const question = searchParams.get("question");
      const callbackUrl = searchParams.get("callbackUrl") ?? "/home";
      const all = { callbackUrl, ...question && { question }, ...fields };
      const response = await send(visitor, "second-factor", all);
      const to = response.headers.get("location");
      assert.ok(to, `${response.status} ${await response.text()} ${world.log()}`);
      return await visitor.open(to);
    },
    async signOut(visitor = browser) {
      await (await visitor.open(`${APP}/auth/signout`)).submit("/auth/signout");
    },
  };
  return self;
}

/** Opens a world that demands second factors, in which Ada is registered with a password, and without a second factor. */
export async function openRequired(options: Parameters<typeof openFactors>[0] = {}): Promise<FactorWorld> {
  const before = openFactors({ secondFactor: false });
  await before.register();
  return openFactors({ adapter: before.db.adapter, secondFactor: { required: true }, ...options });
}

/** The stored second factor of a user. Default: of Ada, or of the first user. */
export async function factorOf({ db }: Pick<PasswordWorld, "db">, userId?: string) {
  const user = userId ?? ((await db.adapter.getUserByEmail(ADA)) ?? (await db.users())[0])!.id;
  return await db.adapter.rows.find("secondFactors", { userId: user });
}

/** Whether a user has a second factor on. */
export async function isFactorOn(world: Pick<PasswordWorld, "db">, userId?: string): Promise<boolean> {
  return Boolean((await factorOf(world, userId))?.enabledAt);
}

/** Opens the page of the set-up in a browser that is signed in, with the mailbox proven. */
export async function openSetup(world: FactorWorld, browser = world.browser): Promise<Page> {
  const page = await browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
  return await proveMailbox(page, world);
}

/** Sends the code of the app whose secret a page shows. */
export async function submitApp(world: Pick<FactorWorld, "code">, page: Page): Promise<Page> {
  return await page.submit("/auth/second-factor-setup", { code: world.code({ secret: secretIn(page) }) });
}

/** Registers Bob in a browser of his own, where he stays signed in. */
export async function registerBob(world: FactorWorld, browser: Browser = world.visitor()): Promise<Browser> {
  const page = await world.signUp({ email: BOB, password: BETTER }, browser);
  await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  return browser;
}

/** Signs out everywhere else on the account page. */
export async function signOutOthers(browser: Browser): Promise<void> {
  const done = await send(browser, "account", { action: "sign-out-others" });
  assert.match(done.headers.get("location")!, /done=/);
}

/** Says that the password from before is someone else's, if a page asks. */
export async function disownPassword(page: Page): Promise<Page> {
  return page.html.includes('name="current"')
    ? await page.submit("/auth/keep-password", { choice: "never" })
    : page;
}

/** Opens a mailed link, and says that password and second factor are someone else's. @param url Default: the newest. */
export async function disown(world: FactorWorld, browser: Browser, url?: string): Promise<void> {
  const page = await disownPassword(url ? await browser.open(url) : await world.follow(browser));
  if (page.url.includes("/second-factor?")) await world.answer(page, { choice: "never" }, browser);
}

/** Types the code of the mail, if the page asks for it first. */
export async function proveMailbox(page: Page, { mails }: Pick<PasswordWorld, "mails">): Promise<Page> {
  if (!page.html.includes('name="mailCode"')) return page;
  return await page.submit("/auth/second-factor-setup", { mailCode: mails.at(-1)!.code });
}

/** Stores a passkey of the only user, without the ceremony. @returns The id of the user. */
export async function addPasskey({ db }: Pick<PasswordWorld, "db">): Promise<string> {
  const [user] = await db.users();
  const { id: userId } = user!;
  await db.adapter.createAuthenticator!({
    credentialID: "key",
    userId,
    providerAccountId: "key",
    credentialPublicKey: "",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: null,
  });
  return userId;
}

/** The secret that the page shows in groups of four. */
export function secretIn({ html }: Page): string {
  const [, shown] = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(html) ?? [];
  assert.ok(shown, html);
  return shown.replaceAll(" ", "");
}

/** The recovery codes that the page shows. */
export function codesIn({ html }: Page): readonly string[] {
  return html.match(/(?<=>)[0-9A-HJKMNP-TV-Z]{6}(-[0-9A-HJKMNP-TV-Z]{6}){3}(?=<)/g) ?? [];
}

/** The code of a time step, as RFC 6238 says it. */
export function codeAt(secret: string, step: number): string {
  const bits = Array.from(
    secret,
    (letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
