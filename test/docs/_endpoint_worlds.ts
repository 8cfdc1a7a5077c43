/**
 * Worlds in which the endpoints of `docs/concepts/endpoints.md` are sent.
 *
 * @module
 */

import assert from "node:assert/strict";
import { setupOf } from "../../src/config/setup.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import { storeKeptForm } from "../../src/http/kept_form.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { type DatabaseOptions, openDatabase, PASSWORD, storeUser } from "../flows/_database.ts";
import { Administration } from "../../src/features/administration/administration.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { APP } from "../flows/_world.ts";

/** A world with each type of provider, and requests that do not follow redirects. */
export function openAll(config: DatabaseOptions = {}) {
  const world = openDatabase({ more: () => [Passkey()], ...config });
  const send = (path: string, init: RequestInit = {}, browser = world.browser) =>
    browser.fetch(new URL(path, `${APP}/auth/`).href, { redirect: "manual", ...init });
  return {
    ...world,
    send,
    /** Posts without a token. */
    postBare: (path: string) =>
      send(path, { method: "POST", body: new URLSearchParams({ email: "a@b.test" }) }),
    /** Makes all calls of the database fail from now on. */
    breakDatabase() {
      world.db.calls.length = 0;
      world.db.fault = { call: 0, moment: "before", lasting: true };
    },
  };
}

/** Such a world. */
export type All = ReturnType<typeof openAll>;

/** The same, where Ada is signed in. */
export async function signedIn(config: DatabaseOptions = {}): Promise<All> {
  const world = openAll(config);
  await storeUser(world);
  await world.post("callback/password", { password: PASSWORD });
  return world;
}

/** A world in which a page asks whether to add an account. */
export async function asked(config: DatabaseOptions = {}): Promise<All> {
  const world = await signedIn(config);
  await world.send(await callbackUrl(world));
  assert.ok(world.browser.cookies(APP).some(({ name }) => name === "__Host-latchkey.link"));
  return world;
}

/** Begins a sign-in with OAuth, and returns the callback that the provider sends the browser to. */
export async function callbackUrl({ post, browser }: All): Promise<string> {
  const begun = await post("signin/idp");
  const answer = await browser.fetch(begun.headers.get("location")!, { redirect: "manual" });
  return answer.headers.get("location")!;
}

/** Puts the question for a password from before: Ada has proven her address. */
export async function putQuestion(world: All): Promise<All> {
  const { adapter } = world.db;
  await storeUser(world);
  const row = { userId: "1", generation: 0, passwordIsProven: false, passwordSetAt: null };
  await adapter.rows.store("security", { ...row, passwordHash: "$unknown$1" }, null);
  await world.post("signin/email", { email: "ada@example.com" });
  await world.send(world.mails[0]!.url);
  return world;
}

/** The answer that the user has never chosen a password. */
export async function answerIn({ send }: All): Promise<Record<string, string>> {
  const html = await (await send("keep-password")).text();
  return { choice: "never", question: /name="question" value="([^"]+)"/.exec(html)![1]! };
}

/** Keeps a form that Ada has sent, and that needs more of her session. */
export async function keepForm(world: All): Promise<All> {
  const form = { userId: "1", target: "/transfer", body: "to=bob" };
  const kept = await storeKeptForm(
    form,
    "kept form",
    { headers: new Headers() },
    setupOf(world.config, "https"),
  );
  for (const cookie of kept) world.browser.setCookie(APP, serializeCookie(cookie));
  return world;
}

const secrets = new WeakMap<All, string>();

/** A world in which Ada is signed in, and has just turned her second factor on. */
export async function turnOnFactor(config: DatabaseOptions = {}): Promise<All> {
  const world = await signedIn({ ...config, features: [SecondFactor()] });
  const json = { headers: { accept: "application/json" } };
  await world.send("second-factor-setup", json);
  await world.post("second-factor-setup", { mailCode: world.mails.at(-1)!.code });
  const { secret, setup } = await (await world.send("second-factor-setup", json)).json();
  secrets.set(world, secret);
  const shown = await world.post("second-factor-setup", { setup, code: nextCodeIn(world) });
  assert.equal(shown.status, 200, world.log());
  return world;
}

/** A world in which Ada, an administrator, acts as Grace. */
export async function openActing(config: DatabaseOptions = {}): Promise<All> {
  const world = await signedIn({
    ...config,
    features: [Administration({ isAdmin: ({ id }) => id === "1", pages: true })],
  });
  const email = "grace@example.com";
  await world.db.adapter.createUser({ id: "2", name: "Grace", email, emailVerified: null });
  const begun = await world.post("admin", { action: "actAs", user: "2", reason: "Ticket 7" });
  assert.equal(errorOf(begun), null, world.log());
  return world;
}

/** The code that the app of Ada shows next. */
export function nextCodeIn(world: All): string {
  world.platform.tick(30);
  return codeAt(secrets.get(world)!, Math.floor(world.platform.now() / 30_000));
}

const TYPES: Readonly<Record<string, string>> = {
  "application/json": "JSON",
  "text/html; charset=utf-8": "page",
  "text/javascript; charset=utf-8": "script",
};

/** How the table words an answer: `200 JSON`, `303`. */
export function worded({ status, headers }: Response): string {
  const type = status < 300 || status === 403 ? TYPES[headers.get("content-type")!] : undefined;
  return [status, type].filter(Boolean).join(" ");
}

/** The error in the URL that an answer leads to. */
export function errorOf({ headers }: Response): string | null {
  const location = headers.get("location");
  return location && new URL(location).searchParams.get("error");
}
