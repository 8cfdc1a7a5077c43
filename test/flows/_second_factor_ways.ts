/**
 * All ways to sign in, for a user who has them all and a second factor.
 *
 * Take `openWays()` where it matters which way was the first step.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Credentials } from "../../src/providers/credentials.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { isRead } from "./_is_read.ts";
import { FLAGS } from "./_authenticator.ts";
import { sessionCookie } from "./_database.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { type Person, toPerson } from "./_passkeys.ts";
import { type FactorWorld, type Kit, openFactors } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { APP, oauth2, oidc } from "./_world.ts";

export { send };

/** The page that the user wants, with a query of its own. */
export const WANTED = `${APP}/wanted?page=2&sort=name`;

/** A world in which Ada has every way to sign in. */
export interface WaysWorld extends FactorWorld {
  /** Her second factor. */
  readonly kit: Kit;
  /** Id of Ada. */
  readonly userId: string;
  /** Her authenticator. */
  readonly person: Person;
  /** What the application has been told since the list was emptied. */
  readonly events: string[];
}

/** A way to take the first step, in a browser that knows nothing. Returns the page that it leads to. */
export interface FirstStep {
  readonly name: string;
  /** Methods of the session after the second step. */
  readonly amr: readonly string[];
  /** What the first step writes: nothing but the pending row, and what makes its own proof count once. */
  readonly writes: readonly string[];
  take(world: WaysWorld, browser: Browser): Promise<Page>;
}

/** A security key need not verify its user here. */
const TOUCH = { requireUserVerification: false };

/** The options of `openFactors`. */
export type FactorOptions = NonNullable<Parameters<typeof openFactors>[0]>;

/** Opens a world in which Ada has every way to sign in, and a second factor, and is signed out. */
export async function openWays(options: FactorOptions = {}): Promise<WaysWorld> {
  const events: string[] = [];
  const emitted = ["signIn", "createUser", "linkAccount", "updateUser", "session", "unlinkAccount"] as const;
  const world = openFactors({
    secondFactor: { rememberFor: 0 },
    experimental: { enableWebAuthn: true },
    events: Object.fromEntries(emitted.map((name) => [name, () => void events.push(name)])),
    ...options,
    more: (idp) => [
      oidc(idp, { id: "openid", name: "OpenID" }),
      oauth2(idp, { id: "dangerous", name: "Same", allowDangerousEmailAccountLinking: true }),
      Credentials({
        id: "typed",
        name: "Typed",
        credentials: { word: { type: "password" } },
        authorize: async ({ word }) => word === "right" ? await world.db.adapter.getUserByEmail(ADA) : null,
        revoke: () => false,
      }),
      WebAuthn({ verifyAuthenticationOptions: TOUCH, verifyRegistrationOptions: TOUCH }),
      ...options.more?.(idp) ?? [],
    ],
  });
  await world.register();
  const { browser, db, idp } = world;
  idp.login({ sub: "ada", name: "Ada", email: ADA });
  await world.signIn({ provider: "idp", link: true });
  await world.signIn({ provider: "openid", link: true });
  const person = toPerson(browser, "webauthn");
  const registered = await person.register({ link: "true" });
  assert.doesNotMatch(registered.headers.get("location")!, /error/, world.log());
  const [user] = await db.users();
  assert.equal((await db.accounts()).length, 3, (await db.accounts()).join());
  const kit = await world.turnOn();
  await world.signOut();
  world.platform.tick(3600);
  events.length = 0;
  return { ...world, kit, userId: user!.id, person, events };
}

/** A page of the library, from which the user goes to the page that they want. */
async function form(browser: Browser, path: string): Promise<Page> {
  return await browser.open(`${APP}/auth/${path}?callbackUrl=${encodeURIComponent(WANTED)}`);
}

async function provider(id: string, sub: string, { idp }: WaysWorld, browser: Browser): Promise<Page> {
  idp.login({ sub, name: "Ada", email: ADA });
  return await (await form(browser, "signin")).submit(`/auth/signin/${id}`);
}

async function mailed({ mails }: WaysWorld, browser: Browser): Promise<Page> {
  const page = await browser.open(mails.at(-1)!.url);
  return page.html.includes("/auth/callback/email") ? await page.submit("/auth/callback/email") : page;
}

async function passkey({ person }: WaysWorld, browser: Browser, flags: number): Promise<Page> {
  const here = { ...toPerson(browser, "webauthn"), authenticator: person.authenticator };
  const { options } = await here.ask({ action: "authenticate", email: ADA });
  const credential = person.authenticator.credentials[0]!;
  const data = await person.authenticator.get(options, { flags, credential });
  const answer = await here.answer("authenticate", data, { callbackUrl: WANTED });
  return await browser.open(answer.headers.get("location")!);
}

const MAIL = ["createVerificationToken", "useVerificationToken"];

/** All ways, but for the passkey that has verified its user. */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    name: "an OAuth account that is linked",
    amr: ["otp", "mfa"],
    writes: [],
    take: (world, browser) => provider("idp", "ada", world, browser),
  },
  {
    name: "an OpenID account that is linked",
    amr: ["otp", "mfa"],
    writes: [],
    take: (world, browser) => provider("openid", "ada", world, browser),
  },
  {
    name: "an account with the same address that would be linked",
    amr: ["otp", "mfa"],
    writes: [],
    // Each time another account, so that each time one would be linked.
    take: (world, browser) => provider("dangerous", `ada-${world.platform.now()}`, world, browser),
  },
  {
    name: "the link of a mail in the browser that asked for it",
    amr: ["otp", "mfa"],
    writes: MAIL,
    async take(world, browser) {
      await (await form(browser, "signin")).submit("/auth/signin/email", { email: ADA });
      return await mailed(world, browser);
    },
  },
  {
    name: "the link of a mail in another browser",
    amr: ["otp", "mfa"],
    writes: MAIL,
    async take(world, browser) {
      await (await form(world.visitor(), "signin")).submit("/auth/signin/email", { email: ADA });
      return await mailed(world, browser);
    },
  },
  {
    name: "the code of a mail",
    amr: ["otp", "mfa"],
    writes: MAIL,
    async take(world, browser) {
      const page = await (await form(browser, "signin")).submit("/auth/signin/email", { email: ADA });
      return await page.submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
    },
  },
  {
    name: "a password that the library keeps",
    amr: ["pwd", "otp", "mfa"],
    writes: [],
    take: async (_world, browser) =>
      await (await form(browser, "signin")).submit("/auth/callback/password", { email: ADA, password: GOOD }),
  },
  {
    name: "a password that the application checks",
    amr: ["otp", "mfa"],
    writes: [],
    take: async (_world, browser) =>
      await (await form(browser, "signin")).submit("/auth/callback/typed", { word: "right" }),
  },
  {
    name: "a passkey that has not verified its user",
    amr: ["otp", "hwk", "user", "mfa"],
    writes: ["createVerificationToken", "updateAuthenticator"],
    take: (world, browser) => passkey(world, browser, FLAGS.userPresent),
  },
  // The last two: they set another password.
  {
    name: "a new password by the code of a mail",
    amr: ["otp", "mfa"],
    writes: MAIL,
    async take(world, browser) {
      const page = await (await form(browser, "forgot-password"))
        .submit("/auth/forgot-password", { email: ADA });
      const { code } = world.mails.at(-1)!;
      return await page.submit("/auth/callback/password", { code, password: BETTER });
    },
  },
  {
    name: "a new password by the link of a mail",
    amr: ["otp", "mfa"],
    writes: MAIL,
    async take(world, browser) {
      await (await form(world.visitor(), "forgot-password"))
        .submit("/auth/forgot-password", { email: ADA });
      const page = await browser.open(world.mails.at(-1)!.url);
      return await page.submit("/auth/callback/password", { password: GOOD });
    },
  },
];

/** The passkey that has verified its user: both steps in one. */
export function verifiedPasskey(world: WaysWorld, browser: Browser): Promise<Page> {
  return passkey(world, browser, FLAGS.userPresent | FLAGS.userVerified);
}

/** The name of the pending sign-in that a page is about. */
export function questionOf({ url }: Pick<Page, "url">): string {
  const question = new URL(url).searchParams.get("question");
  assert.ok(question, `a second step is asked for: ${url}`);
  return question;
}

/** The cookie that names the pending sign-in of a browser. */
export function pendingCookie(browser: Browser): string | null {
  return browser.cookies(APP).find(({ name }) => name === "__Host-latchkey.second-factor")?.value ?? null;
}

/** Puts such a cookie into another browser. */
export function plantCookie(browser: Browser, value: string): void {
  browser.setCookie(APP, `__Host-latchkey.second-factor=${value}; Path=/; Secure`);
}

/** Asserts that every door of the library finds nobody signed in. */
async function assertNobody(world: WaysWorld, browser: Browser, name: string): Promise<void> {
  assert.equal(sessionCookie(browser), undefined, name);
  assert.equal(await world.sessionIn(browser), null, name);
  const { text } = await browser.open(APP);
  assert.match(text, /^"?Nobody is signed in"?$/, `${name}: ${text}`);
  assert.match((await browser.open(`${APP}/auth/account`)).url, /\/auth\/signin/, name);
  const data = await browser.fetch(`${APP}/auth/account-data`);
  assert.deepEqual(await data.json(), { error: "SessionRequired" }, name);
  const updated = await send(browser, "session", { data: "{}" });
  assert.equal(await updated.text(), "null", name);
  for (const path of ["account", "link", "second-factor-setup", "password"]) {
    const fields = { action: "sign-out-others", choice: "link" };
    const to = (await send(browser, path, fields)).headers.get("location");
    assert.match(to ?? "", /\/auth\/signin\?/, `${name}: POST ${path} leads to ${to}`);
  }
  const link = await browser.open(`${APP}/auth/second-factor-setup`);
  assert.match(link.url, /\/auth\/signin/, name);
}

/** Takes the first step, and asserts that it has done nothing but to store the pending row. */
export async function assertFirstStep(world: WaysWorld, step: FirstStep, browser: Browser): Promise<Page> {
  const { db, events, platform } = world;
  platform.tick(1200);
  const before = await storedOf(world);
  events.length = 0;
  db.calls.length = 0;
  const page = await step.take(world, browser);
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/auth/second-factor", `${step.name}: ${page.url}\n${world.log()}`);
  assert.equal(searchParams.get("callbackUrl"), WANTED, step.name);
  const counts = ["count attempts", "remove attempts", "takeBack attempts", "store pendingSignIns"];
  const writes = db.calls.filter((call) => !isRead(call) && !counts.includes(call));
  assert.deepEqual(
    writes.filter((call) => !step.writes.includes(call)),
    [],
    `${step.name} writes ${writes}`,
  );
  assert.equal(db.calls.filter((call) => call === "store pendingSignIns").length, 1, step.name);
  await assertNobody(world, browser, step.name);
  assert.deepEqual(await storedOf(world), before, step.name);
  assert.deepEqual(events, [], step.name);
  return page;
}

/** Takes the second step twice at once, and asserts that it begins one session, at level 2. */
export async function assertSecondStep(
  world: WaysWorld,
  step: FirstStep,
  { browser, page, strategy }: {
    readonly browser: Browser;
    readonly page: Page;
    readonly strategy: "jwt" | "database";
  },
): Promise<void> {
  const question = questionOf(page);
  const cookie = pendingCookie(browser)!;
  const fields = { question, code: world.code(world.kit), callbackUrl: "https://evil.example/" };
  world.events.length = 0;
  const twice = await Promise.all([1, 2].map(() => send(browser, "second-factor", fields)));
  const places = twice.map(({ headers }) => headers.get("location")!);
  assert.equal(
    places.filter((to) => to === WANTED).length,
    1,
    `${step.name}: ${places}\n${world.log()}`,
  );
  const begun = twice.filter(({ headers }) => headers.get("set-cookie")?.includes("session-token="));
  assert.equal(begun.length, 1, step.name);
  assert.equal(world.events.filter((event) => event === "signIn").length, 1, step.name);
  const session = await world.sessionIn<{ aal: number; amr: string[] }>(browser);
  assert.deepEqual([session?.aal, session?.amr], [2, step.amr], step.name);
  assert.equal(pendingCookie(browser), null, step.name);
  // The row is gone: the cookie is of no use in any browser, with any code.
  plantCookie(browser, cookie);
  const late = await send(browser, "second-factor", { question, code: world.nextCode(world.kit) });
  // The browser is signed in, so it is led on.
  assert.equal(new URL(late.headers.get("location")!).href, `${APP}/`, step.name);
  assert.doesNotMatch(late.headers.get("set-cookie") ?? "", /session-token=/, step.name);
  if (strategy === "database") assert.equal((await world.db.sessions()).length, 1, step.name);
}

/** All that is stored of Ada. */
export async function storedOf({ db: { adapter, sessions, users }, userId }: WaysWorld) {
  return {
    users: await users(),
    accounts: await adapter.listAccountsByUserId(userId),
    sessions: await sessions(),
    security: await adapter.rows.find("security", { userId }),
    factor: await adapter.rows.find("secondFactors", { userId }),
  };
}
